package org.tailback.trace.clog2;

import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;
import org.tailback.trace.mpi.CallTranslator;
import org.tailback.trace.mpi.Communicator;
import org.tailback.trace.mpi.MpiCall;
import org.tailback.trace.mpi.RecordedRank;
import org.tailback.trace.mpi.TranslationCounts;

/** Reads the sorted records of one rank and tells a translator of those that matter. */
final class RankReader extends RecordedRank {
    private final Clog2World world;
    private final RankRecords.Cursor records;
    private final int rank;
    private final long beginning;
    private long flushSince;
    private boolean flushing;

    RankReader(Clog2World world, RankRecords.Cursor records, int rank, TranslationCounts counts) {
        super(rank, world.ranks(), RankRecords.TICKS_PER_SECOND, counts);
        this.world = world;
        this.records = records;
        this.rank = rank;
        this.beginning = Math.round(world.firstTime() * RankRecords.TICKS_PER_SECOND);
    }

    @Override
    protected boolean tellNext() {
        if (!records.next()) {
            return false;
        }
        tell(records.time() - beginning);
        return true;
    }

    private void tell(long time) {
        switch (records.kind()) {
            case RankRecords.EVENT -> tellEvent(time, -1, -1);
            case RankRecords.CARGO_EVENT -> tellEvent(time, records.value(2), records.value(3));
            case RankRecords.SEND ->
                translator
                        .messages()
                        .sent(time, world.communicator(records.value(1)), records.value(0), records.value(2), bytes());
            case RankRecords.RECEIVE ->
                translator
                        .messages()
                        .received(
                                time,
                                world.communicator(records.value(1)),
                                records.value(0),
                                records.value(2),
                                bytes());
            default -> translator.time(time);
        }
    }

    /** Sizes are kept in 32 bits; of what does not fit into 31 the lower bits are still right. */
    private long bytes() {
        return records.value(3) & 0xffffffffL;
    }

    private void tellEvent(long time, long sent, long received) {
        int event = records.value(0);
        MpiCall begun = world.begun(event);
        MpiCall endedCall = begun == null ? world.ended(event) : null;
        if (begun != null) {
            translator.enter(begun, time);
        } else if (endedCall != null) {
            if (endedCall.kind() == MpiCall.Kind.COLLECTIVE) {
                tellCollective(time, endedCall, sent, received);
            }
            translator.leave(time);
        } else if (event == world.flushBegin()) {
            flushSince = time;
            flushing = true;
            translator.time(time);
        } else if (event == world.flushEnd() && flushing) {
            flushing = false;
            translator.flush(flushSince, time);
        } else {
            translator.time(time);
        }
    }

    private void tellCollective(long time, MpiCall call, long sent, long received) {
        Communicator communicator = world.communicator(records.value(1));
        CollectiveCall.Kind kind = kind(call.name());
        // the root is not recorded
        translator
                .collectives()
                .performed(
                        time,
                        kind,
                        communicator,
                        communicator == null ? 0 : communicator.firstMember(),
                        sent,
                        received);
    }

    private static CollectiveCall.@Nullable Kind kind(String name) {
        return switch (name) {
            case "MPI_Barrier" -> CollectiveCall.Kind.BARRIER;
            case "MPI_Bcast" -> CollectiveCall.Kind.BCAST;
            case "MPI_Reduce" -> CollectiveCall.Kind.REDUCE;
            case "MPI_Allreduce" -> CollectiveCall.Kind.ALLREDUCE;
            case "MPI_Gather" -> CollectiveCall.Kind.GATHER;
            case "MPI_Gatherv" -> CollectiveCall.Kind.GATHERV;
            case "MPI_Scatter" -> CollectiveCall.Kind.SCATTER;
            case "MPI_Scatterv" -> CollectiveCall.Kind.SCATTERV;
            case "MPI_Allgather" -> CollectiveCall.Kind.ALLGATHER;
            case "MPI_Allgatherv" -> CollectiveCall.Kind.ALLGATHERV;
            case "MPI_Alltoall" -> CollectiveCall.Kind.ALLTOALL;
            case "MPI_Alltoallv" -> CollectiveCall.Kind.ALLTOALLV;
            case "MPI_Alltoallw" -> CollectiveCall.Kind.ALLTOALLW;
            case "MPI_Reduce_scatter" -> CollectiveCall.Kind.REDUCE_SCATTER;
            case "MPI_Reduce_scatter_block" -> CollectiveCall.Kind.REDUCE_SCATTER_BLOCK;
            case "MPI_Scan" -> CollectiveCall.Kind.SCAN;
            case "MPI_Exscan" -> CollectiveCall.Kind.EXSCAN;
            default -> null;
        };
    }

    /** Nothing is told of requests, now or later. */
    @Override
    public void readOn(CallTranslator wanting) {
        // see lacksRequests
    }

    @Override
    public boolean lacksRequests() {
        return true;
    }

    @Override
    public String toString() {
        return "rank " + rank;
    }
}
