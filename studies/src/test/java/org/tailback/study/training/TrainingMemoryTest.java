package org.tailback.study.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;
import org.tailback.error.InputException;

class TrainingMemoryTest {
    private static final String GPT3 =
            "model: {layers: 96, hidden: 12288, heads: 96, sequence: 2048, vocabulary: 51200}";

    private static TrainingMemory memory(String... more) {
        return TrainingMemory.of(LayerTimesTest.step(
                GPT3,
                "batch: 64",
                "gpu: {name: a100}",
                String.join("\n", more),
                String.join("", more).contains("parallelism") ? "" : "parallelism: {tensor: 8, pipeline: 8}"));
    }

    /** Korthikanti et al. 2022: s b h L (10 + 24 / t + 5 a s / (h t)), and 34 / t with sequence parallelism. */
    @Test
    void activations_gpt3_areThoseOfThePaper() {
        double sbhl = 2048.0 * 12288 * 96;

        assertThat(memory("flash: false").activations())
                .isCloseTo(sbhl * (10 + 24 / 8.0 + 5 * 96 * 2048 / 12288.0 / 8), withinPercentage(1e-6));
        assertThat(memory("flash: false", "sequence-parallel: true", "recompute: selective")
                        .activations())
                .isCloseTo(sbhl * 34 / 8, withinPercentage(1e-6));
        assertThat(memory("recompute: full").activations()).isCloseTo(2 * sbhl, withinPercentage(1e-6));
    }

    /** Interleaving holds 1 + (p - 1) / (p v) times as much. */
    @Test
    void activations_interleaved_areMore() {
        double plain = memory("recompute: full").activations();
        double interleaved = memory("recompute: full", "parallelism: {tensor: 8, pipeline: 8, interleave: 3}")
                .activations();

        assertThat(interleaved / plain).isCloseTo(1 + 7.0 / (8 * 3), withinPercentage(1e-6));
    }

    /** 2 + 2 + 12 bytes a parameter; the optimizer's 12 are divided among replicas if sharded. */
    @Test
    void states_perParameter_areSixteenBytes() {
        double parameters = (96 / 8 * (12.0 * 12288 * 12288 + 2 * 12288) + 51200.0 * 12288) / 8;
        TrainingMemory whole = memory();

        assertThat(whole.parameters() + whole.gradients() + whole.optimizer())
                .isCloseTo(16 * parameters, withinPercentage(1e-6));
        assertThat(memory("parallelism: {tensor: 8, pipeline: 8, data: 4}", "sharding: optimizer")
                        .optimizer())
                .isCloseTo(12 * parameters / 4, withinPercentage(1e-6));
    }

    @Test
    void require_tooLarge_saysWhatNeedsHowMuch() {
        TrainingStep step = LayerTimesTest.step(GPT3, "parallelism: {tensor: 8}", "batch: 1", "gpu: {name: a100}");

        assertThatThrownBy(() -> TrainingMemory.require(step, "file.yaml"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("optimizer")
                .hasMessageContaining("activations")
                .hasMessageContaining("80");
    }
}
