package org.tailback.trace.prv;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.program.SendMode;
import org.tailback.trace.io.NumberTable;
import org.tailback.trace.io.SortedRecords;
import org.tailback.trace.mpi.Communicator;
import org.tailback.trace.mpi.MpiCall;
import org.tailback.trace.mpi.RecordedRank;
import org.tailback.trace.mpi.TranslationCounts;

/** Reads the sorted records of one rank and passes them to a translator. */
final class PrvRank extends RecordedRank {
    private static final MpiCall CUT =
            new MpiCall("MPI call from before the trace", MpiCall.Kind.OTHER, SendMode.STANDARD);
    private static final MpiCall UNNAMED =
            new MpiCall("MPI call without a name", MpiCall.Kind.OTHER, SendMode.STANDARD);

    private final PrvWorld world;
    private final SortedRecords.Cursor records;
    private final PrvCollectives collectiveCalls;
    private final Communicator all = Communicator.world();
    private final OpenSends open = new OpenSends();
    /** Receives that were started as non-blocking ones. */
    private final NumberTable started = new NumberTable();
    /** Starts of receives for which the call may begin at the same time. */
    private final Deque<Message> held = new ArrayDeque<>();

    private final Map<Long, MpiCall> calls = new HashMap<>();
    private @Nullable MpiCall call;
    private long callBegin;
    private boolean receivedInCall;
    private boolean endIsHeld;
    private long now;
    private long requestCount;
    private long flushSince = -1;

    private record Message(long id, long peerAndTag, long bytes) {}

    PrvRank(PrvWorld world, int rank, TranslationCounts counts) {
        super(rank, world, counts);
        this.world = world;
        this.records = world.records(rank);
        this.collectiveCalls = new PrvCollectives(world, rank, collectives);
    }

    @Override
    protected boolean tellNext() {
        if (!records.next()) {
            leaveHeld();
            startHeld();
            return false;
        }
        tell(records.kind(), records.time());
        return true;
    }

    private void tell(int kind, long time) {
        if (endIsHeld && !(kind == PrvScan.SEND && time == now)) {
            leaveHeld();
        }
        if (time > now) {
            startHeld();
        }
        now = time;
        switch (kind) {
            case PrvScan.INSIDE -> enter(CUT);
            case PrvScan.BEGIN -> {
                if (call != null) {
                    leave();
                    translator.leave(now); // counted as an end that is missing
                }
                enter(call(records.value(0), records.value(1)));
                startHeld();
            }
            case PrvScan.END -> {
                MpiCall current = call;
                if (current != null && callBegin == now && sends(current)) {
                    endIsHeld = true; // its message follows at the same time
                } else if (current != null) {
                    leave();
                } else {
                    translator.leave(now);
                }
            }
            case PrvScan.PARAMETERS ->
                collectiveCalls.parameters(records.value(0), records.value(1), (int) records.value(2));
            case PrvScan.FLUSH -> flush(records.value(0));
            case PrvScan.RECORDING -> translator.recording(now, records.value(0) != 0);
            case PrvScan.SEND -> send();
            case PrvScan.RECEIVE_START -> {
                held.add(new Message(records.value(3), records.value(0), records.value(1)));
                if (call != null && receives(call)) {
                    startHeld();
                }
            }
            case PrvScan.RECEIVE_END -> receive();
            default -> translator.time(now);
        }
    }

    private MpiCall call(long type, long value) {
        MpiCall named = world.call(type, value);
        return named == null ? UNNAMED : calls.computeIfAbsent(type << 32 ^ value, key -> named);
    }

    private static boolean sends(MpiCall call) {
        return call.kind() == MpiCall.Kind.SEND
                || call.kind() == MpiCall.Kind.NONBLOCKING_SEND
                || call.kind() == MpiCall.Kind.SENDRECV;
    }

    private static boolean receives(MpiCall call) {
        return isBlockingReceive(call)
                || call.kind() == MpiCall.Kind.NONBLOCKING_RECEIVE
                || call.kind() == MpiCall.Kind.NONBLOCKING_SEND;
    }

    private static boolean isBlockingReceive(MpiCall call) {
        return call.kind() == MpiCall.Kind.RECEIVE || call.kind() == MpiCall.Kind.SENDRECV;
    }

    private void enter(MpiCall entered) {
        call = entered;
        callBegin = now;
        receivedInCall = false;
        collectiveCalls.begin();
        translator.enter(entered, now);
    }

    private void leaveHeld() {
        if (endIsHeld) {
            endIsHeld = false;
            leave();
        }
    }

    private void leave() {
        MpiCall left = call;
        if (left != null) {
            if (left.kind() == MpiCall.Kind.COLLECTIVE) {
                collectiveCalls.perform(left, now);
            } else if (left.kind() == MpiCall.Kind.NONBLOCKING_COLLECTIVE) {
                long request = newRequest();
                if (collectiveCalls.start(left, now, request)) {
                    keep(request, Long.MIN_VALUE, Long.MIN_VALUE);
                }
            } else {
                completeSends(left.kind());
            }
            call = null;
            translator.leave(now);
        }
    }

    private void completeSends(MpiCall.Kind kind) {
        boolean all = kind == MpiCall.Kind.WAITALL;
        if (all || kind.completes() && !receivedInCall) {
            open.complete(now, kind == MpiCall.Kind.TEST, !all, request -> requests.completed(now, request));
        }
    }

    private void flush(long value) {
        if (value != 0) {
            flushSince = now;
            translator.time(now);
        } else if (flushSince >= 0) {
            translator.flush(flushSince, now);
            flushSince = -1;
        }
    }

    /** Ids of requests of sends are negative, those of receives are not. */
    private long newRequest() {
        return -2 - requestCount++;
    }

    private void keep(long request, long possible, long done) {
        long given = open.add(request, possible, done);
        if (given != -1) {
            requests.freed(now, given);
        }
    }

    private void send() {
        int destination = world.rank((int) (records.value(0) >>> 32));
        int tag = (int) records.value(0);
        long bytes = records.value(1);
        MpiCall current = call;
        if (current != null && (current.kind() == MpiCall.Kind.SEND || current.kind() == MpiCall.Kind.SENDRECV)) {
            messages.sent(now, all, destination, tag, bytes);
        } else {
            long request = newRequest();
            messages.sendStarted(now, request, all, destination, tag, bytes);
            keep(request, records.value(2), records.value(3));
        }
    }

    private void startHeld() {
        MpiCall current = call;
        for (Message message = held.poll(); message != null; message = held.poll()) {
            if (current == null || !isBlockingReceive(current)) {
                started.put(message.id(), 0);
                messages.receiveStarted(
                        now,
                        message.id(),
                        all,
                        world.rank((int) (message.peerAndTag() >>> 32)),
                        (int) message.peerAndTag(),
                        message.bytes());
            }
        }
    }

    private void receive() {
        long id = records.value(3);
        MpiCall current = call;
        if (!held.isEmpty() && (current == null || !isBlockingReceive(current))) {
            startHeld();
        }
        receivedInCall = true;
        if (started.remove(id) == NumberTable.NONE) {
            int source = world.rank((int) (records.value(0) >>> 32));
            messages.received(now, all, source, (int) records.value(0), records.value(1));
        } else {
            requests.completed(now, id);
        }
    }
}
