package org.tailback.study.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.error.InputException;
import org.tailback.platform.Platform;
import org.tailback.platformfile.TestPlatforms;
import org.tailback.platformfile.YamlSettings;
import org.tailback.program.CollectiveCall;
import org.tailback.program.IgnoringSink;
import org.tailback.program.Program;
import org.tailback.replay.ReplayResult;
import org.tailback.settings.Settings;
import org.tailback.simulation.Workload;

class TrainingProgramTest {
    /** Four layers, 8 sequences of 16 tokens, 1 Gflop/s; without vocabulary all stages have the same work. */
    static TrainingStep step(String parallelism, String... more) {
        return TrainingStep.of(YamlSettings.parse(text(parallelism, more), "test", "training file"));
    }

    static String text(String parallelism, String... more) {
        return "model: {layers: 4, hidden: 32, heads: 4, sequence: 16, vocabulary: 0}\n"
                + "parallelism: {" + parallelism + "}\nbatch: 8\ngpu: {peak: 2 Gflop/s, efficiency: 0.5}\n"
                + String.join("\n", more);
    }

    private static final Platform FREE = TestPlatforms.of(
            "cluster: {nodes: 64, cores-per-node: 1}",
            "network: {model: uncontended}",
            "cost: {model: hockney, latency: 0 s, bandwidth: 1000000 TB/s}");

    private static ReplayResult replay(TrainingStep step, Platform platform) {
        try (Workload workload =
                Workload.of("step", new TrainingProgram(step), CollectiveSelectors.parse("fixed:allreduce=ring"))) {
            return workload.on(platform).run();
        }
    }

    /** Seconds of the computations of a rank, and bytes and number of its collectives by kind of communication. */
    private static final class Totals extends IgnoringSink {
        private final Map<CommunicationKind, Long> bytes = new EnumMap<>(CommunicationKind.class);
        private final Map<CommunicationKind, Integer> calls = new EnumMap<>(CommunicationKind.class);
        private double seconds;

        static Totals of(TrainingStep step, int rank) {
            Totals totals = new Totals();
            try (Program program = new TrainingProgram(step).open(rank)) {
                while (program.produce(totals)) {
                    // until the end
                }
            }
            return totals;
        }

        @Override
        public void compute(double some) {
            seconds += some;
        }

        @Override
        public void collective(CollectiveCall call) {
            CommunicationKind kind = Communicator.of(call.communicator()).kind;
            calls.merge(kind, 1, Integer::sum);
            bytes.merge(kind, call.bytes(), Long::sum);
        }

        @Override
        public void icollective(int request, CollectiveCall call) {
            collective(call);
        }
    }

    /** The known time of a pipeline with one forward and one backward pass in turn: (m + p - 1) (f + b). */
    @Test
    void replay_pipelineWithoutCommunication_takesMicroBatchesAndFilling() {
        for (int stages : new int[] {1, 2, 4}) {
            TrainingStep step = step("pipeline: " + stages);
            double all = step.model().flops(8) / 1e9;

            assertThat(replay(step, FREE).makespan())
                    .as("%d stages", stages)
                    .isCloseTo(all / stages * (8 + stages - 1) / 8, withinPercentage(1e-6));
        }
    }

    /** All GPUs together do the operations of the model, whatever divides them; recomputation repeats the layers. */
    @Test
    void compute_anyDivision_addsUpToTheModel() {
        for (String parallelism :
                List.of("data: 1", "data: 4", "tensor: 4", "pipeline: 3", "data: 2, tensor: 2, pipeline: 2")) {
            for (String more : List.of("micro-batch: 2", "recompute: full", "sharding: parameters")) {
                TrainingStep step = step(parallelism, more);
                double seconds = 0;
                for (int rank = 0; rank < step.parallelism().ranks(); rank++) {
                    seconds += Totals.of(step, rank).seconds;
                }
                double expected =
                        step.model().flops(8) / 1e9 * (step.recompute() == TrainingStep.Recompute.FULL ? 4.0 / 3 : 1);
                assertThat(seconds).as("%s, %s", parallelism, more).isCloseTo(expected, withinPercentage(1e-9));
            }
        }
    }

    /** Megatron-LM: four all-reduces of the activations in a layer, and one at each end of the model. */
    @Test
    void collectives_tensor_fourOfTheActivationsALayer() {
        Totals totals = Totals.of(step("tensor: 4"), 0);

        assertThat(totals.calls).containsExactly(Map.entry(CommunicationKind.TENSOR, 8 * (4 * 4 + 2)));
        assertThat(totals.bytes.get(CommunicationKind.TENSOR)).isEqualTo(8L * (4 * 4 + 2) * 16 * 32 * 2);
    }

    /** Each all-reduce becomes a reduce-scatter and an all-gather, of a part of the activations from each rank. */
    @Test
    void collectives_sequenceParallel_haveTheSameBytes() {
        Totals totals = Totals.of(step("tensor: 4", "sequence-parallel: true"), 0);

        assertThat(totals.calls.get(CommunicationKind.TENSOR)).isEqualTo(2 * 8 * (4 * 4 + 2));
        assertThat(totals.bytes.get(CommunicationKind.TENSOR)).isEqualTo(2L * 8 * (4 * 4 + 2) * 16 * 32 * 2 / 4);
    }

    /** The gradients of all parameters once, whatever is sharded; parameters once or before each use. */
    @Test
    void collectives_data_gradientsAndParameters() {
        long parameters = step("data: 4").model().parameters();

        Totals none = Totals.of(step("data: 4", "bytes-per-gradient: 4"), 1);
        assertThat(none.bytes).containsExactly(Map.entry(CommunicationKind.DATA, 4 * parameters));

        Totals optimizer = Totals.of(step("data: 4", "sharding: optimizer"), 1);
        assertThat(optimizer.bytes.get(CommunicationKind.DATA)).isEqualTo(2 * parameters / 4 + 2 * parameters / 4);

        Totals all = Totals.of(step("data: 4", "sharding: parameters"), 1);
        long layers = parameters - 32;
        assertThat(all.bytes.get(CommunicationKind.DATA))
                .as("two micro-batches: gathered forward and backward, gradients reduced after each")
                .isEqualTo((2 * 2 * layers + 2 * layers) * 2 / 4 + 2 * (2 * 32 + 2 * 32) / 4);
        assertThat(all.calls.get(CommunicationKind.DATA))
                .as("layers twice and the last norm once, then as many reductions as layers and norm")
                .isEqualTo(2 * (2 * 4 + 1 + 4 + 1));
    }

    /** The first stage gathers the embedding, the last one the output matrix with the norm, once a micro-batch. */
    @Test
    void collectives_shardedParameters_embeddingAndOutputToo() {
        for (String overlap : List.of("true", "false")) {
            TrainingStep step = TrainingStep.of(YamlSettings.parse(
                    text("data: 2, pipeline: 2", "sharding: parameters", "overlap: " + overlap)
                            .replace("vocabulary: 0", "vocabulary: 10"),
                    "test",
                    "training file"));
            Transformer model = step.model();
            long layers = 2 * model.sharedParameters(0);

            assertThat(Totals.of(step, 0).bytes.get(CommunicationKind.DATA)).isEqualTo(4 * (3 * layers + 2 * 320));
            assertThat(Totals.of(step, 2).bytes.get(CommunicationKind.DATA))
                    .isEqualTo(4 * (3 * layers + 2 * (320 + 32)));
        }
    }

    /**
     * Two of four experts a token: dispatch and combination, forward and backward, in each layer. One of two GPUs has
     * at least one of a token's experts with probability 1 - 1/6.
     */
    @Test
    void collectives_experts_allToAllOfTokens() {
        String experts = "vocabulary: 0, experts: 4, active-experts: 2";
        TrainingStep step = TrainingStep.of(YamlSettings.parse(
                text("data: 4, expert: 2", "token-exchange: {method: all-to-all}")
                        .replace("vocabulary: 0", experts),
                "test",
                "training file"));
        Totals totals = Totals.of(step, 3);

        assertThat(totals.calls.get(CommunicationKind.EXPERT)).isEqualTo(2 * 4 * 4);
        assertThat(totals.bytes.get(CommunicationKind.EXPERT)).isEqualTo(2 * 4 * 4 * (16 * 32 * 2 * 2 / 2L));
        long held = step.model().parameters() - 4 * step.model().expertParameters(0) / 2;
        assertThat(totals.bytes.get(CommunicationKind.DATA)).isEqualTo(2 * held);
        assertThat(step.parallelism().group(Communicator.EXPERT, 3)).containsExactly(2, 3);
        assertThat(step.parallelism().group(Communicator.EXPERT_DATA, 3)).containsExactly(1, 3);

        TrainingStep once = TrainingStep.of(YamlSettings.parse(
                text("data: 4, expert: 2", "token-exchange: {bytes-per-value: 1}")
                        .replace("vocabulary: 0", experts),
                "test",
                "training file"));
        assertThat(Totals.of(once, 3).bytes.get(CommunicationKind.EXPERT))
                .as("8 bits there with a scale for 128 values, 16 bits back")
                .isEqualTo(4
                        * 4
                        * (long) (Math.ceil(16 * 32 * (1 + 4 / 128.0) * 5 / 6) + Math.ceil(16 * 32 * 2 * 5 / 6.0)));
    }

    /** Every rank is once in its groups, and the groups of a kind divide the ranks. */
    @Test
    void groups_ofAKind_divideTheRanks() {
        Parallelism parallelism = new Parallelism(6, 2, 3, 3, 2, 1, 1);
        for (int rank = 0; rank < 36; rank++) {
            for (int[] group : List.of(
                    parallelism.group(Communicator.TENSOR, rank),
                    parallelism.group(Communicator.DATA, rank),
                    parallelism.group(Communicator.EXPERT, rank),
                    parallelism.group(Communicator.EXPERT_DATA, rank))) {
                int member = rank;
                assertThat(group).isSorted().contains(rank);
                assertThat(Arrays.stream(group).map(parallelism::stage)).containsOnly(parallelism.stage(member));
            }
            assertThat(parallelism.group(Communicator.TENSOR, parallelism.group(Communicator.TENSOR, rank)[1]))
                    .isEqualTo(parallelism.group(Communicator.TENSOR, rank));
            assertThat(parallelism.group(
                            Communicator.EXPERT_DATA, parallelism.group(Communicator.EXPERT_DATA, rank)[0]))
                    .isEqualTo(parallelism.group(Communicator.EXPERT_DATA, rank));
        }
    }

    /**
     * Megatron-Core's RankGenerator in the order tp-cp-ep-dp-pp: a rank is a number with a digit for each kind of
     * group, and a group varies one digit. Experts have digits of their own.
     */
    @Test
    void groups_ofExperts_areMegatronsOrthogonalOnes() {
        Parallelism division = new Parallelism(2, 4, 2, 4, 2, 1, 1);
        for (int rank = 0; rank < 16; rank++) {
            int first = rank / 8 * 8;
            assertThat(division.group(Communicator.EXPERT_TENSOR, rank))
                    .containsExactly(rank / 2 * 2, rank / 2 * 2 + 1);
            int odd = rank % 2;
            assertThat(division.group(Communicator.EXPERT, rank))
                    .containsExactly(first + odd, first + 2 + odd, first + 4 + odd, first + 6 + odd);
            assertThat(division.group(Communicator.EXPERT_DATA, rank)).containsExactly(rank);
        }
        Parallelism folded = new Parallelism(4, 4, 1, 8, 1, 1, 1);
        assertThat(folded.group(Communicator.EXPERT, 10)).containsExactly(8, 9, 10, 11, 12, 13, 14, 15);
        assertThat(folded.group(Communicator.EXPERT_DATA, 10)).containsExactly(2, 10);
        assertThat(folded.group(Communicator.TENSOR, 10)).containsExactly(8, 9, 10, 11);
        assertThat(folded.group(Communicator.DATA, 10)).containsExactly(2, 6, 10, 14);
        Parallelism withContext = new Parallelism(2, 2, 1, 4, 1, 2, 1);
        assertThat(withContext.group(Communicator.CONTEXT, 5)).containsExactly(5, 7);
        assertThat(withContext.group(Communicator.EXPERT, 5)).containsExactly(4, 5, 6, 7);
    }

    /** Tensor groups of 4 whose tokens go to 8 GPUs with whole experts: no collective of parts of experts. */
    @Test
    void collectives_expertsOverTensorGroups_tokensOfAGpuToEachOfTheirExperts() {
        TrainingStep step = TrainingStep.of(YamlSettings.parse(
                text("data: 2, tensor: 4, expert: 8, expert-tensor: 1", "sequence-parallel: true")
                        .replace("vocabulary: 0", "vocabulary: 0, experts: 8, active-experts: 2"),
                "test",
                "training file"));
        Totals totals = Totals.of(step, 3);

        int passes = 2 * 4 * step.microBatches();
        assertThat(totals.calls.get(CommunicationKind.EXPERT)).isEqualTo(2 * passes);
        assertThat(totals.bytes.get(CommunicationKind.EXPERT)).isEqualTo(2 * passes * (16 * 32 * 2 / 4 * 2 / 8L));
        // attention of each pass, and both ends of the model, before and after
        assertThat(totals.calls.get(CommunicationKind.TENSOR)).isEqualTo(2 * passes + 4 * step.microBatches());
    }

    /** All ranks, and the groups of each kind with several members; those of experts are of the data groups. */
    @ParameterizedTest
    @CsvSource({
        // 8 ranks: 4 tensor groups, 2 of data, 4 of experts, 4 of equal experts
        "'tensor: 2, data: 4, pipeline: 1, expert: 2', 15",
        "'tensor: 2, data: 4, pipeline: 1', 7",
        "'tensor: 2, data: 1, pipeline: 1', 2",
        "'tensor: 1, data: 2, pipeline: 2', 3",
        "'tensor: 1, data: 1, pipeline: 4', 1"
    })
    void communicators_anyDivision_areAllRanksAndTheGroups(String parallelism, int expected) {
        String experts =
                parallelism.contains("expert") ? "vocabulary: 0, experts: 4, active-experts: 2" : "vocabulary: 0";
        TrainingStep step = TrainingStep.of(
                YamlSettings.parse(text(parallelism).replace("vocabulary: 0", experts), "test", "training file"));

        assertThat(new TrainingProgram(step).communicators()).isEqualTo(expected);
    }

    @Test
    void of_tensorLink_isRetiredAndSaysWhatToDo() {
        assertRetired("tensor-link: {bandwidth: 1 GB/s, latency: 6 us}", "'tensor-link' is retired. Leave it out");
    }

    @Test
    void of_recomputeAsTruthValue_isRetiredAndSaysWhatToWrite() {
        assertRetired("recompute: true", "'recompute' is no longer true or false. Write 'full' for true");
    }

    private static void assertRetired(String line, String message) {
        Settings file = YamlSettings.parse(text("tensor: 4", line), "test", "training file");
        assertThatThrownBy(() -> TrainingStep.of(file))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(message);
        assertThatThrownBy(() -> TrainingStep.of(file, Optional.of("h100"), null))
                .as("of the settings before the GPU of the platform is added")
                .isInstanceOf(InputException.class)
                .hasMessageContaining(message);
    }

    /** Gradients of all layers but the first are reduced while the GPU computes. */
    @Test
    void replay_overlap_hidesReductions() {
        Platform platform = TestPlatforms.of(
                "cluster: {nodes: 2, cores-per-node: 1}",
                "network: {model: max-min, bandwidth: 100 GB/s}",
                "cost: {model: hockney, latency: 0 s, bandwidth: 100 GB/s}");
        double free = step("data: 2").model().flops(4) / 1e9;
        double layer = step("data: 2").model().sharedParameters(0);

        double with = replay(step("data: 2"), platform).makespan();
        double without = replay(step("data: 2", "overlap: false"), platform).makespan();

        assertThat(with - free).isCloseTo(2 * layer / 100e9, within(1e-12));
        assertThat(without - free).isCloseTo((4 * 2 * layer + 2 * 32) / 100e9, within(1e-12));
    }

    /** Any description ends, also if a send waits for its receive; the steps of two are twice as many operations. */
    @Test
    void replay_anyDescription_ends() {
        SplittableRandom random = new SplittableRandom(25);
        Platform platform = TestPlatforms.of(
                "cluster: {nodes: 32, cores-per-node: 1}",
                "network: {model: max-min, bandwidth: 1 GB/s}",
                "cost: {model: loggps, latency: 1 us, overhead: 0.1 us, bandwidth: 1 GB/s, eager-limit: 0 B}");
        for (int run = 0; run < 20; run++) {
            int data = 1 << random.nextInt(3);
            String text = text(
                            "data: " + data + ", tensor: " + (1 << random.nextInt(2)) + ", pipeline: "
                                    + (1 + random.nextInt(4)) + ", expert: " + (1 << random.nextInt(3) % (data + 1)),
                            "sharding: "
                                    + List.of("none", "optimizer", "parameters").get(random.nextInt(3)),
                            "overlap: " + random.nextBoolean(),
                            "recompute: " + (random.nextBoolean() ? "full" : "none"),
                            "sequence-parallel: " + random.nextBoolean(),
                            "steps: " + (1 + random.nextInt(2)))
                    .replace("vocabulary: 0", "vocabulary: 100, experts: 4, active-experts: 2");
            TrainingStep step;
            try {
                step = TrainingStep.of(YamlSettings.parse(text, "test", "training file"));
            } catch (InputException noDivisor) {
                assertThat(noDivisor).hasMessageContaining("must divide data x tensor x context");
                continue;
            }
            double computed = step.steps() * step.model().flops(8) / 1e9;
            double makespan = replay(step, platform).makespan();
            assertThat(makespan)
                    .as("run %d: %s", run, text)
                    .isGreaterThan(computed / step.parallelism().ranks());
        }
    }

    @Test
    void of_mistakes_areErrorsWithTheirPlace() {
        assertMistake("heads: 4", "heads: 0", "test:1:39: 'heads' must be 1 to 1048576, found '0'");
        assertMistake("batch: 8", "batch: 9", "'batch' must be a multiple of data x micro-batch, 2, found 9");
        assertMistake("data: 2", "tensor: 8", "'tensor' must divide the number of heads, 4, found 8");
        assertMistake("data: 2", "context: 3", "'context' must divide the tokens of a sequence");
        assertMistake(
                "data: 2", "pipeline: 5", "'pipeline' x 'interleave' must be at most the number of layers, 4, found 5");
        assertMistake("data: 2", "data: 2, expert: 3", "must divide data x tensor x context, 2, found 3 x 1");
        assertMistake("data: 2", "data: 2, expert: 2", "'expert' must divide the number of experts, 1, found 2");
        assertMistake(
                "layers: 4, hidden: 32",
                "experts: 1024, layers: 1024, hidden: 1048576",
                "parameters and gradients must be below 2^53 bytes each, found 9.228e+18 parameters");
        assertMistake("data: 2", "data: 10000000, tensor: 2", "must be at most 2^24 GPUs");
        assertMistake("data: 2", "dta: 2", "unknown key 'dta' in parallelism. Did you mean 'data'?");
        assertMistake("efficiency: 0.5", "efficiency: 1.5", "'efficiency' must be above 0 and at most 1, found 1.5");
        assertMistake("sequence: 16", "sequence: 268435456", "the activations of a micro-batch must be below 2^53");
    }

    private static void assertMistake(String right, String wrong, String message) {
        String text = text("data: 2", "micro-batch: 1").replace(right, wrong);
        String big = wrong.startsWith("sequence")
                ? text.replace("hidden: 32", "hidden: 1048576")
                        .replace("micro-batch: 1", "micro-batch: 4\nbytes-per-value: 16")
                : text;
        assertThatThrownBy(() -> TrainingStep.of(YamlSettings.parse(big, "test", "training file")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(message);
    }
}
