package org.tailback.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.cli.CommandRun;

/** GOAL schedules on platforms, where messages become flows. */
class ScheduleReplayCommandTest {
    private static final String INCAST = """
        num_ranks 3
        rank 0 {
        send 1000001b to 2
        }
        rank 1 {
        send 1000001b to 2
        }
        rank 2 {
        l1: recv 1000001b from 0
        l2: recv 1000001b from 1
        l3: calc 5000000
        l3 requires l1
        l3 requires l2
        }
        """;

    @TempDir
    Path folder;

    private String incast() throws IOException {
        return Files.writeString(folder.resolve("incast.goal"), INCAST).toString();
    }

    /** As docs/goal.md says by hand: computation, two steps of four messages that share a link, reductions. */
    @Test
    void nodesWithGpus_shareTheInterfaceOfTheirNode() {
        JsonNode result = CommandRun.json(
                "replay",
                CommandRun.repository("traces/examples/atlahs-2.goal").toString(),
                "--platform",
                CommandRun.platform("star-10g.yaml"));

        assertThat(result.get("makespan").asDouble())
                .isCloseTo(200e-6 + 2 * (4 * 0.8e-3 + 10e-6) + 15e-6, offset(1e-12));
        assertThat(result.get("warnings").toString()).contains("The schedule has 2 NICs per rank");
    }

    @Test
    void tagsAbove32Bits_areTakenModulo2To32_andSaidByEveryCommand() throws IOException {
        String file = Files.writeString(
                        folder.resolve("long.goal"),
                        "num_ranks 2\nrank 0 {\nsend 8b to 1 tag 5000000001\n}\nrank 1 {\nrecv 8b from 0 tag "
                                + "705032705\n}\n")
                .toString();
        String said = "1 x tag above 2^32 - 1: taken modulo 2^32, as LogGOPSim's compiler does.";

        assertThat(CommandRun.of("info", file).succeeded().out()).contains(said);
        assertThat(CommandRun.of("replay", file, "--cost", "loggops")
                        .succeeded()
                        .err())
                .contains(said);
        assertThat(CommandRun.json("replay", file).get("warnings").toString()).contains(said);
        CommandRun converted = CommandRun.of(
                        "convert", file, folder.resolve("long.bin").toString())
                .succeeded();
        assertThat(converted.err()).contains(said);
    }

    /**
     * Overhead 1 us, both messages share the receiver's interface for 2 * 1e6 * 1 ns, latency 3 us, both overheads at
     * the receiver (1 us each, one after the other), 5 ms of calculation. Without contention a millisecond less.
     */
    @Test
    void json_logGopsWithASharingModel_messagesAreFlows() throws IOException {
        String cost = "loggops:L=3us,o=1us,g=0,G=1ns,O=0,S=10MB";
        JsonNode shared = CommandRun.json("replay", incast(), "--model", "max-min:bandwidth=1GB/s", "--cost", cost);
        JsonNode wider = CommandRun.json("replay", incast(), "--model", "max-min", "--cost", cost);
        JsonNode alone = CommandRun.json("replay", incast(), "--model", "uncontended", "--cost", cost);

        assertThat(shared.get("makespan").asDouble()).isEqualTo(1e-6 + 2e-3 + 3e-6 + 2e-6 + 5e-3, within());
        assertThat(shared.get("model").asText()).isEqualTo("max-min");
        assertThat(shared.get("cost").asText()).isEqualTo("loggops");
        assertThat(shared.get("averagePenalty").asDouble()).isEqualTo(2, within());
        assertThat(shared.get("conflicts").get("incoming").asLong()).isEqualTo(2);
        assertThat(shared.get("platform").asText()).isEqualTo("default");
        // 10 Gbit/s: 0.8 ns a byte for both together, 1 ns for one of them alone
        assertThat(wider.get("makespan").asDouble()).isEqualTo(1e-6 + 1.6e-3 + 3e-6 + 2e-6 + 5e-3, within());
        assertThat(wider.get("averagePenalty").asDouble()).isEqualTo(1.6, within());
        assertThat(alone.get("makespan").asDouble())
                .isLessThan(shared.get("makespan").asDouble());
    }

    private static org.assertj.core.data.Offset<Double> within() {
        return org.assertj.core.api.Assertions.within(1e-12);
    }

    @Test
    void text_saysWhatContentionCosts() throws IOException {
        assertThat(CommandRun.of("replay", incast(), "--platform", CommandRun.platform("star-10g.yaml"))
                        .succeeded()
                        .out())
                .startsWith("incast.goal takes ")
                .contains("contention costs ", "(goal)", "others entering the same node");
    }

    @Test
    void compare_acceptsSchedules() throws IOException {
        JsonNode rows = CommandRun.json(
                        "compare",
                        incast(),
                        "--platform",
                        CommandRun.platform("star-10g.yaml"),
                        "--model",
                        "max-min",
                        "--model",
                        "uncontended")
                .get("rows");
        assertThat(rows).hasSize(2);
        assertThat(rows.get(0).get("model").asText()).isEqualTo("uncontended");
    }

    @Test
    void info_countsOperations() throws IOException {
        JsonNode info = CommandRun.json("info", incast());

        assertThat(info.get("format").asText()).isEqualTo("goal");
        assertThat(info.get("ranks").asInt()).isEqualTo(3);
        assertThat(info.get("messages").asLong()).isEqualTo(2);
        assertThat(info.get("bytes").asLong()).isEqualTo(2_000_002);
        assertThat(info.get("operations").toString()).isEqualTo("{\"calc\":1,\"recv\":2,\"send\":2}");
        assertThat(info.get("span").isNull()).isTrue();
    }

    @Test
    void formats_listGoalAsWritten() {
        JsonNode formats = CommandRun.json("formats").get("formats");

        assertThat(formats).anySatisfy(format -> {
            assertThat(format.get("name").asText()).isEqualTo("goal");
            assertThat(format.get("writes").asBoolean()).isTrue();
            assertThat(format.get("carries").toString()).contains("dependencies");
        });
    }

    @Test
    void stuckSchedule_statusThree() throws IOException {
        Path stuck = Files.writeString(
                folder.resolve("stuck.goal"), "num_ranks 2\nrank 0 {\nrecv 1b from 1\n}\nrank 1 {\ncalc 5\n}\n");
        CommandRun.of("replay", stuck.toString(), "--model", "max-min")
                .failed(3, "rank 0: waits for 1 B from rank 1 with tag 0", "stuck.goal:3");
    }

    @TestFactory
    List<DynamicTest> recordedSchedules_replayToTheEndUnderEveryModel() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        try (Stream<Path> files = Files.list(CommandRun.shared("traces/goal"))) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith(".goal")).sorted().toList()) {
                tests.add(DynamicTest.dynamicTest(file.getFileName().toString(), () -> everyModel(file)));
            }
        }
        assertThat(tests).isNotEmpty();
        return tests;
    }

    private static void everyModel(Path file) {
        long messages = CommandRun.json("info", file.toString()).get("messages").asLong();
        String platform = CommandRun.platform("plogpt-table2-bidirectional.yaml");
        double alone = 0;
        for (String model : List.of("uncontended", "max-min", "infiniband")) {
            JsonNode result = CommandRun.json("replay", file.toString(), "--model", model);
            assertThat(result.get("messages").asLong()).as(model).isEqualTo(messages);
            assertThat(result.get("makespan").asDouble()).as(model).isPositive();
            alone = model.equals("uncontended") ? result.get("makespan").asDouble() : alone;
            assertThat(result.get("makespan").asDouble()).as(model).isGreaterThanOrEqualTo(alone * (1 - 1e-9));
        }
        JsonNode tree = CommandRun.json("replay", file.toString(), "--platform", platform, "--loss", "none");
        assertThat(tree.get("model").asText()).isEqualTo("fair-tree");
        assertThat(tree.get("messages").asLong()).isEqualTo(messages);
        assertThat(tree.get("makespan").asDouble()).isPositive();
    }
}
