package org.tailback.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tailback.cli.CommandRun;
import org.tailback.platformfile.BundledPlatforms;
import org.tailback.study.workload.GpuPlatforms;

/**
 * One program in all formats takes the same time on every bundled platform, by all selectors: computation, an allreduce
 * and an allgather on 8 ranks.
 */
class FormatEquivalenceTest {
    private static final int RANKS = 8;
    private static final List<String> SELECTORS =
            List.of("basic", "openmpi", "mpich", "fixed:allreduce=ring", "nccl", "fixed:allreduce=nccl-ring");

    /**
     * A difference that formats have, by the warning that names it.
     *
     * @param seconds at most so many
     * @param relative and so much of the makespan
     */
    private record Known(String warning, double seconds, double relative) {}

    private static final List<Known> KNOWN = List.of(
            // schedules have computations of whole nanoseconds: reductions of platforms with a section local, and
            // NCCL's
            // delays, which are in convert's warnings for GOAL and in the replay's for Chakra
            new Known("no whole number of nanoseconds", 20e-9, 0),
            // cost: overhead, which a schedule has when a message arrives
            new Known("the overhead of a receiver is spent when its message arrives", 20e-9, 0.02),
            // network: dimensions: cubic, of which a job alone gets a part
            new Known("Jobs share the torus of the whole platform", 0, 0.6));

    @TempDir
    static Path folder;

    private static Path nativeText;

    @BeforeAll
    static void write() throws IOException {
        nativeText = folder.resolve("program.tailback");
        StringBuilder text = new StringBuilder("tailback-trace 1\nranks " + RANKS + "\n");
        Path chakra = Files.createDirectory(folder.resolve("chakra"));
        for (int rank = 0; rank < RANKS; rank++) {
            text.append("rank " + rank + "\ncompute 0.0001\nallreduce 1048576\nallgather 4096\nend\n");
            Files.writeString(chakra.resolve("step." + rank + ".json"), """
                {"version": "0.0.4"}
                {"id": 0, "name": "gemm", "type": "COMP_NODE", "durationMicros": 100, "attr": [{"name": "is_cpu_op", "boolVal": false}]}
                {"id": 1, "name": "sum", "type": "COMM_COLL_NODE", "dataDeps": [0], "attr": [{"name": "comm_type", "int64Val": 0}, {"name": "comm_size", "int64Val": 1048576}]}
                {"id": 2, "name": "all", "type": "COMM_COLL_NODE", "dataDeps": [1], "attr": [{"name": "comm_type", "int64Val": 2}, {"name": "comm_size", "int64Val": 4096}]}
                """);
        }
        Files.writeString(nativeText, text);
    }

    /** All with as many nodes as the program has ranks. */
    static List<String> platforms() {
        return BundledPlatforms.names().stream()
                .filter(name -> !name.equals("plogpt-worked-example"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("platforms")
    void program_inEveryFormat_takesTheSameTime(String platform) throws IOException {
        List<String> differences = new ArrayList<>();
        boolean gpus = GpuPlatforms.names().contains(platform);
        for (String selector : SELECTORS) {
            if (selector.equals("nccl") && !gpus) {
                CommandRun.of("replay", nativeText.toString(), "--platform", platform, "--collectives", selector)
                        .failed(2, "collectives by nccl", "take a platform with GPUs: dgx-h100");
                continue;
            }
            String text = nativeText.toString();
            double expected =
                    replay(nativeText, platform, selector).get("makespan").asDouble();
            String place = platform + " " + selector + " ";
            check(differences, place + "chakra", replay(folder.resolve("chakra"), platform, selector), expected);
            Path goal = folder.resolve("program.goal");
            JsonNode converted = CommandRun.json(
                    "convert", text, goal.toString(), "--platform", platform, "--collectives", selector);
            ObjectNode replayed = replay(goal, platform, selector).deepCopy();
            ((ArrayNode) replayed.get("warnings")).addAll((ArrayNode) converted.get("warnings"));
            check(differences, place + "goal", replayed, expected);
            Path jobs = Files.writeString(
                    folder.resolve("jobs.yaml"),
                    "platform: " + platform + "\njobs:\n  - {name: it, trace: " + text + ", collectives: \"" + selector
                            + "\"}\n");
            check(differences, place + "jobs", CommandRun.json("jobs", jobs.toString()), expected);
            String own = CommandRun.repository("traces/examples/simai-8.txt").toString();
            check(
                    differences,
                    place + "astra-sim",
                    replay(copyOf(own), platform, selector),
                    replay(Path.of(own), platform, selector).get("makespan").asDouble());
        }
        assertThat(differences).isEmpty();
    }

    /** One place decides for all commands and formats. */
    @Test
    void collectives_notNamed_areNcclsOnGpusAndBasicElsewhere() throws IOException {
        String chakra = folder.resolve("chakra").toString();
        String goal = folder.resolve("default.goal").toString();
        for (String platform : List.of("dgx-h100", "lumi")) {
            String named = platform.equals("lumi") ? "basic" : "nccl";
            for (String trace : List.of(nativeText.toString(), chakra)) {
                double expected =
                        replay(Path.of(trace), platform, named).get("makespan").asDouble();
                assertThat(CommandRun.json("replay", trace, "--platform", platform)
                                .get("makespan")
                                .asDouble())
                        .isEqualTo(expected);
                assertThat(CommandRun.json("compare", trace, "--platform", platform)
                                .get("rows")
                                .get(0)
                                .get("makespan")
                                .asDouble())
                        .isEqualTo(expected);
            }
            Path jobs = Files.writeString(
                    folder.resolve("default.yaml"),
                    "platform: " + platform + "\njobs:\n  - {name: it, trace: " + nativeText + "}\n");
            assertThat(CommandRun.json("jobs", jobs.toString()).get("warnings").toString())
                    .contains("'" + named + "' chooses");
            assertThat(CommandRun.json("convert", chakra, goal, "--platform", platform)
                            .get("warnings")
                            .toString())
                    .contains("'" + named + "' chooses");
        }
    }

    @Test
    void whatIfOfAnAlgorithm_isItsReplayOnTheSameMachines() throws IOException {
        Path sum = Files.writeString(
                folder.resolve("sum.tailback"),
                "tailback-trace 1\nranks 8\n"
                        + IntStream.range(0, 8)
                                .mapToObj(rank -> "rank " + rank + "\nallreduce 1048576\nend\n")
                                .collect(Collectors.joining()));
        for (JsonNode change : CommandRun.json("replay", sum.toString(), "--platform", "dgx-h100", "--what-if")
                .get("whatIf")) {
            if (change.get("change").asText().equals("allreduce by nccl-ring")) {
                assertThat(change.get("makespan").asDouble())
                        .isEqualTo(replay(sum, "dgx-h100", "fixed:allreduce=nccl-ring")
                                .get("makespan")
                                .asDouble());
                return;
            }
        }
        throw new AssertionError("no such change");
    }

    @Test
    void ncclWithoutMachines_isRefused() {
        CommandRun.of("convert", nativeText.toString(), folder.resolve("x.goal").toString(), "--collectives", "nccl")
                .failed(2, "--collectives nccl", "depend on the machines", "--platform");
    }

    @Test
    void computeSpeed_ofConversion_dividesOperations() {
        String trace = CommandRun.repository("traces/examples/npb-cg-16").toString();
        double[] makespans = new double[2];
        for (int i = 0; i < 2; i++) {
            Path goal = folder.resolve("speed" + i + ".goal");
            String speed = i == 0 ? "1Gf" : "4Gf";
            CommandRun.json("convert", trace, goal.toString(), "--compute-speed", speed);
            makespans[i] = replay(goal, "star-10g", "basic").get("makespan").asDouble();
            assertThat(makespans[i])
                    .isCloseTo(
                            CommandRun.json("replay", trace, "--platform", "star-10g", "--compute-speed", speed)
                                    .get("makespan")
                                    .asDouble(),
                            within(1e-5 * makespans[i]));
        }
        assertThat(makespans[0]).isGreaterThan(2 * makespans[1]);
    }

    @Test
    void jobOnGpus_hasARankOnEach() throws IOException {
        Path jobs = Files.writeString(
                folder.resolve("gpus.yaml"), "platform: dgx-h100\njobs:\n  - {name: it, trace: " + nativeText + "}\n");

        assertThat(CommandRun.json("jobs", jobs.toString()).get("jobs").get(0).get("nodes"))
                .hasSize(1);
    }

    @Test
    void jobOfManyNodes_hasTheCostOfItsNodes() throws IOException {
        Path jobs = Files.writeString(
                folder.resolve("many.yaml"),
                "platform: leonardo\njobs:\n  - {name: it, trace: \"ring:ranks=128,bytes=1kB\"}\n");

        assertThat(CommandRun.json("jobs", jobs.toString())
                        .get("jobs")
                        .get(0)
                        .get("makespan")
                        .asDouble())
                .isEqualTo(CommandRun.json("replay", "ring:ranks=128,bytes=1kB", "--platform", "leonardo")
                        .get("makespan")
                        .asDouble());
    }

    /** A difference must be one of those that the class knows, of its size, and be a warning. */
    private static void check(List<String> differences, String what, JsonNode found, double expected) {
        JsonNode result = found.has("jobs") ? found.get("jobs").get(0) : found;
        double difference = Math.abs(result.get("makespan").asDouble() - expected);
        String warnings = found.get("warnings").toString();
        double allowed = 1e-12 * expected;
        for (Known known : KNOWN) {
            if (warnings.contains(known.warning())) {
                allowed = Math.max(allowed, known.seconds() + known.relative() * expected);
            }
        }
        if (difference > allowed) {
            differences.add(what + " " + result.get("makespan") + " instead of " + expected);
        }
    }

    private static Path copyOf(String astraSim) {
        Path copy = folder.resolve("simai.tailback");
        CommandRun.of("convert", astraSim, copy.toString()).succeeded();
        return copy;
    }

    private static JsonNode replay(Path trace, String platform, String selector) {
        return CommandRun.json("replay", trace.toString(), "--platform", platform, "--collectives", selector);
    }
}
