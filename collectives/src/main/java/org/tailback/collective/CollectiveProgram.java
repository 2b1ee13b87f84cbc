package org.tailback.collective;

import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import java.util.List;
import org.tailback.error.InputException;
import org.tailback.generator.MessageBenchmark;
import org.tailback.generator.Programs;
import org.tailback.generator.SteppedProgram;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.program.CollectiveCall.Neighbours;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.stability.Beta;

/**
 * Programs in which all ranks perform one collective operation, all with the same size, for studies of algorithms. The
 * root of rooted operations is rank 0. The neighbours of a rank are the previous and the next rank of a ring.
 */
public final class CollectiveProgram {
    /** Name of NCCL's choice of algorithm on the machines of the layout, which have GPUs. */
    @Beta
    public static final String NCCL = "nccl";

    private static final String ALLTOALL_A = "A";
    private static final String ALLTOALL_B = "B";

    private CollectiveProgram() {}

    /**
     * Returns the names that {@link #of} accepts for a kind: the sorted names of its algorithms, preceded by A and B
     * for alltoall.
     */
    public static List<String> algorithms(Kind kind) {
        return algorithmsOffered(kind, true);
    }

    /**
     * Returns the names of {@link #algorithms} that are candidates by default.
     *
     * @param gpus whether the ranks run on GPUs
     */
    @Beta
    public static List<String> algorithmsOffered(Kind kind, boolean gpus) {
        ImmutableList.Builder<String> names = ImmutableList.builder();
        if (kind == Kind.ALLTOALL) {
            names.add(ALLTOALL_A, ALLTOALL_B);
        }
        CollectiveAlgorithms.offered(kind, gpus).forEach(algorithm -> names.add(algorithm.name()));
        return names.build();
    }

    /**
     * Returns the operation as the messages of an algorithm.
     *
     * @param algorithm as in {@link CollectiveAlgorithms#named}; for alltoall also {@code A} and {@code B}, the
     *     exchanges of the PlogPT paper ({@link Programs#alltoallA}, {@link Programs#alltoallB}), and for
     *     neighbor_alltoall the patterns of {@link MessageBenchmark}
     * @param ranks number of ranks, P >= 1; a power of two for A and B
     * @param bytes size in bytes, as in {@link #calls}
     * @throws InputException if there is no such algorithm or it cannot work for this number of ranks
     */
    public static ParallelProgram of(Kind kind, String algorithm, int ranks, long bytes) {
        if (isExchange(kind, algorithm)) {
            return switch (algorithm) {
                case ALLTOALL_A -> Programs.alltoallA(ranks, bytes);
                case ALLTOALL_B -> Programs.alltoallB(ranks, bytes);
                default -> new MessageBenchmark(algorithm, ranks, bytes);
            };
        }
        CollectiveAlgorithm named = CollectiveAlgorithms.named(kind, algorithm).on(MachineLayout.NONE);
        return CollectiveExpansion.of(calls(kind, ranks, bytes), CollectiveSelector.always(named));
    }

    /**
     * Returns the name of the algorithm that a selector chooses for the operation.
     *
     * @param ranks number of ranks, P >= 1
     * @param bytes size in bytes, as in {@link #calls}
     */
    public static String selected(Kind kind, CollectiveSelector selector, int ranks, long bytes) {
        return selector.select(call(kind, 0, ranks, bytes), ranks).name();
    }

    /**
     * Returns whether a name is an exchange that is not an algorithm of {@link CollectiveAlgorithms}: A or B of
     * alltoall, or a pattern of {@link MessageBenchmark} of neighbor_alltoall.
     */
    public static boolean isExchange(Kind kind, String algorithm) {
        return kind == Kind.ALLTOALL && (algorithm.equals(ALLTOALL_A) || algorithm.equals(ALLTOALL_B))
                || kind == Kind.NEIGHBOR_ALLTOALL && MessageBenchmark.isNamed(algorithm);
    }

    /**
     * Returns the unexpanded operation, to be expanded by {@link CollectiveExpansion}.
     *
     * @param ranks number of ranks, P >= 1
     * @param bytes size in bytes, >= 0, of the whole buffer for bcast, reduce, allreduce, scan and exscan, and of each
     *     block for the other kinds; ignored for barrier
     */
    public static ParallelProgram calls(Kind kind, int ranks, long bytes) {
        if (ranks < 1) {
            throw new InputException("The number of ranks must be at least 1, found " + ranks);
        }
        if (bytes < 0) {
            throw new InputException("A size must be 0 bytes or more, found " + bytes);
        }
        return new Calls(kind, ranks, bytes);
    }

    private record Calls(Kind kind, int ranks, long bytes) implements ParallelProgram {
        @Override
        public Program open(int rank) {
            return new SteppedProgram(1, (step, sink) -> sink.collective(call(kind, rank, ranks, bytes)));
        }
    }

    private static CollectiveCall call(Kind kind, int rank, int ranks, long bytes) {
        long total = Partition.equal(bytes, ranks).bytes(0, ranks);
        return switch (kind) {
            case BARRIER -> CollectiveCall.uniform(kind, 0, 0);
            case GATHERV, SCATTERV ->
                rank == 0 ? vector(kind, total, bytes, ranks) : CollectiveCall.uniform(kind, 0, bytes);
            case ALLGATHERV, REDUCE_SCATTER, ALLTOALLV, ALLTOALLW -> vector(kind, total, bytes, ranks);
            case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLGATHERV, NEIGHBOR_ALLTOALL, NEIGHBOR_ALLTOALLV, NEIGHBOR_ALLTOALLW ->
                inRing(kind, rank, ranks, bytes);
            default -> CollectiveCall.uniform(kind, 0, bytes);
        };
    }

    private static CollectiveCall vector(Kind kind, long total, long bytes, int ranks) {
        boolean sends = kind != Kind.GATHERV && kind != Kind.ALLGATHERV;
        boolean receives = kind != Kind.SCATTERV && kind != Kind.REDUCE_SCATTER;
        return new CollectiveCall(
                kind, 0, total, sends ? equal(bytes, ranks) : null, receives ? equal(bytes, ranks) : null, 0);
    }

    private static CollectiveCall inRing(Kind kind, int rank, int ranks, long bytes) {
        int[] both = {Sizes.modulo(rank, -1, ranks), Sizes.modulo(rank, 1, ranks)};
        long[] counts = equal(bytes, 2);
        return new CollectiveCall(kind, 0, bytes, counts, counts, 0).with(new Neighbours(both, both));
    }

    private static long[] equal(long bytes, int count) {
        long[] counts = new long[count];
        Arrays.fill(counts, bytes);
        return counts;
    }
}
