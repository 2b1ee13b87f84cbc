package org.tailback.trace.mpi;

import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * The arguments of a collective operation of which the trace records all.
 *
 * @param communicator null if the trace does not define it
 * @param root rank as the communicator's records name it; any number where the kind has none
 * @param bytes as {@link CollectiveCall} defines it; negative if it is impossible
 * @param sendCounts likewise; not copied
 * @param receiveCounts likewise; not copied
 */
public record KnownCollective(
        Kind kind,
        @Nullable Communicator communicator,
        long root,
        long bytes,
        long @Nullable [] sendCounts,
        long @Nullable [] receiveCounts) {

    /** Sizes by the arguments of one rank's call, bytes. */
    public interface Arguments {
        /** Returns the size of the rank's data for one other, or of the buffer where there is one count only. */
        long sent();

        long received();

        long[] sentToEach();

        /** Returns the sizes received from each; of reduce_scatter, the size that each receives. */
        long[] receivedFromEach();
    }

    /**
     * Makes an operation of the arguments of its call. With MPI_IN_PLACE some of them are arbitrary, so sizes
     * are taken from those arguments that MPI never ignores.
     *
     * @param atRoot whether they are the root's arguments
     * @throws IllegalArgumentException for kinds with neighbours
     */
    public static KnownCollective of(
            Kind kind, @Nullable Communicator communicator, long root, boolean atRoot, Arguments arguments) {
        long[] sent = null;
        long[] received = null;
        long bytes = 0;
        switch (kind) {
            case BARRIER -> {
                // has no size
            }
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
        return new KnownCollective(kind, communicator, root, bytes, sent, received);
    }

    private static long sum(long[] counts) {
        long sum = 0;
        for (long count : counts) {
            sum = sum < 0 || count < 0 ? -1 : sum + count;
        }
        return sum;
    }
}
