package org.tailback.cli.fit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.cli.CommandRun;

/** Measured dispatches of DeepEP on H100 that took no part in the numbers. */
class FitDispatchTest {
    private static final String ONE = "measured/deepep/h100_sxm_comm_sglang_0.5.12_wideep_deepep_normal_perf.csv";
    private static final String MORE = "measured/deepep/h100_sxm_comm_sglang_0.5.6.post2_wideep_deepep_normal_perf.csv";

    @TempDir
    private Path folder;

    private Path rows(String file, String column, Predicate<Long> chosen, String name) throws IOException {
        List<String> lines = Files.readAllLines(CommandRun.shared(file));
        int index = List.of(lines.get(0).split(",")).indexOf(column);
        List<String> kept = new ArrayList<>(lines.subList(0, 1));
        lines.stream()
                .skip(1)
                .filter(line -> chosen.test(Long.parseLong(line.split(",")[index])))
                .forEach(kept::add);
        return Files.write(folder.resolve(name), kept);
    }

    private static void isWithin(JsonNode json, double factor, int... nodes) {
        List<Integer> found = new ArrayList<>();
        for (JsonNode errors : json.get("errors")) {
            if (errors.get("rows").asText().equals("judged")) {
                found.add(errors.get("machines").asInt());
                assertThat(errors.get("median").asDouble()).as("%s", errors).isLessThanOrEqualTo(factor);
            }
        }
        assertThat(found).contains(java.util.Arrays.stream(nodes).boxed().toArray(Integer[]::new));
    }

    /** Every second number of tokens has a part in the numbers, the others judge. */
    @Test
    void dispatch_othersNumbersOfTokens_areWithin15PercentInTheMedian() throws IOException {
        Predicate<Long> odd = tokens -> Long.numberOfTrailingZeros(tokens) % 2 == 1;
        isWithin(
                CommandRun.json(
                        "fit",
                        "dispatch",
                        rows(ONE, "num_token", odd, "a.csv").toString(),
                        "--also",
                        rows(MORE, "num_token", odd, "b.csv").toString(),
                        "--judge",
                        rows(ONE, "num_token", odd.negate(), "c.csv").toString(),
                        "--judge",
                        rows(MORE, "num_token", odd.negate(), "d.csv").toString()),
                1.15,
                1,
                2,
                4);
    }

    @Test
    void dispatch_otherWidthsAndExperts_areWithin15PercentInTheMedian() throws IOException {
        for (String column : List.of("hidden_size", "num_experts")) {
            long kept = column.equals("hidden_size") ? 4096 : 256;
            isWithin(
                    CommandRun.json(
                            "fit",
                            "dispatch",
                            rows(ONE, column, value -> value == kept, "a.csv").toString(),
                            "--judge",
                            rows(ONE, column, value -> value != kept, "c.csv").toString()),
                    1.15,
                    1);
        }
    }

    @Test
    void dispatch_badRows_areRefused() throws IOException {
        Path file = Files.writeString(
                folder.resolve("bad.csv"),
                "node_num,hidden_size,num_token,num_topk,num_experts,dispatch_avg_t_us\n3,7168,8,8,256,9\n");
        CommandRun.of("fit", "dispatch", file.toString()).failed(2, "bad.csv:2", "256 experts do not fit 3 nodes");
        Files.writeString(file, "node_num,hidden_size,num_token,num_topk,num_experts\n1,7168,8,8,256\n");
        CommandRun.of("fit", "dispatch", file.toString()).failed(2, "'dispatch_transmit_us' is missing");
    }
}
