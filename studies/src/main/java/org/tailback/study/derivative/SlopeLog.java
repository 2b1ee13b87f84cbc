package org.tailback.study.derivative;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.IntraNodePath;
import org.tailback.cluster.Placement;
import org.tailback.cost.MessageCost;
import org.tailback.observe.Awaited;
import org.tailback.observe.Observer;
import org.tailback.program.OperationKind;
import org.tailback.program.OperationSink;
import org.tailback.study.derivative.Variation.Part;

/**
 * The slopes of every instant of ranks, helpers and messages of one replay, by the causes that
 * {@code org.tailback.explain.CauseLog} has too. Of several ends the latest counts. O(numbers) per event beside
 * {@link FlowSlopes}; memory grows with ranks and messages between posting and receipt, times numbers.
 */
final class SlopeLog implements Observer {
    private final Variation variation;
    private final Placement placement;
    private final HoldingRange range;
    private final FlowSlopes network;
    private final InterfaceSlopes interfaces;
    private final MessageCost cost;
    private final boolean ownOverhead;
    private final double[] insideOverhead;
    private final double[] insideLatency;
    private final double[] computeScale;
    private final double[] none;
    private final List<Row> rows = new ArrayList<>();
    private final List<Sent> messages = new ArrayList<>();
    private final Moment scratch;
    private Flow[] moving = new Flow[0];
    private long choices;

    /** A rank or a helper of one. */
    private static final class Row {
        /** When it entered or left its last operation. */
        final Moment at;
        /** When it can leave the operation that it is in, by what is known. */
        final Moment wait;

        @Nullable
        Sent sent;

        int communication;

        Row(int numbers) {
            at = new Moment(numbers);
            wait = new Moment(numbers);
        }
    }

    /** A message from its posting until both sides are done with it, or a helper. */
    private static final class Sent {
        int sender;
        int receiver;
        long bytes;
        /** When it was posted, when it is ready to start, then its transfer's end; when it is received. */
        final Moment posted;

        final Moment moving;
        final Moment arrived;
        /** When its receive was posted, if that was before it was. */
        final Moment received;

        /** Set by its receive, and the same for its posting. */
        boolean nextHasReceive;

        boolean isReceivePosted;
        boolean ended;

        @Nullable
        Flow flow;

        Sent(int numbers) {
            posted = new Moment(numbers);
            moving = new Moment(numbers);
            arrived = new Moment(numbers);
            received = new Moment(numbers);
        }
    }

    SlopeLog(Variation variation, Placement placement, HoldingRange range, long seed) {
        this.variation = variation;
        this.placement = placement;
        this.range = range;
        network = new FlowSlopes(variation, range, seed);
        interfaces = new InterfaceSlopes(variation, range);
        cost = variation.platform.cost();
        IntraNodePath inside = variation.platform.intraNode();
        ownOverhead = !Double.isNaN(inside.overhead());
        insideOverhead = variation.slopes(any -> ownOverhead ? any.intraNode().overhead() : 0);
        insideLatency = variation.slopes(any -> any.intraNode().latency());
        double scale = variation.platform.computeScale();
        computeScale = variation.slopes(any -> scale == 0 ? 0 : any.computeScale() / scale);
        none = new double[variation.numbers];
        scratch = new Moment(variation.numbers);
    }

    /** The finish of the last rank. */
    Moment last() {
        Moment last = rows.get(0).at;
        for (int rank = 1; rank < placement.ranks(); rank++) {
            if (rows.get(rank).at.time > last.time) {
                last = rows.get(rank).at;
            }
        }
        for (int rank = 0; rank < placement.ranks(); rank++) {
            range.order(rows.get(rank).at, last);
        }
        return last;
    }

    /** Operations whose outcome is a choice by the order of messages. */
    long choices() {
        return choices;
    }

    private Row row(int rank, int thread) {
        int number = thread < 0 ? placement.ranks() - 1 - thread : rank;
        while (rows.size() <= number) {
            rows.add(new Row(variation.numbers));
        }
        return rows.get(number);
    }

    private Sent message(int communication) {
        while (messages.size() <= communication) {
            messages.add(new Sent(variation.numbers));
        }
        return messages.get(communication);
    }

    private boolean isInside(Sent message) {
        return placement.nodeOf(message.sender) == placement.nodeOf(message.receiver);
    }

    /** Moves to a later time by a duration that has a slope only if it is longer than 0. */
    private void advance(Moment point, double until, double[] slopes) {
        if (until > point.time) {
            point.advance(until, slopes);
        }
    }

    private double[] overhead(Sent message, Part part) {
        return ownOverhead && isInside(message) ? insideOverhead : variation.slopes(part, message.bytes);
    }

    private double sendOverhead(Sent message) {
        return ownOverhead && isInside(message)
                ? variation.platform.intraNode().overhead()
                : cost.sendOverhead(message.bytes);
    }

    // ---- ranks

    @Override
    public void operationEntered(
            int rank,
            int thread,
            long index,
            OperationKind kind,
            int peer,
            int tag,
            int communicator,
            long bytes,
            double time) {
        Row row = row(rank, thread);
        row.at.time = time;
        row.wait.set(row.at);
        boolean receives = kind == OperationKind.RECV || kind == OperationKind.IRECV;
        if (receives && (peer == OperationSink.ANY_SOURCE || tag == OperationSink.ANY_TAG)
                || kind == OperationKind.WAITANY
                || kind == OperationKind.WAITSOME
                || kind == OperationKind.PROBE) {
            choices++;
        }
    }

    @Override
    public void operationLeft(int rank, int thread, long index, OperationKind kind, double enter, double leave) {
        Row row = row(rank, thread);
        switch (kind) {
            case COMPUTE -> {
                for (int i = 0; i < computeScale.length; i++) {
                    row.at.slope[i] += (leave - enter) * computeScale[i];
                }
            }
            case ISEND -> {
                if (row.sent != null) {
                    advance(row.at, leave, overhead(row.sent, Part.SEND_OVERHEAD));
                }
            }
            default -> row.at.set(row.wait);
        }
        row.at.time = leave;
    }

    @Override
    public void endAwaited(int rank, int thread, int communication, Awaited what, double end, double overhead) {
        Row row = row(rank, thread);
        Sent message = message(communication);
        Moment ended = ended(message, what, end);
        range.order(row.wait, ended);
        if (end > row.wait.time) {
            row.wait.set(ended);
        }
        row.wait.advance(row.wait.time + overhead, overhead > 0 ? overhead(message, Part.RECEIVE_OVERHEAD) : none);
    }

    private Moment ended(Sent message, Awaited what, double end) {
        switch (what) {
            case RECEIVED -> {
                return message.arrived;
            }
            case ENVELOPE -> {
                scratch.set(message.posted);
                scratch.advance(end, variation.slopes(Part.LATENCY, message.bytes));
                return scratch;
            }
            case SENT, HELPER -> {
                if (message.ended && message.moving.time == end) {
                    return message.moving;
                }
                scratch.set(message.posted);
                advance(scratch, end, overhead(message, Part.SEND_OVERHEAD));
                return scratch;
            }
        }
        throw new AssertionError(what);
    }

    @Override
    public void helperStarted(int rank, int thread, int helper, int communication, double time) {
        Row row = row(rank, helper);
        row.at.set(row(rank, thread).at);
        row.communication = communication;
        message(communication).ended = false;
    }

    @Override
    public void programEnded(int rank, int thread, double time) {
        Row row = row(rank, thread);
        row.at.time = time;
        if (thread < 0) {
            Sent helper = message(row.communication);
            helper.moving.set(row.at);
            helper.ended = true;
        }
    }

    // ---- messages

    @Override
    public void messagePosted(
            int communication,
            int sender,
            int thread,
            int receiver,
            int tag,
            int communicator,
            long bytes,
            double time) {
        Row row = row(sender, thread);
        Sent message = message(communication);
        message.sender = sender;
        message.receiver = receiver;
        message.bytes = bytes;
        message.ended = false;
        message.flow = null;
        message.posted.set(row.at);
        message.isReceivePosted = message.nextHasReceive;
        message.nextHasReceive = false;
        row.sent = message;
    }

    @Override
    public void receiveQueued(int communication, int receiver, int thread, double time) {
        Sent message = message(communication);
        message.nextHasReceive = true;
        message.received.set(row(receiver, thread).at);
    }

    @Override
    public void startKnown(
            int communication,
            boolean byReceiver,
            int thread,
            double ready,
            double agreed,
            double leaves,
            double start) {
        Sent message = message(communication);
        Moment point = message.moving;
        point.set(message.posted);
        advance(point, message.posted.time + sendOverhead(message), overhead(message, Part.SEND_OVERHEAD));
        if (byReceiver) {
            Moment receiver = row(message.receiver, thread).at;
            range.order(point, receiver);
            point.set(receiver);
        } else if (message.isReceivePosted && cost.protocol(message.bytes).startsWhenMatched()) {
            range.order(message.received, point);
        }
        point.time = ready;
        advance(point, agreed, variation.slopes(Part.HANDSHAKE, message.bytes));
        if (message.sender != message.receiver && !isInside(message)) {
            int node = placement.nodeOf(message.sender);
            interfaces.start(node, message.bytes, point, leaves);
            if (start > leaves) {
                point.advance(start, network.startDelay(node, placement.nodeOf(message.receiver), message.bytes));
            }
        }
    }

    @Override
    public void messageStarted(int message, int communication, int sender, int receiver, long bytes, double time) {
        if (message >= moving.length) {
            moving = Arrays.copyOf(moving, Math.max(message + 1, 2 * moving.length));
        }
        Sent sent = message(communication);
        sent.moving.time = time;
        sent.flow = network.started(message, placement.nodeOf(sender), placement.nodeOf(receiver), bytes, sent.moving);
        moving[message] = sent.flow;
    }

    @Override
    public void rateChanged(int message, double penalty, double time) {
        network.rateChanged(message, penalty);
    }

    @Override
    public void retransmissionTimeout(int message, double time, double until) {
        network.ended(message, time);
        moving[message].waits = true;
    }

    @Override
    public void messageEnded(int message, double time, double arrival) {
        if (!moving[message].waits) {
            network.ended(message, time);
        }
    }

    @Override
    public void transferTimed(int communication, double moved, double contention, double end, double latencyOver) {
        Sent message = message(communication);
        if (message.flow != null) {
            message.moving.set(message.flow.end);
        }
        message.moving.time = end;
        message.arrived.set(message.moving);
        message.arrived.advance(
                latencyOver, isInside(message) ? insideLatency : variation.slopes(Part.LATENCY, message.bytes));
    }

    @Override
    public void messageArrives(int communication, double end, double arrival) {
        Sent message = message(communication);
        if (message.sender == message.receiver) {
            message.arrived.set(message.moving);
        } else if (message.flow != null && !isInside(message)) {
            interfaces.arrival(
                    placement.nodeOf(message.receiver), message.bytes, message.flow, message.arrived, arrival);
        }
        message.arrived.time = arrival;
        message.ended = true;
    }
}
