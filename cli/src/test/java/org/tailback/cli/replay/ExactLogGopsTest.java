package org.tailback.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.cli.CommandRun;
import org.tailback.cli.TraceFiles;

/** {@code replay x.goal --cost loggops}, without a platform: LogGOPSim's times. */
class ExactLogGopsTest {
    @TempDir
    Path folder;

    /** The worked example of LogGopsSimulation: 1500 and 11494 ns. */
    private String pingGoal() throws IOException {
        return Files.writeString(
                        folder.resolve("ping.goal"),
                        "num_ranks 2\nrank 0 {\nsend 1000b to 1\n}\nrank 1 {\nl1: recv 1000b from 0\nl2: calc 506\n"
                                + "l2 requires l1\n}\n")
                .toString();
    }

    @Test
    void json_defaults_areLogGopSims() throws IOException {
        CommandRun run = CommandRun.of("replay", pingGoal(), "--cost", "loggops", "--format", "json")
                .succeeded();

        assertThat(run.out()).contains("\"makespan\": 0.000012,", "\"finish\": 0.0000015,");
        JsonNode result = run.json();
        assertThat(result.get("messages").asLong()).isEqualTo(1);
        assertThat(result.get("bytes").asLong()).isEqualTo(1000);
        assertThat(result.get("cost").asText()).isEqualTo("loggops");
        assertThat(result.get("model").asText()).isEqualTo("uncontended");
        assertThat(result.get("format").asText()).isEqualTo("goal");
        assertThat(result.get("platform").isNull()).isTrue();
        assertThat(result.get("conflicts").get("none").isNull()).isTrue();
        assertThat(result.get("logGops").get("gapPerByte").decimalValue()).isEqualByComparingTo("6e-9");
        assertThat(result.get("ranks").get(1).get("compute").asDouble()).isEqualTo(506e-9);
        assertThat(result.get("warnings")).isEmpty();
        assertThat(run.err()).isEmpty();
    }

    @Test
    void json_lettersAndWords_areTheSame() throws IOException {
        String letters = "loggops:L=2500ns,o=1500ns,g=1000ns,G=6,O=0,S=65535";
        String words =
                "loggops:latency=2.5us,overhead=1.5us,gap=1us,gap-per-byte=6ns,overhead-per-byte=0,eager-limit=65535B";
        String goal = pingGoal();

        assertThat(withoutCommand(goal, letters)).isEqualTo(withoutCommand(goal, words));
    }

    private static JsonNode withoutCommand(String goal, String cost) {
        JsonNode result = CommandRun.json("replay", goal, "--cost", cost);
        ((com.fasterxml.jackson.databind.node.ObjectNode) result).remove("command");
        return result;
    }

    @Test
    void textAndCsv() throws IOException {
        assertThat(CommandRun.of("replay", pingGoal(), "--cost", "loggops")
                        .succeeded()
                        .out())
                .startsWith("ping.goal takes 12 us on 2 ranks under LogGOPS\n")
                .contains("L = 2500 ns, o = 1500 ns, g = 1000 ns, G = 6 ns/B, O = 0 ns/B, S = 65535 B")
                .doesNotContain("penalty");
        assertThat(CommandRun.of("replay", pingGoal(), "--cost", "loggops", "--format", "csv")
                        .succeeded()
                        .out())
                .isEqualTo("rank,finish,compute,blocked,messages,bytesSent,averagePenalty,lostToContention,"
                        + "lostToTimeouts\n"
                        + "0,0.0000015,0,0.0000015,1,1000,1,0,0\n"
                        + "1,0.000012,0.000000506,0.000011494,0,0,1,0,0\n");
    }

    /**
     * By hand: sends until 3000 ns, interior until 403000; the first message takes the CPU for 1500 + 65535 * 6 =
     * 394710 until 797710, the second until 1192420, the boundary 50000 more. On the star, 2 * 64 KiB at 10 Gbit/s and
     * 10 us are over before the interior.
     */
    @Test
    void example_isAsDocumented() {
        String goal = CommandRun.repository("traces/examples/halo-4.goal").toString();
        JsonNode result = CommandRun.json("replay", goal, "--cost", "loggops");
        JsonNode onStar = CommandRun.json("replay", goal, "--platform", CommandRun.platform("star-10g.yaml"));

        assertThat(result.get("makespan").asText()).isEqualTo("0.00124242");
        assertThat(onStar.get("makespan").asDouble()).isEqualTo(450e-6, org.assertj.core.api.Assertions.within(1e-12));
    }

    /** Every host time of every recorded schedule, digit for digit. */
    @Test
    void json_recordedSchedules_areWhatLogGopSimComputed() throws IOException {
        Path file = CommandRun.shared("golden/loggopsim.json");
        JsonNode golden = new ObjectMapper().readTree(file.toFile());
        int compared = 0;
        for (Iterator<String> names = golden.get("schedules").fieldNames(); names.hasNext(); ) {
            JsonNode schedule = golden.get("schedules").get(names.next());
            Path goal = file.resolveSibling("../traces/goal")
                    .resolve(schedule.get("file").asText());
            if (!Files.exists(goal)) {
                continue;
            }
            for (Iterator<String> sets = golden.get("params").fieldNames(); sets.hasNext(); ) {
                String set = sets.next();
                JsonNode p = golden.get("params").get(set);
                JsonNode results = schedule.get("results").get(set);
                JsonNode expected = results.has("stable") ? results.get("stable") : results.get("stock");
                JsonNode result = CommandRun.json("replay", goal.toString(), "--cost", cost(p));
                for (int rank = 0; rank < expected.get("host_finish_ns").size(); rank++) {
                    assertThat(new BigDecimal(
                                    result.get("ranks").get(rank).get("finish").asText()))
                            .as("%s, %s, rank %s", goal, set, rank)
                            .isEqualByComparingTo(BigDecimal.valueOf(
                                    expected.get("host_finish_ns").get(rank).asLong(), 9));
                }
                assertThat(new BigDecimal(result.get("makespan").asText()))
                        .isEqualByComparingTo(
                                BigDecimal.valueOf(expected.get("makespan_ns").asLong(), 9));
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(100);
    }

    private static String cost(JsonNode p) {
        return "loggops:L=" + p.get("L") + "ns,o=" + p.get("o") + "ns,g=" + p.get("g") + "ns,G=" + p.get("G") + "ns,O="
                + p.get("O") + "ns,S=" + p.get("S");
    }

    @Test
    void traceThatIsNoSchedule_isRefused() {
        CommandRun.of("replay", TraceFiles.gather(folder).toString(), "--cost", "loggops:L=1us")
                .failed(2, "--cost loggops:L=1us: cost loggops is for GOAL schedules", "format simgrid-ti", "loggps:");
    }

    @Test
    void optionsWithoutMeaning_areRefused() throws IOException {
        CommandRun.of("replay", pingGoal(), "--cost", "loggops", "--placement", "random")
                .failed(2, "--placement random: has no meaning under --cost loggops alone");
        CommandRun.of("replay", pingGoal(), "--cost", "loggops", "--loss", "none")
                .failed(2, "--loss none");
        CommandRun.of("replay", pingGoal(), "--cost", "loggops", "--compute-scale", "2")
                .failed(2, "--compute-scale 2");
    }

    @Test
    void wrongParameters_areRefused() throws IOException {
        CommandRun.of("replay", pingGoal(), "--cost", "loggops:H=1ns").failed(2, "unknown key 'H'");
        CommandRun.of("replay", pingGoal(), "--cost", "loggops:G=0.5ns").failed(2, "whole number of nanoseconds");
    }

    @Test
    void brokenOrStuckSchedule_hasItsStatus() throws IOException {
        Path broken =
                Files.writeString(folder.resolve("a.goal"), "num_ranks 1\nrank 0 {\nl1: calc 5\nl2: flood 1\n}\n");
        CommandRun.of("replay", broken.toString(), "--cost", "loggops").failed(2, "a.goal:4");
        Path stuck = Files.writeString(
                folder.resolve("b.goal"), "num_ranks 2\nrank 0 {\nsend 1b to 1\n}\nrank 1 {\ncalc 5\n}\n");
        CommandRun.of("replay", stuck.toString(), "--cost", "loggops")
                .failed(3, "rank 1: has no receive for the 1 B from rank 0", "b.goal:3");
    }
}
