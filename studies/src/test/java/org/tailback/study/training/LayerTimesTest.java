package org.tailback.study.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.tailback.error.InputException;
import org.tailback.platformfile.YamlSettings;

class LayerTimesTest {
    static TrainingStep step(String... lines) {
        return TrainingStep.of(
                YamlSettings.parse(String.join("\n", lines), "test", "training file"), Optional.empty(), null);
    }

    private static final String SMALL = "model: {layers: 4, hidden: 32, heads: 4, sequence: 16, vocabulary: 0}";

    /** 12 h^2 parameters per layer, 2 flop each and token, and half of the scores: 2 x 2 s^2 h / 2. */
    @Test
    void forward_peakAlone_isFlopsOverSpeed() {
        LayerTimes times = LayerTimes.of(
                step(SMALL, "parallelism: {data: 1}", "batch: 1", "gpu: {peak: 2 Gflop/s, efficiency: 0.5}"));
        double flops = 2.0 * 16 * 12 * 32 * 32 + 2 * 16 * 16 * 32;

        assertThat(times.forward()).isCloseTo(flops / 1e9, withinPercentage(1e-9));
        assertThat(times.backward()).isCloseTo(2 * flops / 1e9, withinPercentage(1e-9));
    }

    /** 2 x 100 x 100 x 100 flop at 1 Gflop/s, each side with a corner of 10: 1.1^3 times as long. */
    @Test
    void product_corner_countsForEachSide() {
        Gpu gpu = step(
                        SMALL,
                        "parallelism: {data: 1}",
                        "batch: 1",
                        "gpu: {name: a100, peak: 2 Gflop/s, efficiency: 0.5, corner: 10}")
                .gpu();

        assertThat(gpu.product(100, 100, 100, false)).isCloseTo(2e6 / 1e9 * 1.331, withinPercentage(1e-9));
    }

    /** A tiny layer is launched, forward in 1 ms and backward in 2; a large one computes. */
    @Test
    void layer_smallOrLarge_takesLaunchOrComputation() {
        String gpu = "gpu: {name: a100, launch: 1 ms}";
        LayerTimes tiny = LayerTimes.of(step(SMALL, "parallelism: {data: 1}", "batch: 1", gpu));
        LayerTimes large = LayerTimes.of(step(
                "model: {layers: 1, hidden: 8192, heads: 64, sequence: 2048, vocabulary: 0}",
                "parallelism: {data: 1}",
                "batch: 4",
                "micro-batch: 4",
                gpu));

        assertThat(tiny.forward()).isCloseTo(1e-3, withinPercentage(1));
        assertThat(tiny.backward()).isCloseTo(2e-3, withinPercentage(1));
        // 2 x 8192 tokens x 12 x 8192^2 flop at 80 % of 312 Tflop/s are 53 ms
        assertThat(large.forward()).isBetween(53e-3, 66e-3);
    }

    /**
     * Each of 256 queries needs 128 of 256 keys on average and flash attention computes 64 more, in blocks of 128 x
     * 128: 4 x 192 x 256 x 32 flop at 0.25 Gflop/s, 1.1^2 times for the sequence and 1.5 for heads 8 wide. Backward 2.5
     * times.
     */
    @Test
    void attention_flash_costsBySequenceAndHeadWidth() {
        String model = "model: {layers: 1, hidden: 32, heads: 4, sequence: 256, vocabulary: 0}";
        String gpu = "gpu: {name: a100, peak: 1 Gflop/s, efficiency: 1, launch: 0 s, bandwidth: 1000 TB/s, corner: ";
        TrainingStep free = step(model, "parallelism: {data: 1}", "batch: 1", gpu + "0, attention-efficiency: 1}");
        LayerTimes half = LayerTimes.of(
                step(model, "parallelism: {data: 1}", "batch: 1", gpu + "0, attention-efficiency: 0.25}"));
        double scores = 4.0 * 192 * 256 * 32 / 1e9;

        assertThat(half.attention().forward() - LayerTimes.of(free).attention().forward())
                .isCloseTo(scores * (1 / 0.25 - 1), withinPercentage(1e-6));
        assertThat(half.attention().backward() - LayerTimes.of(free).attention().backward())
                .isCloseTo(2.5 * scores * (1 / 0.25 - 1), withinPercentage(1e-6));
        Gpu corner = step(model, "parallelism: {data: 1}", "batch: 1", gpu + "4, attention-efficiency: 0.25}")
                .gpu();
        assertThat(corner.attending(1e9, 40, 8)).isCloseTo(4 * 1.1 * 1.1 * 1.5, withinPercentage(1e-9));
    }

    /** 12 h^2 + 2 h parameters per layer move 4 bytes per gathered byte, backward also per byte of gradients. */
    @Test
    void sharding_parameters_movesThemBesideComputation() {
        String gpu = "gpu: {name: a100, bandwidth: 1 GB/s, memory-efficiency: 1, memory: 1 TB}";
        String rest = "parallelism: {data: 2}\nbatch: 2\nbytes-per-gradient: 4\nsharding: ";
        LayerTimes whole = LayerTimes.of(step(SMALL, gpu, rest + "optimizer"));
        LayerTimes divided = LayerTimes.of(step(SMALL, gpu, rest + "parameters"));
        double moved = 4 * (12.0 * 32 * 32 + 2 * 32) / 1e9;

        assertThat(divided.forward() - whole.forward()).isCloseTo(2 * moved, withinPercentage(1e-6));
        assertThat(divided.backward() - whole.backward()).isCloseTo(6 * moved, withinPercentage(1e-6));
    }

    @Test
    void recompute_cheaper_takesItsPartOfTheForwardPass() {
        String rest = "gpu: {name: a100, recomputation: 0.75}\nparallelism: {tensor: 2}\nbatch: 1";
        LayerTimes once = LayerTimes.of(step(SMALL, rest));
        LayerTimes twice = LayerTimes.of(step(SMALL, rest, "recompute: full"));

        assertThat(twice.backward()).isCloseTo(once.backward() + 0.75 * once.forward(), withinPercentage(1e-9));
    }

    @Test
    void recompute_full_repeatsTheForwardPass() {
        String rest = "gpu: {name: a100}\nparallelism: {tensor: 2}\nbatch: 1";
        LayerTimes once = LayerTimes.of(step(SMALL, rest));
        LayerTimes twice = LayerTimes.of(step(SMALL, rest, "recompute: full"));

        assertThat(twice.backward()).isCloseTo(once.backward() + once.forward(), withinPercentage(1e-9));
    }

    @Test
    void gpu_unknownName_listsThem() {
        assertThatThrownBy(() -> step(SMALL, "parallelism: {data: 1}", "batch: 1", "gpu: {name: h10}"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("a100, b200, h100, h200");
        assertThatThrownBy(() -> step(SMALL, "parallelism: {data: 1}", "batch: 1"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("no GPU is named");
    }
}
