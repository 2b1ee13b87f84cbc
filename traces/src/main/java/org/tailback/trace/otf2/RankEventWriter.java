package org.tailback.trace.otf2;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;
import org.tailback.program.Program;
import org.tailback.program.SendMode;
import org.tailback.trace.OperationTimesFeed;
import org.tailback.trace.WritingLosses;
import org.tailback.trace.mpi.CollectiveTotals;
import org.tailback.trace.mpi.MpiCall;

/**
 * Writes the operations of one rank as events: each in an MPI call, at its recorded times if it has any. Computations keep
 * their lengths: where recorded calls are further apart than the computation between them, the rest becomes a call of which no
 * operation is known; where they are nearer, they are moved. Without recorded times a call takes no time.
 */
final class RankEventWriter implements OperationSink {
    /** Differences up to so many ticks are those of rounding. */
    private static final int ROUNDING = 2;

    private static final int ENTER = 12;
    private static final int LEAVE = 13;
    private static final int SEND = 14;
    private static final int ISEND = 15;
    private static final int ISEND_COMPLETE = 16;
    private static final int IRECV_REQUEST = 17;
    private static final int RECV = 18;
    private static final int IRECV = 19;
    private static final int CANCELLED = 21;
    private static final int COLLECTIVE_BEGIN = 22;
    private static final int COLLECTIVE_END = 23;
    private static final int COLLECTIVE_REQUEST = 85;
    private static final int COLLECTIVE_COMPLETE = 86;

    private final int rank;
    private final int ranks;
    private final ChunkedOutput out;
    private final OperationTimesFeed times;
    private final WrittenCommunicators communicators;
    private final WrittenRegions regions;
    private final WritingLosses losses;
    private final double ticksPerSecond;
    private final double beginning;
    private final RecordWriter record = new RecordWriter();
    private final Map<Integer, Open> open = new LinkedHashMap<>();

    private long nextId = 1;
    private boolean started;
    private boolean inCall;
    private boolean completedInCall;
    private SendMode callMode = SendMode.STANDARD;
    private int callRegion;
    private long callLeave;
    private long lastLeave;
    private long pending;

    private record Open(
            long id, @Nullable Message receive, @Nullable CollectiveCall collective) {}

    private record Message(int peer, int tag, int communicator, long bytes) {}

    RankEventWriter(
            int rank,
            int ranks,
            ChunkedOutput out,
            OperationTimesFeed times,
            ProgramSurvey survey,
            WrittenRegions regions,
            WritingLosses losses,
            double ticksPerSecond) {
        this.rank = rank;
        this.ranks = ranks;
        this.out = out;
        this.times = times;
        this.communicators = survey.communicators();
        this.regions = regions;
        this.losses = losses;
        this.ticksPerSecond = ticksPerSecond;
        this.beginning = survey.earliest();
    }

    private long ticks(double time) {
        return (long) Math.rint((time - beginning) * ticksPerSecond);
    }

    // ---- calls

    private void startAt(long ticks) {
        if (!started) {
            started = true;
            lastLeave = ticks;
            out.time(ticks);
            single(ENTER, regions.id(WrittenRegions.PROGRAM));
        }
    }

    private void single(int kind, long value) {
        out.append(record.clear().raw(kind).number(value));
    }

    /** Begins the call of the next operation, unless it belongs to the one that goes on. */
    private void call(String usual, SendMode mode, boolean plainMessage) {
        times.next();
        boolean same = inCall && times.isKnown() && !times.isChanged();
        if (same && !completedInCall) {
            if (mode != callMode) {
                losses.count(Otf2Losses.MODE);
            }
            return;
        }
        leave();
        boolean known = times.isKnown() && !same;
        if (known) {
            startAt(ticks(times.enter()));
        }
        startAt(0);
        long expected = lastLeave + pending;
        long enter = known ? ticks(times.enter()) : expected;
        if (Math.abs(enter - expected) <= ROUNDING) {
            enter = expected;
        } else if (enter > expected) {
            out.time(lastLeave);
            single(ENTER, regions.id(WrittenRegions.OTHER));
            out.time(enter - pending);
            single(LEAVE, regions.id(WrittenRegions.OTHER));
        } else {
            losses.count(Otf2Losses.LATE);
            enter = expected;
        }
        pending = 0;
        callLeave = known ? Math.max(enter, ticks(times.leave())) : enter;
        callRegion = regions.id(region(usual, mode, plainMessage));
        callMode = mode;
        inCall = true;
        completedInCall = false;
        out.time(enter);
        single(ENTER, callRegion);
    }

    /** The recorded name, if a reader does not take it for something else. */
    private String region(String usual, SendMode mode, boolean plainMessage) {
        String recorded = times.isKnown() ? times.call() : null;
        Optional<MpiCall> call = recorded == null ? Optional.empty() : MpiCall.of(recorded);
        if (recorded == null || call.isEmpty() || call.get().mode() != mode) {
            return usual;
        }
        MpiCall.Kind kind = call.get().kind();
        boolean misread = plainMessage
                && (kind == MpiCall.Kind.NONBLOCKING_SEND || kind == MpiCall.Kind.SENDRECV || kind.completes());
        return misread ? usual : recorded;
    }

    private void leave() {
        if (inCall) {
            inCall = false;
            out.time(Math.max(out.time(), callLeave));
            single(LEAVE, callRegion);
            lastLeave = out.time();
        }
    }

    /** Writes the end of everything. */
    void end() {
        leave();
        startAt(0);
        boolean unfinished =
                open.values().stream().anyMatch(request -> request.receive != null || request.collective != null);
        if (unfinished) {
            lastLeave += pending;
            pending = 0;
            out.time(lastLeave);
            int region = regions.id("MPI_Waitall");
            single(ENTER, region);
            for (Open request : open.values()) {
                if (request.receive != null || request.collective != null) {
                    losses.count(Otf2Losses.FREED_RECEIVE);
                    complete(request);
                }
            }
            single(LEAVE, region);
        }
        out.time(lastLeave + pending);
        single(LEAVE, regions.id(WrittenRegions.PROGRAM));
    }

    // ---- operations

    @Override
    public void compute(double seconds) {
        times.next();
        leave();
        long ticks = (long) Math.rint(seconds * ticksPerSecond);
        startAt(times.isKnown() ? Math.max(0, ticks(times.leave()) - ticks) : 0);
        add(seconds, ticks);
    }

    private void add(double seconds, long ticks) {
        if (ticks == 0) {
            losses.count(seconds == 0 ? Otf2Losses.EMPTY : Otf2Losses.ROUNDED);
            return;
        }
        if (ticks / ticksPerSecond != seconds) {
            losses.count(Otf2Losses.ROUNDED);
        }
        if (pending > 0) {
            losses.count(Otf2Losses.JOINED);
        }
        pending += ticks;
    }

    private RecordWriter message(int peer, int tag, int communicator, long bytes) {
        if (tag < 0) {
            losses.count(Otf2Losses.TAG);
        }
        WrittenCommunicators.Entry entry = communicators.between(communicator, rank, peer);
        return record.clear()
                .number(entry.position(peer))
                .number(entry.id)
                .number(tag & Integer.MAX_VALUE)
                .number(bytes);
    }

    @Override
    public void send(int destination, int tag, int communicator, long bytes, SendMode mode) {
        call(WrittenRegions.send(mode, false), mode, true);
        out.append(message(destination, tag, communicator, bytes).asRecord(SEND));
    }

    @Override
    public void isend(int request, int destination, int tag, int communicator, long bytes, SendMode mode) {
        call(WrittenRegions.send(mode, true), mode, false);
        long id = nextId++;
        out.append(message(destination, tag, communicator, bytes).number(id).asRecord(ISEND));
        open.put(request, new Open(id, null, null));
    }

    @Override
    public void recv(int source, int tag, int communicator, long bytes) {
        call("MPI_Recv", SendMode.STANDARD, true);
        out.time(Math.max(out.time(), callLeave));
        out.append(message(source, tag, communicator, bytes).asRecord(RECV));
    }

    @Override
    public void irecv(int request, int source, int tag, int communicator, long bytes) {
        call("MPI_Irecv", SendMode.STANDARD, false);
        long id = nextId++;
        single(IRECV_REQUEST, id);
        open.put(request, new Open(id, new Message(source, tag, communicator, bytes), null));
    }

    @Override
    public void probe(int source, int tag, int communicator) {
        losses.count(Otf2Losses.PROBE);
        call("MPI_Probe", SendMode.STANDARD, false);
    }

    private void complete(Open request) {
        Message message = request.receive;
        CollectiveCall collective = request.collective;
        if (message != null) {
            out.append(message(message.peer, message.tag, message.communicator, message.bytes)
                    .number(request.id)
                    .asRecord(IRECV));
        } else if (collective != null) {
            out.append(parameters(collective).number(request.id).asRecord(COLLECTIVE_COMPLETE));
        } else {
            single(ISEND_COMPLETE, request.id);
        }
        completedInCall = true;
    }

    private boolean complete(int request) {
        Open completed = open.remove(request);
        if (completed == null) {
            return false;
        }
        complete(completed);
        return true;
    }

    @Override
    public void await(int request) {
        call("MPI_Wait", SendMode.STANDARD, false);
        out.time(Math.max(out.time(), callLeave));
        complete(request);
    }

    @Override
    public void awaitAll(int[] requests, int count) {
        call("MPI_Waitall", SendMode.STANDARD, false);
        out.time(Math.max(out.time(), callLeave));
        for (int i = 0; i < count; i++) {
            complete(requests[i]);
        }
    }

    @Override
    public void awaitAny(int[] requests, int count) {
        any("MPI_Waitany", requests, count);
    }

    @Override
    public void awaitSome(int[] requests, int count) {
        any("MPI_Waitsome", requests, count);
    }

    private void any(String name, int[] requests, int count) {
        losses.count(Otf2Losses.WAITANY);
        call(name, SendMode.STANDARD, false);
        out.time(Math.max(out.time(), callLeave));
        for (int i = 0; i < count; i++) {
            if (complete(requests[i])) {
                return;
            }
        }
    }

    @Override
    public void free(int request) {
        call("MPI_Request_free", SendMode.STANDARD, false);
        Open freed = open.get(request);
        if (freed != null && freed.receive == null && freed.collective == null) {
            // an isend that never completes is how a reader knows it
            open.remove(request);
        } else if (freed != null) {
            open.remove(request);
            open.put((int) -freed.id - 1, freed);
        }
    }

    @Override
    public void cancel(int request) {
        call("MPI_Cancel", SendMode.STANDARD, false);
        Open cancelled = open.remove(request);
        if (cancelled != null) {
            if (cancelled.receive != null) {
                losses.count(Otf2Losses.CANCELLED_RECEIVE);
            }
            single(CANCELLED, cancelled.id);
        }
    }

    @Override
    public void collective(CollectiveCall call) {
        call(WrittenRegions.collective(call.kind(), false), SendMode.STANDARD, false);
        if (isWritable(call)) {
            out.append(record.clear().asRecord(COLLECTIVE_BEGIN));
            out.time(Math.max(out.time(), callLeave));
            out.append(parameters(call).asRecord(COLLECTIVE_END));
        }
        if (call.computeSeconds() > 0) {
            losses.count(Otf2Losses.WORK);
            leave();
            add(call.computeSeconds(), (long) Math.rint(call.computeSeconds() * ticksPerSecond));
        }
    }

    @Override
    public void icollective(int request, CollectiveCall call) {
        call(WrittenRegions.collective(call.kind(), true), SendMode.STANDARD, false);
        if (call.computeSeconds() > 0) {
            losses.count(Otf2Losses.WORK);
        }
        if (isWritable(call)) {
            long id = nextId++;
            out.append(record.clear().number(id).asRecord(COLLECTIVE_REQUEST));
            open.put(request, new Open(id, null, call));
        }
    }

    private boolean isWritable(CollectiveCall call) {
        if (call.kind().isNeighbourhood()) {
            losses.count(Otf2Losses.NEIGHBOURS);
            return false;
        }
        if (communicators.find(call.communicator(), call.group()).position(rank) < 0) {
            losses.count(Otf2Losses.NOT_A_MEMBER);
            return false;
        }
        return true;
    }

    private RecordWriter parameters(CollectiveCall call) {
        WrittenCommunicators.Entry entry = communicators.find(call.communicator(), call.group());
        CollectiveTotals totals = CollectiveTotals.of(call, entry.position(rank), entry.size(ranks));
        if (!totals.tell(call, rank, ranks)) {
            losses.count(Otf2Losses.TOTALS);
        }
        boolean rooted = switch (call.kind()) {
            case BCAST, REDUCE, GATHER, GATHERV, SCATTER, SCATTERV -> true;
            default -> false;
        };
        return record.clear()
                .raw(operation(call.kind()))
                .number(entry.id)
                .number(rooted ? call.root() : RecordWriter.UNDEFINED)
                .number(totals.sent())
                .number(totals.received());
    }

    private static int operation(CollectiveCall.Kind kind) {
        return switch (kind) {
            case BARRIER -> 0;
            case BCAST -> 1;
            case GATHER -> 2;
            case GATHERV -> 3;
            case SCATTER -> 4;
            case SCATTERV -> 5;
            case ALLGATHER -> 6;
            case ALLGATHERV -> 7;
            case ALLTOALL -> 8;
            case ALLTOALLV -> 9;
            case ALLTOALLW -> 10;
            case ALLREDUCE -> 11;
            case REDUCE -> 12;
            case REDUCE_SCATTER -> 13;
            case SCAN -> 14;
            case EXSCAN -> 15;
            case REDUCE_SCATTER_BLOCK -> 16;
            default -> throw new IllegalArgumentException("no archive knows " + kind);
        };
    }

    /** Not possible; the survey refuses programs with helpers. */
    @Override
    public void start(int request, Program helper) {
        throw new IllegalStateException("the survey refuses programs with helpers");
    }
}
