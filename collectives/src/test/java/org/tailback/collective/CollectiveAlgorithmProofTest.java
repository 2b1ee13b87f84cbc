package org.tailback.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.error.InputException;
import org.tailback.generator.CollectiveExamples;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.replay.Replay;

/** Performs every algorithm that is found on data: a new algorithm is proved by listing it as a service. */
class CollectiveAlgorithmProofTest {
    private static final int FEW = 17;
    /** Above a power of two by one, so that every kind of remainder occurs. */
    private static final int MOST_RANKS = Boolean.getBoolean("tailback.thorough") ? 33 : 17;

    private static final long[] SIZES = {0, 1, 7, 64, 1001};

    @TestFactory
    Stream<DynamicTest> everyAlgorithm_performedOnData_doesWhatItsOperationIsDefinedToDo() {
        return withSegments(CollectiveAlgorithms.all().stream())
                .flatMap(algorithm -> algorithm.kinds().stream()
                        .filter(kind -> !kind.isNeighbourhood())
                        .map(kind -> DynamicTest.dynamicTest(kind.label() + " by " + algorithm.name(), () -> {
                            for (int ranks = 1; ranks <= MOST_RANKS; ranks++) {
                                for (int root : roots(kind, ranks)) {
                                    for (long size : SIZES) {
                                        if (ranks > FEW && showsNothingNew(algorithm, size)) {
                                            continue;
                                        }
                                        DataChecker.prove(algorithm, calls(kind, ranks, root, size));
                                    }
                                }
                            }
                        })));
    }

    /** Buffers of one segment are those without segments; ten segments of 64 B show what a hundred would. */
    private static boolean showsNothingNew(CollectiveAlgorithm algorithm, long size) {
        String name = algorithm.name();
        return name.endsWith("/100") && size <= 100 || name.endsWith("/7") && (size <= 7 || size > 100);
    }

    /** Those that work with segments are proved without, with long ones and with short ones. */
    private static Stream<CollectiveAlgorithm> withSegments(Stream<CollectiveAlgorithm> algorithms) {
        return algorithms.flatMap(algorithm -> algorithm.hasSegments()
                ? Stream.of(algorithm, algorithm.withSegments(100), algorithm.withSegments(7))
                : Stream.of(algorithm));
    }

    private static int[] roots(Kind kind, int ranks) {
        return switch (kind) {
            case BCAST, REDUCE, GATHER, GATHERV, SCATTER, SCATTERV ->
                IntStream.of(0, 1, ranks / 2, ranks - 1)
                        .map(root -> root % ranks)
                        .distinct()
                        .toArray();
            default -> new int[] {0};
        };
    }

    /** Calls with the same size, or with counts of 0 to that size from a fixed seed. */
    private static CollectiveCall[] calls(Kind kind, int ranks, int root, long size) {
        Random random = new Random(42 + ranks);
        long[][] counts = new long[ranks][ranks];
        for (long[] row : counts) {
            for (int i = 0; i < ranks; i++) {
                row[i] = random.nextInt((int) size + 1);
            }
        }
        return IntStream.range(0, ranks)
                .mapToObj(rank -> CollectiveExamples.call(kind, rank, root, kind == Kind.BARRIER ? 0 : size, counts, 0))
                .toArray(CollectiveCall[]::new);
    }

    @Test
    void everyKind_hasAnAlgorithmThatTheBasicSelectorChooses() {
        for (Kind kind : Kind.values()) {
            CollectiveAlgorithm chosen = new BasicSelector().select(calls(kind, 4, 0, 8)[0], 4);
            assertThat(chosen.kinds()).contains(kind);
            assertThat(CollectiveAlgorithms.named(kind, chosen.name()).name()).isEqualTo(chosen.name());
        }
    }

    /** P - 1 blocks cross the network in a linear gather; along a binomial tree of 8, 1 * 4 + 2 * 2 + 4 * 1 = 12. */
    @Test
    void gather_eightRanks_movesTheBytesOfItsTree() {
        CollectiveCall[] calls = calls(Kind.GATHER, 8, 3, 10);

        assertThat(DataChecker.prove(CollectiveAlgorithms.named(Kind.GATHER, "linear"), calls))
                .isEqualTo(70);
        assertThat(DataChecker.prove(CollectiveAlgorithms.named(Kind.GATHER, "binomial"), calls))
                .isEqualTo(120);
    }

    /**
     * In step k, ranks with a partner send all but what their group of 2^k keeps; a rank without one whose group's
     * partners exist in part gets what they sent, the blocks before their group, passed on once.
     */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 6, 7, 8, 12, 13, 16, 100})
    void recursiveDoublingReduceScatter_movesTheBytesOfMpich(int ranks) {
        long blocks = 0;
        for (int group = 1; group < ranks; group *= 2) {
            for (int rank = 0; rank < ranks; rank++) {
                int own = rank / group * group;
                if ((rank ^ group) < ranks) {
                    blocks += ranks - Math.min(group, ranks - own);
                } else if (own + group < ranks && own / group % 2 == 0) {
                    blocks += own + group;
                }
            }
        }

        assertThat(DataChecker.prove(
                        CollectiveAlgorithms.named(Kind.REDUCE_SCATTER_BLOCK, "recursive-doubling"),
                        calls(Kind.REDUCE_SCATTER_BLOCK, ranks, 0, 10)))
                .isEqualTo(10 * blocks);
    }

    /**
     * Rank 92 has made 5 exchanges when rank 64 gets what rank 96 sent long before, having no partners in between; 3
     * messages more bring it to 92 (64, 80, 88, 92), an exchange to 28, and 1 message to 60.
     */
    @Test
    void recursiveDoublingReduceScatter_hundredRanks_takeTenMessagesInARow() {
        Platform platform = PlatformFile.parse("""
                        cluster: {nodes: 100}
                        network: {model: uncontended}
                        cost: {model: hockney, latency: 1 s, bandwidth: 1e15 GB/s}
                        """, "test").resolve(Overrides.NONE);

        assertThat(Replay.builder(
                                CollectiveProgram.of(Kind.REDUCE_SCATTER_BLOCK, "recursive-doubling", 100, 8), platform)
                        .build()
                        .run()
                        .makespan())
                .isCloseTo(10, within(1e-6));
    }

    @Test
    void inOrderBinaryReduce_withSegments_keepsTheOrder() {
        assertThat(CollectiveAlgorithms.named(Kind.REDUCE, "in-order-binary/64KiB")
                        .keepsOrder())
                .isTrue();
        assertThat(CollectiveAlgorithms.named(Kind.REDUCE, "binary/64KiB").keepsOrder())
                .isFalse();
    }

    @Test
    void named_unknownAlgorithm_listsThoseOfTheKind() {
        assertThatThrownBy(() -> CollectiveAlgorithms.named(Kind.ALLTOALL, "pairwize"))
                .isInstanceOf(InputException.class)
                .hasMessage("Unknown algorithm 'pairwize' for alltoall. Did you mean 'pairwise'? Algorithms: bruck, "
                        + "linear, "
                        + "pairwise, ring, scattered");
    }

    @Test
    void schedule_countsMissing_saysWhichCounts() {
        CollectiveCall call = CollectiveCall.uniform(Kind.ALLTOALLV, 0, 8);

        assertThatThrownBy(() -> CollectiveAlgorithms.named(Kind.ALLTOALLV, "pairwise")
                        .schedule(call, 0, 2)
                        .step(0, new NullSink()))
                .isInstanceOf(InputException.class)
                .hasMessage("The collective alltoallv needs the receive counts of all 2 ranks; found none");
    }

    private static final class NullSink implements CollectiveSink {
        @Override
        public void carry(long firstBlock, int count) {}

        @Override
        public void isend(int request, int destination, long bytes) {}

        @Override
        public void irecv(int request, int source, long bytes) {}

        @Override
        public void send(int destination, long bytes) {}

        @Override
        public void recv(int source, long bytes) {}

        @Override
        public void awaitAll(int firstRequest, int count) {}

        @Override
        public void combine(long fromBlock, long intoBlock, int count, long bytes) {}

        @Override
        public void copy(long fromBlock, long intoBlock, int count) {}
    }
}
