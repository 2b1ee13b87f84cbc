package org.tailback.trace.mpi;

import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Record of a collective operation by one of its ranks. It contains sizes from which {@link CollectiveCalls} derives
 * the sizes of all ranks, or, if created by {@link #of}, the sizes of the call's arguments ({@link
 * SizeConvention#ARGUMENTS}).
 *
 * @param kind kind of the operation; null if it is unknown
 * @param communicator communicator of the operation; null if the trace does not define it
 * @param root rank as numbered in the communicator's records; any number for kinds without a root
 * @param sent number of bytes sent, or -1 if the trace does not record it
 * @param received number of bytes received, or -1 if the trace does not record it
 * @param sendCounts sizes as defined by {@link CollectiveCall}, or null; not copied
 * @param receiveCounts sizes as defined by {@link CollectiveCall}, or null; not copied
 */
public record CollectiveRecord(
        @Nullable Kind kind,
        @Nullable Communicator communicator,
        long root,
        long sent,
        long received,
        long @Nullable [] sendCounts,
        long @Nullable [] receiveCounts) {

    /** Creates a record of a rank's own sizes. */
    public CollectiveRecord(
            @Nullable Kind kind, @Nullable Communicator communicator, long root, long sent, long received) {
        this(kind, communicator, root, sent, received, null, null);
    }

    /** Sizes of the arguments of one rank's call, bytes; negative for impossible calls. */
    public interface Arguments {
        /** Returns the size of the rank's data for one other rank, or of the buffer for calls with a single count. */
        long sent();

        long received();

        long[] sentToEach();

        /** Returns the sizes received from each rank; for reduce_scatter, the size that each rank receives. */
        long[] receivedFromEach();
    }

    /**
     * Creates a record of the arguments of a call. With MPI_IN_PLACE, some arguments are arbitrary, so sizes are taken
     * from arguments that MPI never ignores.
     *
     * @param atRoot whether the arguments are the root's
     * @throws IllegalArgumentException for kinds with neighbours
     */
    public static CollectiveRecord of(
            Kind kind, @Nullable Communicator communicator, long root, boolean atRoot, Arguments arguments) {
        long[] sent = null;
        long[] received = null;
        long bytes;
        switch (kind) {
            case BARRIER -> bytes = 0;
            case BCAST, REDUCE, ALLREDUCE, SCAN, EXSCAN -> bytes = arguments.sent();
            case ALLGATHER, ALLTOALL, REDUCE_SCATTER_BLOCK -> bytes = arguments.received();
            case GATHER -> bytes = atRoot ? arguments.received() : arguments.sent();
            case SCATTER -> bytes = atRoot ? arguments.sent() : arguments.received();
            case GATHERV -> {
                received = atRoot ? arguments.receivedFromEach() : null;
                bytes = received == null ? arguments.sent() : sum(received);
            }
            case SCATTERV -> {
                sent = atRoot ? arguments.sentToEach() : null;
                bytes = sent == null ? arguments.received() : sum(sent);
            }
            case ALLGATHERV -> {
                received = arguments.receivedFromEach();
                bytes = sum(received);
            }
            case REDUCE_SCATTER -> {
                sent = arguments.receivedFromEach();
                bytes = sum(sent);
            }
            case ALLTOALLV, ALLTOALLW -> {
                sent = arguments.sentToEach();
                received = arguments.receivedFromEach();
                bytes = sum(sent);
            }
            default -> throw new IllegalArgumentException(kind + " has neighbours");
        }
        long size = bytes < 0 ? Long.MIN_VALUE : bytes;
        return new CollectiveRecord(kind, communicator, root, size, size, sent, received);
    }

    private static long sum(long[] counts) {
        long sum = 0;
        for (long count : counts) {
            sum = sum < 0 || count < 0 ? -1 : sum + count;
        }
        return sum;
    }
}
