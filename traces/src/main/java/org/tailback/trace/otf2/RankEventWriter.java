package org.tailback.trace.otf2;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;
import org.tailback.program.Program;
import org.tailback.program.SendMode;
import org.tailback.trace.OperationTimesFeed;
import org.tailback.trace.WritingLosses;
import org.tailback.trace.mpi.CollectiveTotals;

/** Writes the operations of one rank as events, each in an MPI call ({@link WrittenCalls}). */
final class RankEventWriter implements OperationSink {

    private final int rank;
    private final int ranks;
    private final ChunkedOutput out;
    private final WrittenCalls calls;
    private final WrittenCommunicators communicators;
    private final WritingLosses losses;
    private final RecordWriter record = new RecordWriter();
    private final Map<Integer, Open> open = new LinkedHashMap<>();

    private long nextId = 1;

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
        this.communicators = survey.communicators();
        this.losses = losses;
        this.calls = new WrittenCalls(out, times, regions, losses, ticksPerSecond, survey.earliest());
    }

    /** Writes the end of everything. */
    void end() {
        boolean unfinished =
                open.values().stream().anyMatch(request -> request.receive != null || request.collective != null);
        if (unfinished) {
            calls.enterLast("MPI_Waitall");
            for (Open request : open.values()) {
                if (request.receive != null || request.collective != null) {
                    losses.count(Otf2Losses.FREED_RECEIVE);
                    complete(request);
                }
            }
        }
        calls.end();
    }

    @Override
    public void compute(double seconds) {
        calls.compute(seconds);
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
        calls.enter(WrittenRegions.send(mode, false), mode, true);
        out.append(message(destination, tag, communicator, bytes).asRecord(EventKind.MPI_SEND.code()));
    }

    @Override
    public void isend(int request, int destination, int tag, int communicator, long bytes, SendMode mode) {
        calls.enter(WrittenRegions.send(mode, true), mode, false);
        long id = nextId++;
        out.append(message(destination, tag, communicator, bytes).number(id).asRecord(EventKind.MPI_ISEND.code()));
        open.put(request, new Open(id, null, null));
    }

    @Override
    public void recv(int source, int tag, int communicator, long bytes) {
        calls.enter("MPI_Recv", SendMode.STANDARD, true);
        calls.goToLeave();
        out.append(message(source, tag, communicator, known(bytes)).asRecord(EventKind.MPI_RECV.code()));
    }

    @Override
    public void irecv(int request, int source, int tag, int communicator, long bytes) {
        calls.enter("MPI_Irecv", SendMode.STANDARD, false);
        long id = nextId++;
        calls.record(EventKind.MPI_IRECV_REQUEST, id);
        open.put(request, new Open(id, new Message(source, tag, communicator, known(bytes)), null));
    }

    /** Returns an unknown size is written as 0. */
    private static long known(long bytes) {
        return bytes == OperationSink.ANY_SIZE ? 0 : bytes;
    }

    @Override
    public void probe(int source, int tag, int communicator) {
        losses.count(Otf2Losses.PROBE);
        calls.enter("MPI_Probe", SendMode.STANDARD, false);
    }

    private void complete(Open request) {
        Message message = request.receive;
        CollectiveCall collective = request.collective;
        if (message != null) {
            out.append(message(message.peer, message.tag, message.communicator, message.bytes)
                    .number(request.id)
                    .asRecord(EventKind.MPI_IRECV.code()));
        } else if (collective != null) {
            out.append(parameters(collective)
                    .number(request.id)
                    .asRecord(EventKind.NON_BLOCKING_COLLECTIVE_COMPLETE.code()));
        } else {
            calls.record(EventKind.MPI_ISEND_COMPLETE, request.id);
        }
        calls.noteCompletion();
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
        calls.enter("MPI_Wait", SendMode.STANDARD, false);
        calls.goToLeave();
        complete(request);
    }

    @Override
    public void awaitAll(int[] requests, int count) {
        calls.enter("MPI_Waitall", SendMode.STANDARD, false);
        calls.goToLeave();
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
        calls.enter(name, SendMode.STANDARD, false);
        calls.goToLeave();
        for (int i = 0; i < count; i++) {
            if (complete(requests[i])) {
                return;
            }
        }
    }

    @Override
    public void free(int request) {
        calls.enter("MPI_Request_free", SendMode.STANDARD, false);
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
        calls.enter("MPI_Cancel", SendMode.STANDARD, false);
        Open cancelled = open.remove(request);
        if (cancelled != null) {
            if (cancelled.receive != null) {
                losses.count(Otf2Losses.CANCELLED_RECEIVE);
            }
            calls.record(EventKind.MPI_REQUEST_CANCELLED, cancelled.id);
        }
    }

    @Override
    public void collective(CollectiveCall call) {
        calls.enter(WrittenRegions.collective(call.kind(), false), SendMode.STANDARD, false);
        if (isWritable(call)) {
            out.append(record.clear().asRecord(EventKind.MPI_COLLECTIVE_BEGIN.code()));
            calls.goToLeave();
            out.append(parameters(call).asRecord(EventKind.MPI_COLLECTIVE_END.code()));
        }
        if (call.computeSeconds() > 0) {
            losses.count(Otf2Losses.WORK);
            calls.work(call.computeSeconds());
        }
    }

    @Override
    public void icollective(int request, CollectiveCall call) {
        calls.enter(WrittenRegions.collective(call.kind(), true), SendMode.STANDARD, false);
        if (call.computeSeconds() > 0) {
            losses.count(Otf2Losses.WORK);
        }
        if (isWritable(call)) {
            long id = nextId++;
            out.append(record.clear().number(id).asRecord(EventKind.NON_BLOCKING_COLLECTIVE_REQUEST.code()));
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
        return record.clear()
                .raw(CollectiveCodes.of(call.kind()))
                .number(entry.id)
                .number(call.kind().hasRoot() ? call.root() : RecordWriter.UNDEFINED)
                .number(totals.sent())
                .number(totals.received());
    }

    /** Not possible; the survey refuses programs with helpers. */
    @Override
    public void start(int request, Program helper) {
        throw new IllegalStateException("the survey refuses programs with helpers");
    }
}
