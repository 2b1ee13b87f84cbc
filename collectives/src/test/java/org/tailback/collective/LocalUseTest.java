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
        return Replay.builder(CollectiveProgram.of(kind, algorithm, ranks, bytes, platform.localWork()), platform)
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
        // 8 blocks of 100 B copied before and after; 3 steps that pack and unpack 4 blocks each
        double expected = 2e-9 * (800 + 800 + 3 * 2 * 400);

        assertThat(seconds(Kind.ALLTOALL, "bruck", 8, 100)).isCloseTo(expected, within(1e-9));
    }

    @Test
    void broadcast_copiesNothing() {
        assertThat(seconds(Kind.BCAST, "binomial-doubling", 8, 1000)).isCloseTo(0, within(1e-9));
    }

    @Test
    void oneBufferIsKept_twoAreFresh() {
        assertThat(use(Kind.ALLREDUCE, "rabenseifner", 1, 8, MIB).fresh()).isZero();
        assertThat(use(Kind.REDUCE, "rabenseifner", 1, 8, MIB).fresh()).isEqualTo(2 * MIB);
        assertThat(use(Kind.REDUCE, "rabenseifner", 0, 8, MIB).fresh()).isZero();
        assertThat(use(Kind.ALLREDUCE, "rabenseifner", 1, 8, 64 * MIB).fresh()).isEqualTo(64 * MIB);
        assertThat(use(Kind.REDUCE, "rabenseifner", 1, 8, 1000).fresh()).isZero();
    }

    @Test
    void binomialScatter_innerRanksBufferTheirSubtree() {
        assertThat(use(Kind.SCATTER, "binomial", 4, 8, 16 * MIB).fresh()).isEqualTo(64 * MIB);
        assertThat(use(Kind.SCATTER, "binomial", 0, 8, 16 * MIB).fresh()).isZero();
        assertThat(use(Kind.SCATTER, "binomial", 3, 8, 64 * MIB).fresh()).isZero();
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
                .hasMessageContaining("growing sizes");
    }

    @Test
    void reductionAlongATree_segmentsNeedSmallBuffers() {
        // rank 3 of a pipeline has one child and one parent: its sum, and a buffer for each of two segments
        assertThat(use(Kind.REDUCE, "pipeline", 3, 8, MIB).buffers()).isEqualTo(2 * MIB);
        assertThat(use(Kind.REDUCE, "pipeline/64KiB", 3, 8, MIB).buffers()).isEqualTo(MIB + 2 * 65536);
        assertThat(use(Kind.REDUCE, "pipeline/64KiB", 3, 8, MIB).fresh()).isZero();
        assertThat(use(Kind.REDUCE, "pipeline", 7, 8, MIB).buffers()).isZero();
    }

    @Test
    void partsOfASequence_addUp() {
        assertThat(use(Kind.ALLREDUCE, "reduce-broadcast", 0, 8, MIB).buffers())
                .isEqualTo(use(Kind.REDUCE, "binomial", 0, 8, MIB).buffers())
                .isEqualTo(2 * MIB);
    }
}
