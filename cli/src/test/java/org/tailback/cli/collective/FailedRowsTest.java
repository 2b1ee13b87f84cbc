package org.tailback.cli.collective;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tailback.cli.CommandRun;

/** A row that fails leaves the others standing; a command fails if none stands. */
class FailedRowsTest {
    private static final String NO_PLACES = "--ranks 5000: the program has 5000 ranks, but the cluster only 144 cores";

    private static CommandRun collective(String ranks, String format) {
        return CommandRun.of(
                "collective",
                "alltoall",
                "--algorithm",
                "linear,pairwise",
                "--ranks",
                ranks,
                "--size",
                "64KiB",
                "--platform",
                "vienne-myrinet",
                "--format",
                format);
    }

    @Test
    void collective_ranksWithoutPlaces_leaveTheOtherRows() {
        CommandRun text = collective("4,5000", "text").succeeded();
        assertThat(text.out().replaceAll("\\s+", " "))
                .contains("linear 891.3 us", "in all rows: ranks 4, size 64 KiB")
                .contains("linear on 5000 ranks failed: " + NO_PLACES);
        assertThat(text.err()).contains("2 of 4 rows failed: " + NO_PLACES);

        assertThat(collective("4,5000", "json").succeeded().out())
                .contains("\"algorithm\": \"linear\", \"ranks\": 5000, \"bytes\": 65536, \"time\": null")
                .contains("\"error\": \"" + NO_PLACES);
        assertThat(collective("4,5000", "csv").succeeded().out().lines())
                .hasSize(5)
                .anyMatch(line -> line.startsWith("linear,5000,65536,,") && line.contains(NO_PLACES));
        assertThat(collective("4", "csv").succeeded().out()).doesNotContain("error");
    }

    @Test
    void collective_noRowStands_isTheFailure() {
        collective("5000", "text").failed(2, NO_PLACES);
    }

    @Test
    void alltoall_algorithmThatDoesNotWork_leavesTheOthers() {
        CommandRun run = CommandRun.of(
                        "alltoall",
                        "--algorithm",
                        "A,pairwise",
                        "--ranks",
                        "4,24",
                        "--size",
                        "1KiB",
                        "--platform",
                        "vienne-myrinet")
                .succeeded();
        assertThat(run.err()).contains("1 of 4 rows failed: Alltoall_A needs a power of two");
    }

    @Test
    void compare_platformWithoutPlaces_leavesTheOthers() {
        CommandRun run = compare("text").succeeded();
        assertThat(run.out().replaceAll("\\s+", " "))
                .contains("martinasso-infiniband")
                .contains("plogpt-table2-bidirectional, round-robin-node, fair-tree failed:");
        assertThat(run.err()).contains("1 of 2 rows failed: plogpt-table2-bidirectional, round-robin-node: ");
        assertThat(compare("json").succeeded().out()).contains("\"makespan\": null", "\"error\": \"plogpt-table2");
        assertThat(compare("csv").succeeded().out().lines()).hasSize(3);
    }

    private static CommandRun compare(String format) {
        return CommandRun.of(
                "compare",
                "ring:ranks=70,bytes=1kB",
                "--platform",
                "plogpt-table2-bidirectional,martinasso-infiniband",
                "--format",
                format);
    }
}
