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

    /** 12 h^2 parameters a layer, 2 flop each and token, and half of the scores: 2 x 2 s^2 h / 2. */
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
