package org.tailback.cli.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.cli.CommandRun;

/**
 * Measured steps of models with experts on H100 (Megatron-Bridge, release 26.04), by its recipes: HybridEP for Qwen3,
 * all-to-all and light recomputation for GPT-OSS, gradients of 16 bits.
 */
@Tag("thorough")
class MeasuredExpertsTest {
    private static final String ROWS = "measured/training-steps/megatron-bridge.csv";

    @TempDir
    private Path folder;

    /** Returns the time of a step by its row: batch x sequence / (GPUs x tokens a second and GPU). */
    private static double seconds(String model) throws IOException {
        for (String line : Files.readAllLines(CommandRun.shared(ROWS))) {
            String[] fields = line.split(",");
            if (fields[3].equals(model)) {
                return Double.parseDouble(fields[7])
                        * Double.parseDouble(fields[9])
                        / (Double.parseDouble(fields[5]) * Double.parseDouble(fields[15]));
            }
        }
        throw new AssertionError(model);
    }

    private Path step(String name, String config, String experts, String lines) throws IOException {
        return Files.writeString(
                folder.resolve(name + ".yaml"),
                "model: {config: " + CommandRun.repository(config) + ", sequence: 4096}\n"
                        + "micro-batch: 1\nsharding: optimizer\n" + lines
                        + "gpu: {name: h100" + experts + "}\n");
    }

    private Path qwen(String experts) throws IOException {
        return step(
                "qwen",
                "docs/ai/qwen3-30b-a3b.json",
                experts,
                "parallelism: {data: 16, expert: 16}\nbatch: 1024\nfp8: true\n");
    }

    private Path gptOss(String experts) throws IOException {
        return step(
                "gpt-oss",
                "studies/src/test/resources/models/gpt-oss-120b.json",
                experts,
                "parallelism: {data: 16, pipeline: 4, expert: 8}\nbatch: 1280\nrecompute: light\n"
                        + "token-exchange: {method: all-to-all}\n");
    }

    private Path row(Path step, double seconds) throws IOException {
        return Files.writeString(
                folder.resolve(step.getFileName() + ".csv"),
                "file,seconds\n" + step.getFileName() + "," + seconds + "\n");
    }

    private static JsonNode evaluated(Path row, String... more) {
        List<String> words =
                new java.util.ArrayList<>(List.of("evaluate", "training", row.toString(), "--platform", "dgx-h100"));
        words.addAll(List.of(more));
        return CommandRun.json(words.toArray(String[]::new)).get("rows").get(0);
    }

    /** From a GPU on which experts take no longer than their products and bytes: what is fitted is of the other row. */
    @Test
    void experts_fittedToOne_predictTheOtherWithin20Percent() throws IOException {
        Path qwen = row(qwen(", experts: 1"), seconds("Qwen3_30B_a3B"));
        Path gptOss = row(gptOss(", experts: 1"), seconds("GPT OSS 120B"));
        for (List<Path> pair : List.of(List.of(qwen, gptOss), List.of(gptOss, qwen))) {
            String gpu = folder.resolve("gpu.yaml").toString();
            CommandRun.of("fit", "training", pair.get(0).toString(), "--platform", "dgx-h100", "--output", gpu)
                    .succeeded();
            assertThat(evaluated(pair.get(1), "--gpu", gpu).get("error").asDouble())
                    .as("%s", pair)
                    .isBetween(-0.2, 0.2);
        }
    }

    /** The built-in h100 has one number of these rows; replay and evaluation are the same number. */
    @Test
    void experts_ofTheBuiltInGpu_areWithin5Percent() throws IOException {
        for (List<Object> each : List.of(
                List.<Object>of(qwen(""), seconds("Qwen3_30B_a3B")),
                List.<Object>of(gptOss(""), seconds("GPT OSS 120B")))) {
            Path step = (Path) each.get(0);
            JsonNode row = evaluated(row(step, (Double) each.get(1)));
            assertThat(row.get("error").asDouble()).as("%s", step).isBetween(-0.05, 0.05);
            assertThat(row.get("by").asText()).isEqualTo("replay");
            assertThat(CommandRun.json("replay", step.toString(), "--platform", "dgx-h100")
                            .get("makespan")
                            .asDouble())
                    .isEqualTo(row.get("predicted").asDouble(), within(1e-9));
        }
    }
}
