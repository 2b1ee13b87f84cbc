package org.tailback.trace.prv;

import com.google.common.collect.Sets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.tailback.trace.io.NumberTable;
import org.tailback.trace.io.SortedRecords;
import org.tailback.trace.mpi.Communicator;
import org.tailback.trace.mpi.MpiCall;
import org.tailback.trace.mpi.MpiCall.Kind;
import org.tailback.trace.mpi.RecordedRank;
import org.tailback.trace.mpi.SizeConvention;
import org.tailback.trace.mpi.TranslationCounts;

/** Reader of one rank's sorted records, which passes them to a translator. */
final class PrvRank extends RecordedRank {
    private static final MpiCall CUT = new MpiCall("MPI call from before the trace", Kind.OTHER);
    private static final MpiCall UNNAMED = new MpiCall("MPI call without a name", Kind.OTHER);

    private static final Set<Kind> SENDS = Sets.immutableEnumSet(Kind.SEND, Kind.NONBLOCKING_SEND, Kind.SENDRECV);
    private static final Set<Kind> BLOCKING_RECEIVES = Sets.immutableEnumSet(Kind.RECEIVE, Kind.SENDRECV);
    /** Kinds of calls that receive; calls that start requests may also be receives. */
    private static final Set<Kind> RECEIVES =
            Sets.immutableEnumSet(Kind.RECEIVE, Kind.SENDRECV, Kind.NONBLOCKING_RECEIVE, Kind.NONBLOCKING_SEND);

    private final PrvWorld world;
    private final SortedRecords.Cursor records;
    private final PrvCollectives collectiveCalls;
    private final Communicator all = Communicator.world();
    private final OpenSends open = new OpenSends();
    private final NumberTable started = new NumberTable();
    /** Starts of receives whose call may begin at the same time. */
    private final Deque<Recorded> held = new ArrayDeque<>();

    private @Nullable MpiCall call;
    private long callBegin;
    private boolean receivedInCall;
    /** Following records of the time {@link #now}, in order. */
    private final List<Recorded> instant = new ArrayList<>();

    private @Nullable Recorded ahead;
    private long now;
    private long requestCount;

    private record Recorded(int kind, long time, long a, long b, long c, long d) {}

    PrvRank(PrvWorld world, int rank, TranslationCounts counts) {
        super(rank, world, SizeConvention.EXTRAE, counts);
        this.world = world;
        this.records = world.records(rank);
        this.collectiveCalls = new PrvCollectives(world, rank, collectives);
    }

    @Override
    protected boolean readNext() {
        if (instant.isEmpty() && !readInstant()) {
            startHeld();
            return false;
        }
        translate(instant.remove(0));
        return true;
    }

    private boolean readInstant() {
        if (ahead == null) {
            ahead = read();
        }
        long time = ahead == null ? 0 : ahead.time();
        for (; ahead != null && ahead.time() == time; ahead = read()) {
            instant.add(ahead);
        }
        return !instant.isEmpty();
    }

    private @Nullable Recorded read() {
        return records.next()
                ? new Recorded(
                        records.kind(),
                        records.time(),
                        records.value(0),
                        records.value(1),
                        records.value(2),
                        records.value(3))
                : null;
    }

    private boolean isAhead(Predicate<MpiCall> calls) {
        return instant.stream().anyMatch(each -> each.kind() == PrvScan.BEGIN && calls.test(call(each.a(), each.b())));
    }

    /**
     * Passes on the message of a sending call that takes no time, as recorded by simulators. Messages with equal times
     * have no order: if calls of several kinds begin at that time, a later call passes the message on.
     */
    private void translateMessage(MpiCall current) {
        if (!sends(current) || isAhead(next -> sends(next) && next.kind() != current.kind())) {
            return;
        }
        for (int i = 0; i < instant.size(); i++) {
            if (instant.get(i).kind() == PrvScan.SEND) {
                translate(instant.remove(i));
                return;
            }
        }
    }

    /**
     * Starts the receives of this time: one per call if there are several non-blocking calls and no other calls follow.
     */
    private void startHeld(MpiCall entered) {
        boolean ordered = isBlockingReceive(entered) || isAhead(PrvRank::isBlockingReceive);
        if (ordered || !isAhead(next -> next.kind() == Kind.NONBLOCKING_RECEIVE)) {
            startHeld();
        } else if (entered.kind() == Kind.NONBLOCKING_RECEIVE) {
            start(held.poll());
        }
    }

    private void translate(Recorded record) {
        if (record.time() > now) {
            startHeld();
        }
        now = record.time();
        switch (record.kind()) {
            case PrvScan.INSIDE -> enter(CUT);
            case PrvScan.BEGIN -> {
                if (call != null) {
                    leave();
                    translator.leave(now); // counted as a missing end
                }
                MpiCall entered = call(record.a(), record.b());
                enter(entered);
                startHeld(entered);
            }
            case PrvScan.END -> {
                MpiCall current = call;
                if (current != null) {
                    if (callBegin == now) {
                        translateMessage(current);
                    }
                    leave();
                } else {
                    translator.leave(now);
                }
            }
            case PrvScan.PARAMETERS -> collectiveCalls.parameters(record.a(), record.b(), (int) record.c());
            case PrvScan.FLUSH -> translator.flushing(now, record.a() != 0);
            case PrvScan.RECORDING -> translator.recording(now, record.a() != 0);
            case PrvScan.SEND -> send(record);
            case PrvScan.RECEIVE_START -> {
                held.add(record);
                if (call != null && RECEIVES.contains(call.kind())) {
                    startHeld();
                }
            }
            case PrvScan.RECEIVE_END -> receive(record);
            default -> translator.time(now);
        }
    }

    private MpiCall call(long type, long value) {
        MpiCall named = world.names.call(type, value);
        return named == null ? UNNAMED : named;
    }

    private static boolean sends(MpiCall call) {
        return SENDS.contains(call.kind());
    }

    private static boolean isBlockingReceive(MpiCall call) {
        return BLOCKING_RECEIVES.contains(call.kind());
    }

    private void enter(MpiCall entered) {
        call = entered;
        callBegin = now;
        receivedInCall = false;
        collectiveCalls.begin();
        translator.enter(entered, now);
    }

    private void leave() {
        MpiCall left = call;
        if (left != null) {
            if (left.kind() == Kind.COLLECTIVE) {
                collectiveCalls.perform(left, now, PrvCollectives.BLOCKING);
            } else if (left.kind() == Kind.NONBLOCKING_COLLECTIVE) {
                long request = newRequest();
                if (collectiveCalls.perform(left, now, request)) {
                    keep(request, Long.MIN_VALUE, Long.MIN_VALUE);
                }
            } else {
                completeSends(left.kind());
            }
            call = null;
            translator.leave(now);
        }
    }

    private void completeSends(Kind kind) {
        boolean all = kind == Kind.WAITALL;
        if (all || kind.completes() && !receivedInCall) {
            open.complete(now, kind == Kind.TEST, !all, request -> requests.completed(now, request));
        }
    }

    /** Returns a new id for the request of a send; it is negative, unlike the ids of receives. */
    private long newRequest() {
        return -2 - requestCount++;
    }

    private void keep(long request, long possible, long done) {
        long given = open.add(request, possible, done);
        if (given != -1) {
            requests.freed(now, given);
        }
    }

    private int peer(Recorded message) {
        return world.rankOfTask[(int) (message.a() >>> 32)];
    }

    private void send(Recorded message) {
        int tag = (int) message.a();
        MpiCall current = call;
        if (current != null && (current.kind() == Kind.SEND || current.kind() == Kind.SENDRECV)) {
            messages.sent(now, all, peer(message), tag, message.b());
        } else {
            long request = newRequest();
            messages.sendStarted(now, request, all, peer(message), tag, message.b());
            keep(request, message.c(), message.d());
        }
    }

    private void startHeld() {
        while (!held.isEmpty()) {
            start(held.poll());
        }
    }

    private void start(@Nullable Recorded message) {
        MpiCall current = call;
        if (message != null && (current == null || !isBlockingReceive(current))) {
            started.put(message.d(), 0);
            messages.receiveStarted(now, message.d(), all, peer(message), (int) message.a(), message.b());
        }
    }

    private void receive(Recorded message) {
        MpiCall current = call;
        if (!held.isEmpty() && (current == null || !isBlockingReceive(current))) {
            startHeld();
        }
        receivedInCall = true;
        if (started.remove(message.d()) == NumberTable.NONE) {
            messages.received(now, all, peer(message), (int) message.a(), message.b());
        } else {
            requests.completed(now, message.d());
        }
    }
}
