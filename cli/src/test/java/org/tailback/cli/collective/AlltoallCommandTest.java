package org.tailback.cli.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.cli.CommandRun;

/** Nomura et al., section IV.B on Table II (bidirectional): 64 KiB, L = 50 us, T_RTO = 200 ms. */
class AlltoallCommandTest {
    private static final String TABLE_2 = CommandRun.platform("plogpt-table2-bidirectional.yaml");
    private static final double MICROSECONDS = 1e6;

    /** Ranks; A; A with b(4) as printed; B without timeouts; B in its worst case; B in rank order and its timeouts. */
    private static final double[][] PAPER = {
        {2, 953.633230, 953.633230, 953.633230, 953.633230, 953.633230, 0},
        {4, 2861.211234, 2861.211234, 2761.211234, 202761.211234, 202761.211234, 2},
        {8, 6702.100123, 6702.100123, 6402.100123, 206402.100123, 206376.367241, 4},
        {16, 14383.877900, 14343.647084, 13683.877900, 213683.877900, 213606.679256, 8},
        {32, 32479.976869, 32439.746053, 30979.976869, 430979.976869, 228067.303287, 16},
    };

    private static JsonNode table(String... more) {
        List<String> args = new ArrayList<>(List.of(
                "alltoall", "--algorithm", "A,B", "--ranks", "2,4,8,16,32", "--size", "65536", "--platform", TABLE_2));
        args.addAll(List.of(more));
        return CommandRun.json(args.toArray(String[]::new)).get("rows");
    }

    private static double microseconds(JsonNode seconds) {
        return seconds.asDouble() * MICROSECONDS;
    }

    @Test
    void table_plogptWithClosedForms_asComputedFromThePaper() {
        JsonNode rows = table("--closed-form");

        assertThat(rows).hasSize(10);
        for (int i = 0; i < PAPER.length; i++) {
            double[] paper = PAPER[i];
            JsonNode a = rows.get(2 * i);
            JsonNode b = rows.get(2 * i + 1);
            assertThat(a.get("algorithm").asText()).isEqualTo("A");
            assertThat(b.get("algorithm").asText()).isEqualTo("B");
            assertThat(a.get("ranks").asInt()).isEqualTo((int) paper[0]);
            assertThat(microseconds(a.get("time"))).isCloseTo(paper[1], within(1e-6));
            assertThat(a.get("retransmissionTimeouts").asInt()).isZero();
            assertThat(microseconds(b.get("time"))).isCloseTo(paper[5], within(1e-6));
            assertThat(b.get("retransmissionTimeouts").asInt()).isEqualTo((int) paper[6]);

            double gap = 8 * 65536 / 580.2;
            double others = paper[0] - 1;
            assertThat(microseconds(a.get("closedForm").get("plogp"))).isCloseTo(others * (gap + 50), within(1e-6));
            assertThat(microseconds(a.get("closedForm").get("plogpt"))).isCloseTo(paper[1], within(1e-6));
            assertThat(microseconds(a.get("closedForm").get("plogptAsPrinted"))).isCloseTo(paper[2], within(1e-6));
            assertThat(microseconds(b.get("closedForm").get("plogp"))).isCloseTo(others * gap + 50, within(1e-6));
            assertThat(microseconds(b.get("closedForm").get("plogpt"))).isCloseTo(paper[4], within(1e-6));
            assertThat(b.get("closedForm").has("plogptAsPrinted")).isTrue();
        }
    }

    @Test
    void table_withoutTimeouts_plainContention() {
        JsonNode rows = table("--loss", "tail-drop:policy=none");

        for (int i = 0; i < PAPER.length; i++) {
            assertThat(microseconds(rows.get(2 * i + 1).get("time"))).isCloseTo(PAPER[i][3], within(1e-6));
        }
    }

    @Test
    void table_anyStart_theWorstCaseOfEquation25() {
        JsonNode rows = table("--loss", "tail-drop:policy=any-start", "--closed-form");

        for (int i = 0; i < PAPER.length; i++) {
            JsonNode b = rows.get(2 * i + 1);
            assertThat(microseconds(b.get("time"))).isCloseTo(PAPER[i][4], within(1e-6));
            assertThat(b.get("time").asDouble())
                    .isCloseTo(b.get("closedForm").get("plogpt").asDouble(), within(1e-12));
        }
    }

    /** Section IV.C: N_RTO at 32 ranks is 0 up to 18203 B, 1 up to 32942 B (b(4) as printed), then 2. */
    @Test
    void thresholds_closedFormAsPrinted() {
        JsonNode rows = CommandRun.json(
                        "alltoall",
                        "--algorithm",
                        "B",
                        "--ranks",
                        "32",
                        "--size",
                        "18203,18204,32942,32943",
                        "--platform",
                        TABLE_2,
                        "--closed-form")
                .get("rows");

        int[] timeouts = {0, 1, 1, 2};
        for (int i = 0; i < timeouts.length; i++) {
            double time = rows.get(i).get("closedForm").get("plogptAsPrinted").asDouble();
            assertThat((int) (time / 0.2)).as(rows.get(i).toString()).isEqualTo(timeouts[i]);
        }
    }

    @Test
    void json_fieldsOfTheContract() {
        JsonNode result = CommandRun.json(
                "alltoall", "--algorithm", "A", "--ranks", "4:8:x2", "--size", "1KiB:4KiB:x2", "--platform", TABLE_2);

        assertThat(ImmutableList.copyOf(result.fieldNames())).startsWith("rows", "warnings");
        assertThat(result.get("rows")).hasSize(6).allSatisfy(row -> {
            assertThat(ImmutableList.copyOf(row.fieldNames()))
                    .startsWith(
                            "algorithm",
                            "ranks",
                            "bytes",
                            "time",
                            "low",
                            "high",
                            "coverage",
                            "retransmissionTimeouts",
                            "closedForm");
            assertThat(row.get("low")).isEqualTo(row.get("time"));
            assertThat(row.get("high")).isEqualTo(row.get("time"));
            assertThat(row.get("closedForm")).isEmpty();
        });
        assertThat(result.get("rows").get(5).get("bytes").asLong()).isEqualTo(4096);
    }

    @Test
    void randomOrder_replications_interval() {
        JsonNode row = CommandRun.json(
                        "alltoall",
                        "--algorithm",
                        "B",
                        "--ranks",
                        "16",
                        "--size",
                        "64KiB",
                        "--platform",
                        TABLE_2,
                        "--loss",
                        "tail-drop:order=random",
                        "--replications",
                        "10")
                .get("rows")
                .get(0);

        assertThat(row.get("low").asDouble()).isLessThan(row.get("time").asDouble());
        assertThat(row.get("high").asDouble()).isGreaterThan(row.get("time").asDouble());
        assertThat(row.get("high").asDouble() + row.get("low").asDouble())
                .isCloseTo(2 * row.get("time").asDouble(), within(1e-12));
    }

    @Test
    void replications_nothingRandom_note() {
        JsonNode result = CommandRun.json(
                "alltoall",
                "--algorithm",
                "A",
                "--ranks",
                "4",
                "--size",
                "1",
                "--platform",
                TABLE_2,
                "--replications",
                "3");

        assertThat(result.get("warnings").toString()).contains("nothing here is random");
    }

    @Test
    void closedForm_otherModel_explained() {
        JsonNode result = CommandRun.json(
                "alltoall",
                "--algorithm",
                "A",
                "--ranks",
                "4",
                "--size",
                "1KiB",
                "--platform",
                TABLE_2,
                "--model",
                "uncontended",
                "--loss",
                "none",
                "--closed-form");

        JsonNode row = result.get("rows").get(0);
        assertThat(ImmutableList.copyOf(row.get("closedForm").fieldNames())).containsExactly("plogp");
        assertThat(row.get("time").asDouble())
                .isCloseTo(row.get("closedForm").get("plogp").asDouble(), within(1e-15));
        assertThat(result.get("warnings").toString()).contains("fair-tree", "uncontended");
    }

    @Test
    void csv_formulasAreColumns() {
        CommandRun run = CommandRun.of(
                        "alltoall",
                        "--algorithm",
                        "A",
                        "--ranks",
                        "2",
                        "--size",
                        "64KiB",
                        "--platform",
                        TABLE_2,
                        "--closed-form",
                        "--format",
                        "csv")
                .succeeded();

        assertThat(run.out().lines().findFirst().orElseThrow())
                .startsWith(
                        "algorithm,ranks,bytes,time,low,high,coverage,retransmissionTimeouts,plogp,plogpt,plogptAsPrinted,loss");
        assertThat(run.out().lines().skip(1).findFirst().orElseThrow()).startsWith("A,2,65536,0.00095363322");
    }

    @Test
    void text_verdictFirst() {
        CommandRun run = CommandRun.of(
                        "alltoall", "--algorithm", "A,B", "--ranks", "2,4", "--size", "64KiB", "--platform", TABLE_2)
                .succeeded();

        assertThat(run.out().replace("\n", " "))
                .startsWith("alltoall takes 953.6 us to 2.861 ms with the fastest of 2 algorithms on 2 to 4 ranks, ")
                .contains(
                        "retransmission timeouts in 1 of 4 rows",
                        "B waits for a timeout of 200 ms in 1 of 2 cases (in 1 all take the same time)");
        assertThat(run.out()).contains("64 KiB", "2.861 ms");
    }

    @Test
    void unknownAlgorithm_thoseThatExist() {
        CommandRun.of("alltoall", "--algorithm", "A,brukc", "--ranks", "4", "--size", "1", "--platform", TABLE_2)
                .failed(2, "'brukc'", "Did you mean 'bruck'?", "Valid: A, B, ");
    }

    /** Without contention pairwise exchange is P - 1 messages one after the other: (P - 1) (g + L), equation (18). */
    @Test
    void pairwise_withoutContention_asEquation18() {
        JsonNode rows = CommandRun.json(
                        "alltoall",
                        "--algorithm",
                        "A,pairwise",
                        "--ranks",
                        "8",
                        "--size",
                        "64KiB",
                        "--platform",
                        TABLE_2,
                        "--model",
                        "uncontended",
                        "--loss",
                        "none",
                        "--closed-form")
                .get("rows");

        assertThat(rows.get(1).get("algorithm").asText()).isEqualTo("pairwise");
        assertThat(rows.get(1).get("time").asDouble())
                .isCloseTo(rows.get(0).get("closedForm").get("plogp").asDouble(), within(1e-12));
        assertThat(rows.get(1).get("closedForm")).isEmpty();
    }

    /** Nomura et al., section VI: retransmission timeouts decide between the two algorithms (Fig. 17, 32 nodes). */
    @Test
    void nomura2007_figure17_verdictOf32Nodes_isTheTimeout() {
        CommandRun run = CommandRun.of(
                        "alltoall", "--algorithm", "A,B", "--ranks", "32", "--size", "64KiB", "--platform", TABLE_2)
                .succeeded();
        assertThat(run.out()).endsWith("\nA, 7.022 times as fast: B waits for a timeout of 200 ms\n");
    }

    @Test
    void verdict_casesWithAndWithoutTimeouts_decidesTheFormer() {
        CommandRun run = CommandRun.of(
                        "alltoall",
                        "--algorithm",
                        "A,B",
                        "--ranks",
                        "32",
                        "--size",
                        "16KiB,64KiB",
                        "--platform",
                        TABLE_2)
                .succeeded();
        assertThat(run.out().replaceAll("\\s+", " "))
                .contains("B waits for a timeout of 200 ms in 1 of 2 cases. No verdict in the others: the error of")
                .contains(
                        "(set --model-error; stated: 'very close to the actual execution time' of",
                        "Nominally B is the fastest there");
    }

    @Test
    void tooManyRanks_said() {
        CommandRun.of("alltoall", "--algorithm", "A", "--ranks", "128", "--size", "1", "--platform", TABLE_2)
                .failed(2, "--ranks 128: ", "128 ranks", "only 64 cores (32 nodes with 2 each)");
    }

    @Test
    void ranksNoPowerOfTwo_said() {
        CommandRun.of("alltoall", "--algorithm", "A", "--ranks", "6", "--size", "1", "--platform", TABLE_2)
                .failed(2, "power of two", "6");
    }

    @Test
    void noPlatform_said() {
        CommandRun.of("alltoall", "--algorithm", "A", "--ranks", "4", "--size", "1")
                .failed(2, "--platform");
    }

    @Test
    void malformedLists_optionNamed() {
        CommandRun.of("alltoall", "--algorithm", "A", "--ranks", "4:8", "--size", "1", "--platform", TABLE_2)
                .failed(2, "--ranks", "'4:8'");
        CommandRun.of("alltoall", "--algorithm", "A", "--ranks", "4", "--size", "1K", "--platform", TABLE_2)
                .failed(2, "--size", "KB");
        CommandRun.of("alltoall", "--algorithm", "A", "--ranks", "0", "--size", "1", "--platform", TABLE_2)
                .failed(2, "--ranks");
    }
}
