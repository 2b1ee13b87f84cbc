package org.tailback.schedule;

import com.google.common.base.Preconditions;
import java.util.Arrays;
import org.tailback.error.InputException;

/**
 * A schedule in primitive arrays: 21 bytes per operation, 4 per dependency and 4 or 8 per operation to find them. Made
 * rank by rank with {@link #builder}.
 */
public final class PackedSchedule implements Schedule {
    private final int ranks;
    private final int cpuCount;
    private final int nicCount;
    private final int[] firstOperation;
    private final byte[] kinds;
    private final byte[] cpus;
    private final byte[] nics;
    private final int[] peers;
    private final int[] tags;
    private final long[] sizes;
    private final PackedDependencies onCompletion;
    private final PackedDependencies onStart;
    private final OperationPlaces places;

    private PackedSchedule(Builder builder, OperationPlaces places) {
        ranks = builder.ranks;
        cpuCount = 1 + builder.maxCpu;
        nicCount = 1 + builder.maxNic;
        firstOperation = Arrays.copyOf(builder.firstOperation, ranks + 1);
        kinds = builder.kinds;
        cpus = builder.maxCpu == 0 ? new byte[0] : builder.cpus;
        nics = builder.maxNic == 0 ? new byte[0] : builder.nics;
        peers = builder.peers;
        tags = builder.tags;
        sizes = builder.sizes;
        onCompletion = builder.onCompletion;
        onStart = builder.onStart;
        this.places = places;
    }

    /** An empty builder. */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public int ranks() {
        return ranks;
    }

    @Override
    public int cpus() {
        return cpuCount;
    }

    @Override
    public int nics() {
        return nicCount;
    }

    @Override
    public long operations() {
        return firstOperation[ranks];
    }

    @Override
    public int operations(int rank) {
        return firstOperation[rank + 1] - firstOperation[rank];
    }

    @Override
    public Kind kind(int rank, int operation) {
        return Kind.of(kinds[firstOperation[rank] + operation]);
    }

    @Override
    public long size(int rank, int operation) {
        return sizes[firstOperation[rank] + operation];
    }

    @Override
    public int peer(int rank, int operation) {
        return peers[firstOperation[rank] + operation];
    }

    @Override
    public int tag(int rank, int operation) {
        return tags[firstOperation[rank] + operation];
    }

    @Override
    public int cpu(int rank, int operation) {
        return cpuCount == 1 ? 0 : cpus[firstOperation[rank] + operation] & 0xff;
    }

    @Override
    public int nic(int rank, int operation) {
        return nicCount == 1 ? 0 : nics[firstOperation[rank] + operation] & 0xff;
    }

    @Override
    public int completionSuccessors(int rank, int operation) {
        return onCompletion.count(firstOperation[rank] + operation);
    }

    @Override
    public int completionSuccessor(int rank, int operation, int index) {
        return onCompletion.get(firstOperation[rank] + operation, index);
    }

    @Override
    public int startSuccessors(int rank, int operation) {
        return onStart.count(firstOperation[rank] + operation);
    }

    @Override
    public int startSuccessor(int rank, int operation, int index) {
        return onStart.get(firstOperation[rank] + operation, index);
    }

    @Override
    public String placeOf(int rank, int operation) {
        return places.placeOf(rank, operation);
    }

    /** Collects the ranks of a schedule in ascending order. */
    public static final class Builder {
        private static final int MAX_OPERATIONS = Integer.MAX_VALUE - 16;

        private int ranks;
        private int maxCpu;
        private int maxNic;
        private int maxPeer;
        private int operations;
        private int[] firstOperation = new int[17];
        private byte[] kinds = new byte[64];
        private byte[] cpus = new byte[64];
        private byte[] nics = new byte[64];
        private int[] peers = new int[64];
        private int[] tags = new int[64];
        private long[] sizes = new long[64];
        private final PackedDependencies onCompletion = new PackedDependencies();
        private final PackedDependencies onStart = new PackedDependencies();

        private Builder() {}

        /**
         * Appends a copy of the next rank's graph.
         *
         * @throws InputException if there are more operations than arrays can hold (about 2^31)
         */
        public Builder append(RankGraph graph) {
            int added = graph.operations();
            reserve(added);
            for (int i = 0; i < added; i++) {
                int at = operations + i;
                kinds[at] = (byte) graph.kind(i).ordinal();
                cpus[at] = (byte) graph.cpu(i);
                nics[at] = (byte) graph.nic(i);
                peers[at] = graph.peer(i);
                tags[at] = graph.tag(i);
                sizes[at] = graph.size(i);
                maxCpu = Math.max(maxCpu, graph.cpu(i));
                maxNic = Math.max(maxNic, graph.nic(i));
                maxPeer = Math.max(maxPeer, graph.peer(i));
                int completion = graph.completionSuccessors(i);
                for (int k = 0; k < completion; k++) {
                    onCompletion.add(at, graph.completionSuccessor(i, k));
                }
                int start = graph.startSuccessors(i);
                for (int k = 0; k < start; k++) {
                    onStart.add(at, graph.startSuccessor(i, k));
                }
            }
            operations += added;
            firstOperation[++ranks] = operations;
            return this;
        }

        /** Number of ranks so far. */
        public int ranks() {
            return ranks;
        }

        /** The schedule, without places; the builder must not be used afterwards. */
        public PackedSchedule build() {
            return build((rank, operation) -> "");
        }

        /**
         * The schedule; the builder must not be used afterwards.
         *
         * @param places says where operations are written
         */
        public PackedSchedule build(OperationPlaces places) {
            Preconditions.checkState(ranks > 0, "a schedule needs at least one rank");
            Preconditions.checkState(
                    maxPeer < ranks, "an operation names rank %s, but there are %s ranks", maxPeer, ranks);
            kinds = Arrays.copyOf(kinds, operations);
            peers = Arrays.copyOf(peers, operations);
            tags = Arrays.copyOf(tags, operations);
            sizes = Arrays.copyOf(sizes, operations);
            onCompletion.finish(operations);
            onStart.finish(operations);
            return new PackedSchedule(this, places);
        }

        private void reserve(int added) {
            if (firstOperation.length == ranks + 1) {
                firstOperation = Arrays.copyOf(firstOperation, 2 * ranks + 1);
            }
            if (added > MAX_OPERATIONS - operations) {
                throw new InputException(
                        "the schedule has more than " + MAX_OPERATIONS + " operations; convert it to a binary file");
            }
            int needed = operations + added;
            if (needed > kinds.length) {
                int capacity = (int) Math.min(MAX_OPERATIONS, Math.max(needed, kinds.length * 3L / 2));
                kinds = Arrays.copyOf(kinds, capacity);
                cpus = Arrays.copyOf(cpus, capacity);
                nics = Arrays.copyOf(nics, capacity);
                peers = Arrays.copyOf(peers, capacity);
                tags = Arrays.copyOf(tags, capacity);
                sizes = Arrays.copyOf(sizes, capacity);
            }
        }
    }
}
