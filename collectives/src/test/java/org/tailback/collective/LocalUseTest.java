package org.tailback.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.error.InputException;
import org.tailback.platform.LocalWork;
import org.tailback.platform.LocalWork.Range;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.replay.Replay;

class LocalUseTest {
    private static final long MIB = 1 << 20;
    /** Messages take no time: 1 us a reduction and 1 ns a byte; 2 ns a byte copied; 4 ns a byte of fresh memory. */
    private static final String FILE = """
            cluster: {nodes: 8}
            network: {model: uncontended}
            cost: {model: hockney, latency: 0 s, bandwidth: 1e15 GB/s}
            local:
              reduction: {per-call: 1 us, bandwidth: 1 GB/s}
              copy: [{bandwidth: 0.5 GB/s}, {from: 1 GB, bandwidth: 0.1 GB/s}]
              buffer: {bandwidth: 0.25 GB/s}
            """;

    private static double seconds(Kind kind, String algorithm, int ranks, long bytes) {
        Platform platform = PlatformFile.parse(FILE, "test").resolve(Overrides.NONE);
        return Replay.builder(
                        CollectiveExpansion.of(
                                CollectiveProgram.calls(kind, ranks, bytes),
                                CollectiveSelector.always(CollectiveAlgorithms.named(kind, algorithm))
                                        .on(MachineLayout.NONE)
                                        .with(platform.localWork())),
                        platform)
                .build()
                .run()
                .makespan();
    }

    private static LocalUse use(Kind kind, String algorithm, int rank, int ranks, long bytes) {
        return CollectiveAlgorithms.named(kind, algorithm)
                .schedule(CollectiveCall.uniform(kind, 0, bytes), rank, ranks)
                .localUse();
    }

    @Test
    void recursiveDoublingAllreduce_twoCopiesAndAReductionAStep() {
        double expected = 2 * 2e-9 * 1000 + 3 * (1e-6 + 1e-9 * 1000);

        assertThat(seconds(Kind.ALLREDUCE, "recursive-doubling", 8, 1000)).isCloseTo(expected, within(1e-9));
    }

    @Test
    void bruckAlltoall_packsEveryMessage() {
        // 8 blocks of 100 B copied before and after; 3 steps that pack, unpack and copy back 4 blocks each
        double expected = 2e-9 * (800 + 800 + 3 * 3 * 400);

        assertThat(seconds(Kind.ALLTOALL, "bruck", 8, 100)).isCloseTo(expected, within(1e-9));
    }

    @Test
    void broadcast_copiesNothing() {
        assertThat(seconds(Kind.BCAST, "binomial-doubling", 8, 1000)).isCloseTo(0, within(1e-9));
    }

    @Test
    void oneBufferIsKept_twoAreFresh() {
        assertThat(use(Kind.ALLREDUCE, "rabenseifner", 1, 8, MIB).fresh()).isZero();
        assertThat(use(Kind.REDUCE, "rabenseifner", 1, 8, MIB).fresh()).isEqualTo(MIB + MIB / 2);
        assertThat(use(Kind.REDUCE, "rabenseifner", 0, 8, MIB).fresh()).isZero();
        assertThat(use(Kind.ALLREDUCE, "rabenseifner", 1, 8, 64 * MIB).fresh()).isEqualTo(32 * MIB);
        assertThat(use(Kind.REDUCE, "rabenseifner", 1, 8, 1000).fresh()).isZero();
    }

    @Test
    void binomialScatter_innerRanksBufferTheirSubtree() {
        assertThat(use(Kind.SCATTER, "binomial", 4, 8, 16 * MIB).fresh()).isEqualTo(64 * MIB);
        assertThat(use(Kind.SCATTER, "binomial", 0, 8, 16 * MIB).fresh()).isZero();
        assertThat(use(Kind.SCATTER, "binomial", 3, 8, 64 * MIB).fresh()).isZero();
    }

    /** Open MPI's gather has place for all blocks at inner ranks, which decides whether the memory is kept. */
    @Test
    void binomialGatherAndScatter_atInnerRanks_bufferTheirSubtree() {
        assertThat(use(Kind.GATHER, "binomial", 2, 8, 4 * MIB))
                .isEqualTo(new LocalUse(32 * MIB, 32 * MIB, 8 * MIB, 4 * MIB, 0, false));
        assertThat(use(Kind.SCATTER, "binomial", 2, 8, 4 * MIB))
                .isEqualTo(new LocalUse(8 * MIB, 8 * MIB, 8 * MIB, 4 * MIB, 0, false));
        for (Kind kind : new Kind[] {Kind.GATHER, Kind.SCATTER}) {
            assertThat(use(kind, "binomial", 3, 8, 4 * MIB)).isEqualTo(LocalUse.NONE);
            assertThat(use(kind, "binomial", 0, 8, 4 * MIB)).isEqualTo(LocalUse.copying(4 * MIB, 0));
        }
    }

    @Test
    void binomialGather_toAnotherRootThanRankZero_turnsAllBlocks() {
        LocalUse use = CollectiveAlgorithms.named(Kind.GATHER, "binomial")
                .schedule(CollectiveCall.uniform(Kind.GATHER, 5, 1000), 5, 8)
                .localUse();

        assertThat(use).isEqualTo(new LocalUse(8000, 8000, 8000, 1000, 8000, false));
    }

    /** The buffers of 8 blocks: in rbuf and inplacebuf by turns, so that 0 and 3 end where they must be, 1 does not. */
    @Test
    void recursiveDoublingAllreduce_copiesTheSumWhereItEndsInTheBuffer() {
        assertThat(use(Kind.ALLREDUCE, "recursive-doubling", 0, 8, 100).copiedAfter())
                .isZero();
        assertThat(use(Kind.ALLREDUCE, "recursive-doubling", 1, 8, 100).copiedAfter())
                .isEqualTo(100);
        assertThat(use(Kind.ALLREDUCE, "recursive-doubling", 3, 8, 100).copiedAfter())
                .isZero();
        assertThat(use(Kind.ALLREDUCE, "recursive-doubling", 7, 8, 100).copiedAfter())
                .isEqualTo(100);
        // 0 stays out and receives the sum; 5 has a lower partner, then a higher one
        assertThat(use(Kind.ALLREDUCE, "recursive-doubling", 0, 6, 100).copiedAfter())
                .isZero();
    }

    @Test
    void bruckAllgather_blocksBehindTheOwn_areCopiedTwice() {
        assertThat(use(Kind.ALLGATHER, "bruck", 3, 8, 100)).isEqualTo(new LocalUse(500, 500, 500, 100, 1300, false));
        assertThat(use(Kind.ALLGATHER, "bruck", 0, 8, 100)).isEqualTo(LocalUse.copying(100, 0));
        assertThat(use(Kind.ALLGATHER, "recursive-doubling", 3, 7, 100))
                .isEqualTo(use(Kind.ALLGATHER, "bruck", 3, 7, 100));
    }

    @Test
    void bruckAllgatherOfMpich_everyBlockIsCopiedOnceFromABuffer() {
        for (int rank : new int[] {0, 3}) {
            assertThat(use(Kind.ALLGATHER, "bruck-mpich", rank, 8, 100))
                    .isEqualTo(new LocalUse(800, 800, 800, 100, 800, false));
        }
    }

    @Test
    void inOrderBinaryReduce_toAnotherRoot_buffersTheResultAtTheLastRank() {
        // two children: a buffer for each of two segments, and the result, as the root is rank 0
        assertThat(use(Kind.REDUCE, "in-order-binary/64KiB", 7, 8, MIB).buffers())
                .isEqualTo(MIB + 2 * 65536);
    }

    @Test
    void recursiveHalving_receivesAHalfUnlessRanksFold() {
        assertThat(use(Kind.REDUCE_SCATTER_BLOCK, "recursive-halving", 1, 4, MIB))
                .isEqualTo(new LocalUse(8 * MIB, 4 * MIB, 6 * MIB, 4 * MIB, MIB, false));
        assertThat(use(Kind.REDUCE_SCATTER_BLOCK, "recursive-halving", 0, 3, MIB))
                .isEqualTo(new LocalUse(6 * MIB, 3 * MIB, 3 * MIB, 3 * MIB, 0, false));
        assertThat(use(Kind.REDUCE_SCATTER_BLOCK, "recursive-halving", 1, 3, MIB)
                        .touched())
                .isEqualTo(6 * MIB);
    }

    @Test
    void ringReduceScatter_hasABufferForAllBlocksAndTwoForOne() {
        assertThat(use(Kind.REDUCE_SCATTER_BLOCK, "ring", 1, 4, MIB))
                .isEqualTo(new LocalUse(6 * MIB, 4 * MIB, 6 * MIB, 4 * MIB, MIB, false));
        assertThat(use(Kind.REDUCE_SCATTER_BLOCK, "ring", 1, 2, MIB).buffers()).isEqualTo(3 * MIB);
    }

    @Test
    void ranges_beginAtTheirSize() {
        LocalWork work = new LocalWork(List.of(), List.of(new Range(0, 0, 2), new Range(10, 5, 1)), List.of());

        assertThat(work.copySeconds(0)).isZero();
        assertThat(work.copySeconds(9)).isEqualTo(18);
        assertThat(work.copySeconds(10)).isEqualTo(15);
        assertThat(work.reductionSeconds(10)).isZero();
    }

    @Test
    void selectorsOwnReduction_standsInsteadOfThePlatforms() {
        assertThat(CollectiveSelectors.parse("basic:reduction=1ns").localWork().reductionSeconds(8))
                .isCloseTo(8e-9, within(1e-20));
    }

    @Test
    void unsortedRanges_areRejectedWithTheirPlace() {
        String text = FILE.replace("from: 1 GB", "from: 0 B");

        assertThatThrownBy(() -> PlatformFile.parse(text, "test").resolve(Overrides.NONE))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("test:6:")
                .hasMessageContaining("ascending sizes");
    }

    @Test
    void reductionAlongATree_segmentsNeedSmallBuffers() {
        // rank 3 of a pipeline has one child and one parent: its sum, and a buffer for each of two segments
        assertThat(use(Kind.REDUCE, "pipeline", 3, 8, MIB).buffers()).isEqualTo(2 * MIB);
        assertThat(use(Kind.REDUCE, "pipeline/64KiB", 3, 8, MIB).buffers()).isEqualTo(MIB + 2 * 65536);
        assertThat(use(Kind.REDUCE, "pipeline/64KiB", 3, 8, MIB).fresh()).isZero();
        assertThat(use(Kind.REDUCE, "pipeline", 7, 8, MIB).buffers()).isZero();
        // the only child's segments are received where the sum is formed; of two children's only the second one's
        assertThat(use(Kind.REDUCE, "pipeline", 3, 8, MIB).touched()).isEqualTo(MIB);
        assertThat(use(Kind.REDUCE, "binary/64KiB", 1, 8, MIB).touched()).isEqualTo(MIB + 65536);
        assertThat(use(Kind.REDUCE, "binomial", 0, 8, MIB).touched()).isEqualTo(2 * MIB);
    }

    @Test
    void partsOfASequence_addUp() {
        assertThat(use(Kind.ALLREDUCE, "reduce-broadcast", 0, 8, MIB).buffers())
                .isEqualTo(use(Kind.REDUCE, "binomial", 0, 8, MIB).buffers())
                .isEqualTo(2 * MIB);
    }
}
