package org.tailback.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.cli.CommandRun;
import org.tailback.cli.TraceFiles;

class CompareCommandTest {
    private static final String STAR = CommandRun.platform("star-10g.yaml");
    private static final String TREE = CommandRun.platform("plogpt-table2-bidirectional.yaml");

    @TempDir
    private Path folder;

    @Test
    void json_everyCombinationBestFirst() {
        JsonNode rows = CommandRun.json(
                        "compare",
                        TraceFiles.gather(folder).toString(),
                        "--platform",
                        TREE,
                        "--platform",
                        STAR,
                        "--placement",
                        "round-robin-node",
                        "--placement",
                        "round-robin-processor",
                        "--loss",
                        "none")
                .get("rows");

        assertThat(rows).hasSize(4);
        assertThat(ImmutableList.copyOf(rows.get(0).fieldNames()))
                .startsWith("platform", "placement", "model", "makespan", "relative");
        assertThat(rows.get(0).get("platform").asText()).isEqualTo(STAR);
        assertThat(rows.get(0).get("relative").asDouble()).isEqualTo(1);
        assertThat(rows)
                .allSatisfy(row -> assertThat(row.get("relative").asDouble())
                        .isCloseTo(
                                row.get("makespan").asDouble()
                                        / rows.get(0).get("makespan").asDouble(),
                                within(1e-12)));
        assertThat(rows.get(3).get("makespan").asDouble())
                .isGreaterThan(rows.get(2).get("makespan").asDouble());
    }

    @Test
    void platformsOfDifferentRouting_isNamed() {
        String[] command = {
            "compare", "ring:ranks=8,bytes=1KB", "--platform", "dragonfly-slingshot,fat-tree-hdr,star-10g"
        };
        assertThat(CommandRun.of(command).succeeded().err())
                .contains("Part of the difference is routing: adaptive on dragonfly-slingshot; static on fat-tree-hdr");
        command[3] = "fat-tree-hdr,fat-tree-ndr";
        assertThat(CommandRun.of(command).succeeded().err()).doesNotContain("routing");
    }

    /** The error of templates against measured machines separates 10 from 200 Gbit/s, but not times 15 % apart. */
    @Test
    void nominalPlatforms_coarseErrorDecidesOnlyFarApart() {
        JsonNode far = CommandRun.json("compare", "ring:ranks=8,bytes=1MB", "--platform", "star-10g,fat-tree-hdr")
                .get("verdict");
        assertThat(far.get("choice").asText()).isEqualTo("fat-tree-hdr");
        assertThat(far.get("sentence").asText()).contains("19.1 times as fast", "coarse error of nominal fat trees");

        JsonNode near = CommandRun.json("compare", "ring:ranks=8,bytes=1MB", "--platform", "fat-tree-hdr,fat-tree-ndr")
                .get("verdict");
        assertThat(near.get("choice").isNull()).isTrue();
        assertThat(near.get("sentence").asText()).startsWith("No verdict: ").contains("coarse error");
    }

    @Test
    void retransmissionTimeout_decidesWhereTheErrorIsUnknown() throws IOException {
        String losing = Files.readString(Path.of(CommandRun.platform("plogpt-table2-bidirectional.yaml")));
        String file = Files.writeString(
                        folder.resolve("lossless.yaml"),
                        losing.substring(0, losing.indexOf("loss:")) + losing.substring(losing.indexOf("validity:")))
                .toString();

        JsonNode verdict = CommandRun.json(
                        "compare",
                        "alltoall:ranks=32,bytes=1MB",
                        "--platform",
                        "plogpt-table2-bidirectional",
                        "--platform",
                        file)
                .get("verdict");
        assertThat(verdict.get("choice").asText()).isEqualTo("lossless");
        assertThat(verdict.get("sentence").asText())
                .endsWith("plogpt-table2-bidirectional waits for a timeout of 200 ms");
    }

    @Test
    void ranksPerNode_aRowEachBesidePlacements() {
        JsonNode rows = CommandRun.json(
                        "compare",
                        TraceFiles.gather(folder).toString(),
                        "--platform",
                        TREE,
                        "--loss",
                        "none",
                        "--placement",
                        "random:7,block:ranks-per-node=1,nodes=8",
                        "--ranks-per-node",
                        "1,2")
                .get("rows");

        assertThat(rows.findValuesAsText("placement"))
                .containsExactlyInAnyOrder(
                        "random:7",
                        "block:ranks-per-node=1,nodes=8",
                        "block:ranks-per-node=1",
                        "block:ranks-per-node=2");
    }

    /** Eight ranks on eight nodes, on networks of which the slower one is more than twice as cheap. */
    @Test
    void nodePrices_runPriceAndErrorDecide() {
        String ring = CommandRun.repository("traces/examples/ring-8").toString();
        String[] both = {"compare", ring, "--platform", "fat-tree-100g", "--platform", "fat-tree-hdr"};
        JsonNode rows = CommandRun.json(with(both, "--node-price", "1000,9000")).get("rows");

        assertThat(rows.findValuesAsText("platform")).containsExactly("fat-tree-hdr", "fat-tree-100g");
        assertThat(rows.findValuesAsText("nodes")).containsExactly("8", "8");
        assertThat(rows.findValuesAsText("price")).containsExactly("72000", "8000");
        for (JsonNode row : rows) {
            assertThat(row.get("runPrice").asDouble())
                    .isCloseTo(row.get("price").asDouble() * row.get("makespan").asDouble(), within(1e-9));
        }
        double slower = rows.get(1).get("relative").asDouble();
        assertThat(slower).isGreaterThan(1.00001).isLessThan(1.01);
        assertThat(CommandRun.of(with(both, "--node-price", "1000,9000", "--model-error", "0.001 %"))
                        .succeeded()
                        .out())
                .contains("run price", "take fat-tree-hdr: 0.1 % faster than fat-tree-100g, beyond the error of");
        assertThat(CommandRun.of(with(both, "--model-error", "900 %"))
                        .succeeded()
                        .out())
                .contains("fat-tree-hdr and fat-tree-100g differ by 0.1 %, less than the error of 900 %")
                .doesNotContain("run price:");
        assertThat(CommandRun.of(both).succeeded().out())
                .contains("No verdict: fat-tree-hdr and fat-tree-100g differ by 0.1 %, less than the coarse error of");
        JsonNode ofLumi = CommandRun.json("compare", ring, "--platform", "lumi")
                .get("rows")
                .get(0);
        assertThat(ofLumi.get("coverage").asDouble()).isEqualTo(0.9);
        assertThat(ofLumi.get("makespan").asDouble())
                .isBetween(ofLumi.get("low").asDouble(), ofLumi.get("high").asDouble());
        CommandRun.of(with(both, "--node-price", "5")).failed(2, "--node-price: 1 price for 2 platforms");
        CommandRun.of(with(both, "--node-price", "5,-1")).failed(2, "--node-price: expected a number above 0");
    }

    private static String[] with(String[] words, String... more) {
        return Stream.concat(Arrays.stream(words), Arrays.stream(more)).toArray(String[]::new);
    }

    @Test
    void models_namedAsWritten() {
        JsonNode rows = CommandRun.json(
                        "compare",
                        TraceFiles.gather(folder).toString(),
                        "--platform",
                        STAR,
                        "--model",
                        "max-min",
                        "--model",
                        "infiniband:competitor-rule=exact",
                        "--model",
                        "uncontended")
                .get("rows");

        assertThat(rows.get(0).get("model").asText()).isEqualTo("uncontended");
        assertThat(rows.toString()).contains("infiniband:competitor-rule=exact", "max-min");
    }

    @Test
    void textAndCsv_sameRows() {
        String trace = TraceFiles.gather(folder).toString();

        CommandRun text = CommandRun.of("compare", trace, "--model", "uncontended", "--model", "max-min")
                .succeeded();
        CommandRun csv = CommandRun.of("compare", trace, "--model", "uncontended", "--format", "csv")
                .succeeded();

        assertThat(text.out().replace("\n", " ")).contains("10.81 ms at best", "12.41 ms ");
        assertThat(csv.out().lines().skip(1).findFirst().orElseThrow())
                .startsWith("default,round-robin-node,uncontended,0.01081");
    }

    @Test
    void combinationThatCannotWork_isNamedAndLeavesTheOthers() {
        String trace = TraceFiles.gather(folder).toString();
        CommandRun run = CommandRun.of(
                        "compare", trace, "--platform", STAR, "--model", "max-min", "--model", "fair-tree")
                .succeeded();
        assertThat(run.err()).contains("1 of 2 rows failed: ", "star-10g.yaml with --model fair-tree");
        CommandRun.of("compare", trace, "--platform", STAR, "--model", "fair-tree")
                .failed(2, "star-10g.yaml with --model fair-tree");
    }

    @Test
    void deadlock_statusThree() {
        CommandRun.of("compare", TraceFiles.deadlock(folder).toString()).failed(3, "rank 0");
    }

    /** Two numbers, a placement file, a model and efficiencies: everything that a run is described by. */
}
