package org.tailback.study.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Random;
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
        // the inputs of all layers, and one layer while it is computed again
        assertThat(memory("recompute: full").activations())
                .isCloseTo(2 * sbhl + sbhl / 96 * (10 + 24 / 8.0), withinPercentage(1e-6));
    }

    /** Inputs of matrices have 1 byte: 4 h of norms' outputs and 8 h of the activation, and h more for attention. */
    @Test
    void activations_eightBits_inputsOfMatricesAreHalf() {
        double sbhl = 2048.0 * 12288 * 96;

        assertThat(memory("fp8: true").activations())
                .isCloseTo(sbhl * (10 - 2 + (24 + 1 - 4) / 8.0), withinPercentage(1e-6));
        assertThat(memory("recompute: light").activations())
                .isCloseTo(sbhl * (10 - 4 + (24 - 8) / 8.0), withinPercentage(1e-6));
    }

    /** A token visits 2 of 8 experts, whose GPUs have room for 1.5 times as many: copies of inputs, and 6 f inside. */
    @Test
    void activations_expertCapacity_countsTokensThatAGpuReceives() {
        double even = TrainingMemory.of(mixtral("optimizer")).activations();
        double roomy = TrainingMemory.of(LayerTimesTest.step(
                        MIXTRAL,
                        "batch: 8",
                        "gpu: {name: h100}",
                        "expert-capacity: 1.5",
                        "parallelism: {data: 8, expert: 8}"))
                .activations();

        double tokens = 32 * 4096.0;
        assertThat(roomy - even).isCloseTo(tokens * 2 * (1.5 * 4096 * 2 + 0.5 * 14336 * 6), withinPercentage(1e-6));
    }

    /** The third stage of four keeps two micro-batches of its experts, compared to which the first two need little. */
    @Test
    void memory_stagesDiffer_isThatOfTheFullestOne() {
        String experts = "experts: 8, active-experts: 2, hidden: 512, heads: 8, expert-feed-forward: 8192,"
                + " feed-forward: 64, sequence: 1024, vocabulary: 0";
        TrainingMemory one = TrainingMemory.of(LayerTimesTest.step(
                "model: {layers: 1, " + experts + "}",
                "batch: 4",
                "gpu: {name: h100}",
                "expert-capacity: 2",
                "parallelism: {}"));
        TrainingMemory most = TrainingMemory.of(LayerTimesTest.step(
                "model: {layers: 4, first-dense-layers: 2, " + experts + "}",
                "batch: 4",
                "gpu: {name: h100}",
                "expert-capacity: 2",
                "parallelism: {pipeline: 4}"));

        assertThat(most.activations()).isCloseTo(2 * one.activations(), withinPercentage(1e-9));
        assertThat(most.parameters()).isEqualTo(one.parameters());
    }

    /** Interleaving holds 1 + (p - 1) / (p v) times as much. */
    @Test
    void activations_interleaved_areMore() {
        double plain = memory("recompute: selective").activations();
        double interleaved = memory("recompute: selective", "parallelism: {tensor: 8, pipeline: 8, interleave: 3}")
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

    /** The message has enough digits to differ if the excess is small. */
    @Test
    void require_littleTooLarge_saysByHowMuch() {
        double total = memory().total();
        TrainingStep step = LayerTimesTest.step(
                GPT3,
                "parallelism: {tensor: 8, pipeline: 8}",
                "batch: 64",
                "gpu: {name: a100, memory: " + (long) (total - 5000) + " B}");

        assertThatThrownBy(() -> TrainingMemory.require(step, "file.yaml"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(", 5 kB more than its");
    }

    private static final String MIXTRAL =
            "model: {layers: 32, hidden: 4096, heads: 32, key-value-heads: 8, feed-forward: 14336, gated: true,"
                    + " experts: 8, active-experts: 2, sequence: 4096, vocabulary: 32000}";

    private static TrainingStep mixtral(String sharding) {
        return LayerTimesTest.step(
                MIXTRAL, "batch: 8", "gpu: {name: h100}", "sharding: " + sharding, "parallelism: {data: 8, expert: 8}");
    }

    /** 12 bytes of each of 46.7 billion parameters, over 8 GPUs: 70.05 GB, however experts are divided. */
    @Test
    void states_mixtralOnEightGpus_areAllItsParameters() {
        TrainingMemory sharded = TrainingMemory.of(mixtral("parameters"));
        assertThat(sharded.parameters() / 1e9).isCloseTo(11.68, within(0.005));
        assertThat(sharded.gradients() / 1e9).isCloseTo(11.68, within(0.005));
        assertThat(sharded.optimizer() / 1e9).isCloseTo(70.05, within(0.005));

        // 4 bytes of 1.606 + 45.1 / 8 billion parameters, the optimizer, 30.6 GB between matrices and 0.79 GB of logits
        TrainingStep step = mixtral("optimizer");
        assertThat(TrainingMemory.of(step).total() / 1e9).isCloseTo(130.4, within(0.05));
        assertThatThrownBy(() -> TrainingMemory.require(step, "file.yaml"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("130");
    }

    /** Each parameter is on one GPU under full sharding, with its gradient and optimizer, for any number of experts. */
    @Test
    void states_fullySharded_sumDoesNotDependOnGroupsOfExperts() {
        Random random = new Random(20260727);
        for (int round = 0; round < 100; round++) {
            int experts = 1 << 1 + random.nextInt(5);
            int data = experts << random.nextInt(3);
            int tensor = 1 << random.nextInt(3);
            int pipeline = 1 + random.nextInt(4);
            int dense = random.nextInt(3);
            String model = "model: {layers: 8, hidden: 64, heads: 8, sequence: 16, vocabulary: 100, experts: " + experts
                    + ", active-experts: 2, expert-feed-forward: 24, shared-experts: " + random.nextInt(3)
                    + ", first-dense-layers: " + dense + "}";
            int context = 1 << random.nextInt(2);
            int gpus = data * tensor * context;
            double[] sums = new double[2];
            for (int i = 0; i < 2; i++) {
                int expert = i == 0 ? 1 : 1 << random.nextInt(Integer.numberOfTrailingZeros(experts) + 1);
                int parts = i == 0 ? tensor : 1 << random.nextInt(Integer.numberOfTrailingZeros(gpus / expert) + 1);
                String division = "parallelism: {data: " + data + ", tensor: " + tensor + ", context: " + context
                        + ", pipeline: " + pipeline + ", expert: " + expert + ", expert-tensor: " + parts + "}";
                TrainingStep step = LayerTimesTest.step(
                        model,
                        division,
                        "batch: " + data,
                        "gpu: {name: h100}",
                        "sharding: parameters",
                        "sequence-parallel: true");
                for (int stage = 0; stage < pipeline; stage++) {
                    sums[i] +=
                            gpus * TrainingMemory.of(step, step.held(stage), 0).total();
                }
                assertThat(sums[i])
                        .as("%d: %s, %s", round, model, division)
                        .isCloseTo(sums[0], withinPercentage(1e-10));
            }
            long all = LayerTimesTest.step(model, "parallelism: {data: 1}", "batch: 1", "gpu: {name: h100}")
                    .model()
                    .parameters();
            assertThat(sums[0]).as("%d: %s", round, model).isCloseTo(16.0 * (all - 64), withinPercentage(1e-10));
        }
    }
}
