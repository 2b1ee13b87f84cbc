package org.tailback.program;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.output.Labelled;
import org.tailback.stability.Beta;
import org.tailback.stability.Internal;

/**
 * Call of a collective operation by one rank.
 *
 * @param kind kind of the operation
 * @param communicator communicator of the participating ranks, >= 0; {@link OperationSink#WORLD} for all ranks
 * @param group ranks of the communicator in its order, as ranks of the whole program; null for all ranks in their order
 * @param root position in the group of the rank that gathers or distributes the data, 0 for kinds without a root
 * @param bytes size of the data: the whole buffer for barrier (0), bcast, reduce, allreduce, scan and exscan; the block
 *     that one rank sends to another for gather, scatter, allgather, alltoall and the neighbourhood kinds without
 *     counts; the block that one rank keeps for reduce_scatter_block; the sum over ranks for the vector kinds, except
 *     at a rank that is not the root: the block that it sends in gatherv and receives in scatterv. Bytes, >= 0
 * @param sendCounts bytes sent to each rank, for scatterv (at the root), alltoallv and alltoallw; for reduce_scatter
 *     bytes kept by each rank; for the neighbourhood kinds with counts bytes sent to each destination; null elsewhere
 * @param receiveCounts bytes received from each rank, for gatherv (at the root), allgatherv, alltoallv and alltoallw;
 *     for the neighbourhood kinds with counts bytes received from each source; null elsewhere
 * @param computeSeconds the reduction work that the trace itself attributes to this rank, performed after the
 *     communication; seconds, finite, >= 0
 * @param neighbours the rank's neighbours, for the neighbourhood kinds; null elsewhere
 * @param multicast the items shared by blocks of an alltoall, for libraries that send each item once; null elsewhere
 */
public record CollectiveCall(
        Kind kind,
        int communicator,
        int @Nullable [] group,
        int root,
        long bytes,
        long @Nullable [] sendCounts,
        long @Nullable [] receiveCounts,
        double computeSeconds,
        @Nullable Neighbours neighbours,
        @Beta @Nullable Multicast multicast) {
    @Internal
    public CollectiveCall {}

    /** Kinds of collective operations of MPI. */
    public enum Kind implements Labelled {
        BARRIER,
        BCAST,
        REDUCE,
        ALLREDUCE,
        GATHER,
        GATHERV,
        SCATTER,
        SCATTERV,
        ALLGATHER,
        ALLGATHERV,
        ALLTOALL,
        ALLTOALLV,
        REDUCE_SCATTER,
        SCAN,
        EXSCAN,
        REDUCE_SCATTER_BLOCK,
        ALLTOALLW,
        NEIGHBOR_ALLGATHER,
        NEIGHBOR_ALLGATHERV,
        NEIGHBOR_ALLTOALL,
        NEIGHBOR_ALLTOALLV,
        NEIGHBOR_ALLTOALLW;

        private final String label = name().toLowerCase(Locale.ROOT).replace("_", "");

        /** Returns the name in reports and formats: lower case, without underscores. */
        @Override
        public String label() {
            return label;
        }

        /** Returns the kind with a label, whose words may be joined by {@code -}; empty if there is no such kind. */
        public static Optional<Kind> labelled(String label) {
            String plain = label.replace("-", "");
            return Stream.of(values()).filter(kind -> kind.label.equals(plain)).findFirst();
        }

        /** Returns true for the kinds in which one rank gathers or distributes data. */
        public boolean hasRoot() {
            return switch (this) {
                case BCAST, REDUCE, GATHER, GATHERV, SCATTER, SCATTERV -> true;
                default -> false;
            };
        }

        /**
         * Returns the size of the largest buffer of one rank, bytes.
         *
         * @param bytes size of the whole buffer for kinds in which all ranks have a buffer with the same content,
         *     otherwise size of a block
         */
        public long bufferBytes(long bytes, int ranks) {
            return switch (this) {
                case BCAST, REDUCE, ALLREDUCE, SCAN, EXSCAN, BARRIER -> bytes;
                default -> isNeighbourhood() ? bytes : bytes * ranks;
            };
        }

        /** Returns true for the kinds that combine values of ranks. */
        public boolean reduces() {
            return switch (this) {
                case REDUCE, ALLREDUCE, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK, SCAN, EXSCAN -> true;
                default -> false;
            };
        }

        /** Returns true for the kinds that exchange data with neighbours only. */
        public boolean isNeighbourhood() {
            return compareTo(NEIGHBOR_ALLGATHER) >= 0;
        }
    }

    /**
     * Neighbours of a rank in neighbourhood collectives, as positions in the group, in the order of the process
     * topology; a neighbour may occur more than once.
     *
     * @param sources ranks from which it receives
     * @param destinations ranks to which it sends
     */
    public record Neighbours(int[] sources, int[] destinations) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Neighbours that
                    && Arrays.equals(sources, that.sources)
                    && Arrays.equals(destinations, that.destinations);
        }

        @Override
        public int hashCode() {
            return 31 * Arrays.hashCode(sources) + Arrays.hashCode(destinations);
        }
    }

    /** Creates a collective of all ranks. */
    public CollectiveCall(
            Kind kind,
            int root,
            long bytes,
            long @Nullable [] sendCounts,
            long @Nullable [] receiveCounts,
            double computeSeconds) {
        this(kind, OperationSink.WORLD, null, root, bytes, sendCounts, receiveCounts, computeSeconds, null, null);
    }

    /** Returns a collective of all ranks in which every rank uses the same size. */
    public static CollectiveCall uniform(Kind kind, int root, long bytes) {
        return new CollectiveCall(kind, root, bytes, null, null, 0);
    }

    /** Returns this call among the ranks of a communicator. */
    public CollectiveCall on(int itsCommunicator, int @Nullable [] itsGroup) {
        return with(itsCommunicator, itsGroup, neighbours, multicast);
    }

    /** Returns this call with the neighbours of its rank, for the neighbourhood kinds; null for none. */
    public CollectiveCall with(@Nullable Neighbours itsNeighbours) {
        return with(communicator, group, itsNeighbours, multicast);
    }

    /** Returns this call with items that its blocks share. */
    @Beta
    public CollectiveCall with(Multicast itsMulticast) {
        return with(communicator, group, neighbours, itsMulticast);
    }

    private CollectiveCall with(
            int itsCommunicator,
            int @Nullable [] itsGroup,
            @Nullable Neighbours itsNeighbours,
            @Nullable Multicast itsMulticast) {
        return new CollectiveCall(
                kind,
                itsCommunicator,
                itsGroup,
                root,
                bytes,
                sendCounts,
                receiveCounts,
                computeSeconds,
                itsNeighbours,
                itsMulticast);
    }

    /** Returns the number of participating ranks, in a program with this number of ranks. */
    public int ranks(int ofProgram) {
        return group == null ? ofProgram : group.length;
    }

    private @Nullable Object[] parts() {
        return new @Nullable Object[] {
            kind, communicator, group, root, bytes, sendCounts, receiveCounts, computeSeconds, neighbours, multicast
        };
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CollectiveCall that && Arrays.deepEquals(parts(), that.parts());
    }

    @Override
    public int hashCode() {
        return Arrays.deepHashCode(parts());
    }
}
