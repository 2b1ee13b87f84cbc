package org.tailback.generator.hpl;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.tailback.kernel.TimeQueue;
import org.tailback.network.InterfaceQueues;

/**
 * The times of a run of HPL: the program of each rank, with the factorisation of a panel as one operation of its column
 * of processes ({@link FactorisationTimes}). All other messages are followed one by one, as a replay does, but none
 * slows another in the network: they meet in the queues at the interfaces of nodes only.
 *
 * <p><b>Equations.</b> With s and r when the sides of a message of m bytes are posted, o(m), d(m), g(m), L(m) its
 * overhead, delay, transfer and latency, and i when the interface of its node is free:
 *
 * <pre>
 * ready to start   s + o(m), and r if the protocol waits for both
 * leaves           max(ready, i)
 * transfer ends    leaves + d(m) + g(m)
 * arrives          that + L(m), or after what has arrived at the node before
 * factorisation    for each column of the panel, log2 p exchanges and the kernels of each rank: the same without queues
 * </pre>
 *
 * <p><b>Worked example</b>: GroupedHplTest holds it against replays of all messages, to rounding.
 */
final class GroupedHpl {
    private static final double WAITS = Double.POSITIVE_INFINITY;

    private final HplSettings hpl;
    private final Timing timing;
    private final InterfaceQueues interfaces;
    private final LoneRank[] ranks;
    private final FactorisationTimes factorisation;
    private final Rolls rolls;
    /** Ranks by number, and ends of transfers by number + ranks. */
    private final TimeQueue queue;

    private final List<LoneMessage> messages = new ArrayList<>();
    private @Nullable LoneMessage free;
    /** By column of processes: how many of its ranks are ready to factorise, and by row since when. */
    private final int[] readyCount;

    private final double[][] ready;
    private final double[] ends;

    GroupedHpl(HplSettings hpl, Pivots pivots, Timing timing, InterfaceQueues interfaces) {
        this.hpl = hpl;
        this.timing = timing;
        this.interfaces = interfaces;
        ranks = new LoneRank[hpl.ranks()];
        queue = new TimeQueue(4 * ranks.length);
        readyCount = new int[hpl.q()];
        ready = new double[hpl.q()][hpl.p()];
        ends = new double[ranks.length];
        for (int rank = 0; rank < ranks.length; rank++) {
            ranks[rank] = new LoneRank(rank, timing);
            ranks[rank].run(new HplRank(hpl, rank, pivots, ranks[rank]).steps);
            queue.set(rank, 0, rank);
        }
        rolls = new Rolls(hpl, timing, interfaces, ranks, queue);
        factorisation = new FactorisationTimes(hpl, timing, ranks);
    }

    LoneRank[] ranks() {
        return ranks;
    }

    double[] run() {
        while (queue.size() > 0) {
            double now = queue.firstTime();
            int first = queue.first();
            if (first < ranks.length) {
                happens(ranks[first], now);
            } else {
                queue.remove(first);
                LoneMessage message = messages.get(first - ranks.length);
                Charge charge = message.charge();
                arrives(
                        message,
                        interfaces.arrival(
                                timing.node[message.receiver.number],
                                message.bytes,
                                charge.moves(),
                                now + charge.latency()));
            }
        }
        return ends;
    }

    private void happens(LoneRank rank, double now) {
        if (rank.isLooking) {
            endLooks(rank);
        }
        if (!rank.isRolling() || rolls.happens(rank, now)) {
            queue.remove(rank.number);
            goOn(rank, now);
        }
    }

    /** Performs operations until the rank must wait, or something else happens before it goes on. */
    private void goOn(LoneRank rank, double from) {
        double now = from;
        while (rank.next()) {
            double date = withWhatFollows(rank, perform(rank, now));
            if (date == WAITS) {
                return;
            }
            if (date > now && date >= queue.firstTime()) {
                queue.set(rank.number, date, rank.number);
                return;
            }
            now = date;
        }
        ends[rank.number] = now;
    }

    /** Returns when the rank has done the present operation, which begins now; infinite if that is not known. */
    private double perform(LoneRank rank, double now) {
        return switch (rank.kind()) {
            case SEND -> sent(post(rank, now, false, false), rank);
            case SYNCHRONOUS_SEND -> sent(post(rank, now, true, false), rank);
            case SYNCHRONOUS_ISEND -> {
                rank.requested = post(rank, now, true, true);
                yield rank.notBefore;
            }
            case IRECV -> {
                rank.requested = receive(rank, now);
                yield now;
            }
            case RECV -> {
                rank.notBefore = now;
                yield received(receive(rank, now), rank);
            }
            case WAIT -> waitForRequest(rank, now);
            case COMPUTE -> now + rank.seconds();
            case LOOK -> look(rank, now);
            case ROLL -> {
                rank.beginRoll();
                rolls.begin(rank, now);
                yield WAITS;
            }
            case FACTORISE -> {
                factorise(rank, now);
                yield WAITS;
            }
        };
    }

    /** The end of the operations after the present one, as far as they do nothing that others see. */
    private double withWhatFollows(LoneRank rank, double end) {
        double date = end;
        while (date < WAITS) {
            if (rank.nextIs(LoneRank.Kind.COMPUTE)) {
                date += rank.seconds();
            } else if (rank.nextIs(LoneRank.Kind.WAIT)) {
                date = waitForRequest(rank, date);
            } else if (rank.nextIs(LoneRank.Kind.LOOK)) {
                return look(rank, date);
            } else {
                return date;
            }
        }
        return date;
    }

    /** Lets the rank look from now on, until a message is there or the last look; its outcome follows then. */
    private double look(LoneRank rank, double now) {
        rank.beginLooks(now);
        LoneMessage there = LoneMessage.find(rank.firstSentToIt, ranks[rank.peer()], rank.tag());
        double look = there == null ? WAITS : rank.lookThatFinds(there.found());
        queue.set(rank.number, rank.lookEnd(Math.min(look, rank.lookTimes)), rank.number);
        return WAITS;
    }

    private void endLooks(LoneRank rank) {
        LoneMessage there = LoneMessage.find(rank.firstSentToIt, ranks[rank.peer()], rank.tag());
        double look = there == null ? WAITS : rank.lookThatFinds(there.found());
        rank.endLooks(Math.min(look, rank.lookTimes), look <= rank.lookTimes);
    }

    private void resume(LoneRank rank, double end) {
        double date = withWhatFollows(rank, end);
        if (date < WAITS) {
            queue.set(rank.number, date, rank.number);
        }
    }

    private double waitForRequest(LoneRank rank, double now) {
        LoneMessage message = Objects.requireNonNull(rank.requested);
        rank.notBefore = now;
        return message.sender == rank ? sent(message, rank) : received(message, rank);
    }

    /** Posts the send at hand; then the rank's {@code notBefore} is known. */
    private LoneMessage post(LoneRank rank, double now, boolean synchronous, boolean goesOn) {
        LoneRank to = ranks[rank.peer()];
        LoneMessage message = LoneMessage.find(to.firstExpected, rank, rank.tag());
        boolean matched = message != null;
        if (message == null) {
            message = add(rank, to, rank.tag());
            to.firstSentToIt = append(to.firstSentToIt, message);
        } else {
            to.firstExpected = without(to.firstExpected, message);
        }
        Charge charge = timing.charge(rank.number, to.number, rank.value());
        message.bytes = rank.value();
        message.charge = charge;
        message.posted = now;
        message.ready = now + (goesOn ? charge.isend() : charge.send());
        message.startsWhenMatched = synchronous || charge.startsWhenMatched();
        message.sendEnd = !synchronous && charge.releasesSender() ? message.ready : Double.NaN;
        rank.notBefore = message.ready;
        if (to.isLooking && ranks[to.peer()] == rank && to.tag() == message.tag) {
            double look = to.lookThatFinds(now + charge.seen());
            if (look < to.lookTimes) {
                queue.set(to.number, to.lookEnd(look), to.number);
            }
        }
        rank.count((charge.key() & 1) != 0, message.bytes);
        if (!message.startsWhenMatched) {
            start(message, message.ready);
        } else if (matched) {
            start(message, message.ready + charge.handshake());
        }
        return message;
    }

    private LoneMessage receive(LoneRank rank, double now) {
        LoneRank from = ranks[rank.peer()];
        LoneMessage message = LoneMessage.find(rank.firstSentToIt, from, rank.tag());
        if (message == null) {
            message = add(from, rank, rank.tag());
            rank.firstExpected = append(rank.firstExpected, message);
        } else {
            rank.firstSentToIt = without(rank.firstSentToIt, message);
            if (message.startsWhenMatched) {
                start(message, Math.max(now, message.ready) + message.charge().handshake());
            }
        }
        return message;
    }

    private void start(LoneMessage message, double date) {
        Charge charge = message.charge();
        double leaves =
                charge.queues() ? interfaces.start(timing.node[message.sender.number], message.bytes, date) : date;
        double end = leaves + charge.delay() + charge.moves();
        if (Double.isNaN(message.sendEnd)) {
            message.sendEnd = end;
            if (message.senderWaits) {
                resume(message.sender, sent(message, message.sender));
            }
        }
        if (charge.queues()) {
            queue.set(ranks.length + message.number, end, rolls.nextStart());
        } else {
            arrives(message, end + charge.latency());
        }
    }

    private void arrives(LoneMessage message, double date) {
        message.arrival = date;
        if (message.receiverWaits) {
            resume(message.receiver, received(message, message.receiver));
        }
    }

    private double sent(LoneMessage message, LoneRank rank) {
        if (Double.isNaN(message.sendEnd)) {
            message.senderWaits = true;
            return WAITS;
        }
        over(message);
        return Math.max(rank.notBefore, message.sendEnd);
    }

    private double received(LoneMessage message, LoneRank rank) {
        if (Double.isNaN(message.arrival)) {
            message.receiverWaits = true;
            return WAITS;
        }
        double overhead = message.charge().receive();
        over(message);
        return Math.max(rank.notBefore, message.arrival) + overhead;
    }

    private void over(LoneMessage message) {
        if (--message.open == 0) {
            message.next = free;
            free = message;
        }
    }

    private LoneMessage add(LoneRank from, LoneRank to, int tag) {
        LoneMessage message = free;
        if (message == null) {
            message = new LoneMessage(messages.size(), from, to);
            messages.add(message);
        } else {
            free = message.next;
        }
        message.reset(from, to, tag);
        return message;
    }

    private static LoneMessage append(@Nullable LoneMessage first, LoneMessage message) {
        if (first == null) {
            return message;
        }
        LoneMessage last = first;
        while (last.next != null) {
            last = last.next;
        }
        last.next = message;
        return first;
    }

    private static @Nullable LoneMessage without(@Nullable LoneMessage first, LoneMessage message) {
        if (first == message) {
            first = message.next;
        } else {
            LoneMessage before = Objects.requireNonNull(first);
            while (before.next != message) {
                before = Objects.requireNonNull(before.next);
            }
            before.next = message.next;
        }
        message.next = null;
        return first;
    }

    private void factorise(LoneRank rank, double now) {
        int column = rank.number % hpl.q();
        double[] of = ready[column];
        of[rank.number / hpl.q()] = now;
        if (++readyCount[column] == hpl.p()) {
            readyCount[column] = 0;
            factorisation.run((int) rank.value(), of);
            for (int row = 0; row < hpl.p(); row++) {
                resume(ranks[row * hpl.q() + column], of[row]);
            }
        }
    }
}
