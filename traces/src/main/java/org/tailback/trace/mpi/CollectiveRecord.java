package org.tailback.trace.mpi;

import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * The part of a rank in a collective operation as the trace records it: sizes from which {@link CollectiveCalls}
 * derives those of all ranks, or by {@link #of} the sizes of the call's arguments ({@link SizeConvention#ARGUMENTS}).
 *
 * @param kind null if it is unknown
 * @param communicator null if the trace does not define it
 * @param root rank as the communicator's records name it; any number where the kind has none
 * @param sent bytes, or -1 if the trace does not record them
 * @param received bytes, or -1
 * @param sendCounts as {@link CollectiveCall} defines them, or null; not copied
 * @param receiveCounts as {@link CollectiveCall} defines them, or null; not copied
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

    /** Sizes by the arguments of one rank's call, bytes; negative if the call is impossible. */
    public interface Arguments {
        /** Returns the size of the rank's data for one other, or of the buffer where there is one count only. */
        long sent();

        long received();

        long[] sentToEach();

        /** Returns the sizes received from each; of reduce_scatter, the size that each receives. */
        long[] receivedFromEach();
    }

    /**
     * Makes a record of the arguments of a call. With MPI_IN_PLACE some of them are arbitrary, so sizes are taken from
     * those arguments that MPI never ignores.
     *
     * @param atRoot whether they are the root's arguments
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
