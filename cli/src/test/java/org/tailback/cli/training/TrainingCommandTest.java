package org.tailback.cli.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.cli.CommandRun;

/** Its text is compared with docs/ai.md by DocumentedOutputTest. */
class TrainingCommandTest {
    private static final String FILE =
            CommandRun.repository("docs/ai/llama-8b.yaml").toString();
    private static final String PLATFORM =
            CommandRun.repository("docs/ai/gpu-nodes.yaml").toString();

    @Test
    void json_severalDivisions_bestFirstWithPartsThatAddUp() {
        JsonNode rows = CommandRun.json(
                        "training",
                        FILE,
                        "--platform",
                        PLATFORM,
                        "--parallelism",
                        "data=4,tensor=4,pipeline=2",
                        "--parallelism",
                        "data=8,tensor=4")
                .get("rows");

        assertThat(rows).hasSize(2);
        assertThat(rows.get(0).get("pipeline").asInt()).isEqualTo(1);
        assertThat(rows.get(0).get("step").asDouble())
                .isLessThan(rows.get(1).get("step").asDouble());
        for (JsonNode row : rows) {
            double sum = 0;
            for (String part : List.of(
                    "compute",
                    "bubble",
                    "exposedPipeline",
                    "exposedTensor",
                    "exposedData",
                    "exposedExpert",
                    "end",
                    "evaluation")) {
                sum += row.get(part).asDouble();
            }
            assertThat(sum).isCloseTo(row.get("step").asDouble(), within(1e-9));
            assertThat(row.get("gpus").asInt()).isEqualTo(32);
        }
    }

    /** The same steps in a replay of the same file as a trace. */
    @Test
    void json_oneFile_takesTheMakespanOfItsReplay() {
        CommandRun run = CommandRun.of("training", FILE, "--platform", PLATFORM, "--format", "json");
        double replayed = CommandRun.json("replay", FILE, "--platform", PLATFORM)
                .get("makespan")
                .asDouble();

        assertThat(run.json().get("rows").get(0).get("step").asDouble()).isEqualTo(replayed);
        assertThat(run.json().get("warnings").toString())
                .contains("the peak of a GPU times the assumed efficiency 0.55");
    }

    @Test
    void platformWithoutGpus_isRefusedWithThoseThatHaveSome() {
        String[] named = {"training", "dgx-h100, eos, leonardo-gpu, marenostrum5-gpu"};
        CommandRun.of("training", FILE, "--platform", "lumi").failed(2, named);
        CommandRun.of("replay", FILE, "--platform", "lumi").failed(2, named);
        CommandRun compared = CommandRun.of("compare", FILE, "--platform", "dgx-h100", "--platform", "lumi")
                .succeeded();
        assertThat(compared.out().replaceAll("\\s+", " ")).contains("lumi, round-robin-node, max-min failed: training");
    }

    @Test
    void mistakes_areNamed() {
        CommandRun.of("training", FILE, "--platform", PLATFORM, "--parallelism", "data=5")
                .failed(2, "'batch' must be a multiple of data x micro-batch, 5, found 64");
        CommandRun.of("training", FILE, "--platform", PLATFORM, "--parallelism", "tensr=8")
                .failed(2, "--parallelism tensr=8", "unknown key 'tensr'", "Did you mean 'tensor'?");
        CommandRun.of("training", FILE, "--platform", PLATFORM, "--parallelism", "8")
                .failed(2, "--parallelism 8: expected KIND=N,... such as data=16,tensor=8, each key once, found '8'");
        CommandRun.of("training", FILE, "--platform", PLATFORM, "--parallelism", "data=64,tensor=8,pipeline=4")
                .failed(2, "2048");
        CommandRun.of("training", PLATFORM).failed(2, "unknown key 'cluster' in training file");
    }

    /** What a fit writes is what --gpu reads; one row with vTrain's header. */
    @Test
    void fitAndEvaluate_vtrainRow_agreeOnIt(@TempDir Path folder) throws IOException {
        String steps = Files.writeString(
                        folder.resolve("steps.csv"),
                        "# GPUs,global batch,micro batch,hidden size,attention heads,# layers,sequence length,tensor"
                                + " parallelism,data parallelism,pipeline parallelism,iteration time (ms)\n"
                                + "8,16,4,2048,16,24,1024,8,1,1,467.6\n4,16,4,2048,16,24,1024,2,1,2,500\n")
                .toString();
        String gpu = folder.resolve("gpu.yaml").toString();
        CommandRun.of("fit", "training", steps, "--platform", "a100-800g", "--output", gpu)
                .succeeded();
        JsonNode result = CommandRun.json("evaluate", "training", steps, "--platform", "a100-800g", "--gpu", gpu);

        JsonNode row = result.get("rows").get(0);
        assertThat(row.get("measured").asDouble()).isCloseTo(0.4676, within(1e-9));
        assertThat(row.has("low")).as("two rows tell no interval").isFalse();
        assertThat(result.get("meanError").asDouble()).isLessThan(0.1);
        assertThat(result.get("warnings").toString()).contains("full recomputation");
    }

    @Test
    void search_eightGpus_hasTheBestDivisions() {
        JsonNode result = CommandRun.json("training", "--search", FILE, "--gpus", "8", "--platform", PLATFORM);

        JsonNode best = result.get("rows").get(0);
        assertThat(result.get("rows")).hasSize(10);
        assertThat(best.get("parallelism").get("data").asInt()
                        * best.get("parallelism").get("tensor").asInt()
                        * best.get("parallelism").get("pipeline").asInt()
                        * best.get("parallelism").get("context").asInt())
                .isEqualTo(8);
        assertThat(best.get("step").asDouble())
                .isLessThanOrEqualTo(result.get("rows").get(9).get("step").asDouble());
    }

    /** Another memory does not make the numbers of a GPU known. */
    @Test
    void guessedEfficiencies_allCommands_areSaid(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(
                folder.resolve("step.yaml"),
                "model: {layers: 2, hidden: 512, heads: 4, sequence: 256, vocabulary: 0}\nparallelism: {data: 4}\n"
                        + "batch: 4\ngpu: {name: h100, memory: 96 GB}\n");
        Path rows = Files.writeString(folder.resolve("steps.csv"), "file,seconds\nstep.yaml,0.01\n");
        for (List<String> command : List.of(
                List.of("training", file.toString()),
                List.of("training", "--search", file.toString(), "--gpus", "4"),
                List.of("replay", file.toString()),
                List.of("compare", file.toString()),
                List.of("evaluate", "training", rows.toString()))) {
            List<String> words = new java.util.ArrayList<>(command);
            words.addAll(List.of("--platform", PLATFORM));
            CommandRun run = CommandRun.of(words.toArray(String[]::new)).succeeded();

            assertThat(run.err()).as("%s", command).contains("were chosen between sources that differ");
            assertThat(run.out()).as("%s", command).doesNotContain("90 %");
        }
    }

    /** Experts are divided too, and each row is what 'training' says of it. */
    @Test
    void search_modelWithExperts_dividesThemAndAgreesWithTraining(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("experts.yaml"), """
                model: {layers: 2, hidden: 512, heads: 4, sequence: 256, vocabulary: 1000, experts: 8, active-experts: 2}
                parallelism: {data: 1}
                batch: 16
                sequence-parallel: true
                gpu: {peak: 100 Tflop/s, efficiency: 0.5, memory: 150 MB}
                """);
        Path chart = folder.resolve("steps.svg");
        JsonNode result = CommandRun.json(
                "training",
                "--search",
                file.toString(),
                "--gpus",
                "8",
                "--platform",
                PLATFORM,
                "--chart",
                chart.toString());

        JsonNode best = result.get("rows").get(0);
        JsonNode division = best.get("parallelism");
        assertThat(result.get("rows"))
                .anyMatch(row -> row.get("parallelism").get("expert").asInt() > 1);
        JsonNode replayed = CommandRun.json(
                        "training",
                        file.toString(),
                        "--platform",
                        PLATFORM,
                        "--set",
                        "micro-batch=" + best.get("microBatch").asInt(),
                        "--memory",
                        "ignore",
                        "--parallelism",
                        "data=" + division.get("data") + ",tensor=" + division.get("tensor") + ",pipeline="
                                + division.get("pipeline") + ",expert=" + division.get("expert") + ",expert-tensor="
                                + division.get("expertTensor") + ",context=" + division.get("context")
                                + ",interleave=" + division.get("interleave"))
                .get("rows")
                .get(0);
        assertThat(replayed.get("step").asDouble()).isEqualTo(best.get("step").asDouble());
        assertThat(chart).content().contains("compute").contains("expert");
    }

    @Test
    void training_memoryIgnored_goesOnWithAWarning() {
        JsonNode result = CommandRun.json(
                "training", FILE, "--platform", PLATFORM, "--set", "gpu.memory=1 GB", "--memory", "ignore");

        assertThat(result.get("warnings").toString()).contains("more than its 1 GB");
    }

    /** A wide model on one GPU of 80 GB: an error says what needs how much, a search still ranks. */
    @Test
    void modelBeyondMemory_isAnErrorOrARank(@TempDir Path folder) throws IOException {
        String file = Files.writeString(
                        folder.resolve("wide.yaml"),
                        "model: {layers: 2, hidden: 65536, heads: 64, sequence: 128, vocabulary: 0}\nbatch: 8\n"
                                + "parallelism: {data: 8}\ngpu: {name: h100}\n")
                .toString();
        CommandRun.of("training", file, "--platform", "eos")
                .failed(2, "wide.yaml: the step needs", "more than its 80 GB: parameters", "optimizer", "activations");
        JsonNode result =
                CommandRun.json("training", "--search", file, "--gpus", "4", "--platform", "eos", "--tokens", "1e9");

        assertThat(result.get("fitting").asInt()).isZero();
        assertThat(result.get("warnings").toString())
                .contains("No division of the GPUs fits into their memory (80 GB)");
        JsonNode first = result.get("rows").get(0);
        assertThat(first.get("memory").asDouble()).isGreaterThan(80e9);
        assertThat(first.get("days").asDouble()
                        * 86_400
                        * first.get("tokensPerSecond").asDouble())
                .isCloseTo(1e9, within(1.0));
    }
}
