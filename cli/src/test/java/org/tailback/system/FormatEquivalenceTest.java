package org.tailback.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tailback.cli.CommandRun;
import org.tailback.collective.BasicSelector;
import org.tailback.collective.CollectiveExpansion;
import org.tailback.collective.CollectiveSelector;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.error.InputException;
import org.tailback.platform.Platform;
import org.tailback.platformfile.BundledPlatforms;
import org.tailback.platformfile.Overrides;
import org.tailback.program.ParallelProgram;
import org.tailback.replay.ReplayResult;
import org.tailback.simulation.Platforms;
import org.tailback.simulation.Workload;
import org.tailback.study.jobs.JobsResult;
import org.tailback.study.jobs.JobsStudy;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.Traces;
import org.tailback.trace.WrittenTrace;
import org.tailback.trace.goal.GoalTraceWriter;

/**
 * One program in all formats takes the same time on every bundled platform, by all selectors: computation, an allreduce
 * and an allgather on 8 ranks; and a text workload of ASTRA-sim beside its native text.
 */
class FormatEquivalenceTest {
    private static final int RANKS = 8;
    private static final List<String> SELECTORS = List.of(
            "default", "basic", "openmpi", "mpich", "fixed:allreduce=ring", "nccl", "fixed:allreduce=nccl-ring");

    /**
     * A difference that formats have.
     *
     * @param format which differs from native text
     * @param key of the platform file that it is due to
     * @param warning that names it
     * @param seconds at most so many
     * @param relative and so much of the makespan
     */
    private record Known(String format, String key, String warning, double seconds, double relative) {}

    private static final String NANOSECONDS = "not a whole number of nanoseconds";
    private static final String BLOCKING = "no send blocks its rank";
    private static final String RECEIVER = "the overhead of a receiver is spent when its message arrives";

    /** Computations of schedules are whole nanoseconds: reductions, and delays of NCCL's protocols. */
    private static final List<Known> KNOWN = List.of(
            new Known("chakra", "local:", NANOSECONDS, 20e-9, 0),
            new Known("goal", "local:", NANOSECONDS, 20e-9, 0),
            new Known("chakra", "gpus-per-node:", NANOSECONDS, 20e-9, 0),
            new Known("goal", "gpus-per-node:", NANOSECONDS, 20e-9, 0),
            new Known("chakra", "overhead:", RECEIVER, 20e-9, 0.04),
            new Known("goal", "overhead:", RECEIVER, 20e-9, 0.04),
            new Known("chakra", "isend-overhead:", BLOCKING, 0, 0.35),
            new Known("goal", "isend-overhead:", BLOCKING, 0, 0.35));

    @TempDir
    static Path folder;

    private static Path nativeText;
    private static Workload program;
    private static Workload chakra;
    private static Workload astraSim;
    private static Workload astraSimAsText;

    /** A makespan in seconds, and the warnings of all that led to it. */
    private record Run(double makespan, List<String> warnings) {
        static Run of(Workload workload, Platform platform, CollectiveSelector selector) {
            ReplayResult result = workload.on(platform).collectives(selector).run();
            return new Run(result.makespan(), result.warnings());
        }
    }

    @BeforeAll
    static void write() throws IOException {
        nativeText = folder.resolve("program.tailback");
        StringBuilder text = new StringBuilder("tailback-trace 1\nranks " + RANKS + "\n");
        Path graphs = Files.createDirectory(folder.resolve("chakra"));
        for (int rank = 0; rank < RANKS; rank++) {
            text.append("rank " + rank + "\ncompute 0.0001\nallreduce 262144\nallgather 4096\nend\n");
            Files.writeString(graphs.resolve("step." + rank + ".json"), """
                {"version": "0.0.4"}
                {"id": 0, "name": "gemm", "type": "COMP_NODE", "durationMicros": 100, "attr": [{"name": "is_cpu_op", "boolVal": false}]}
                {"id": 1, "name": "sum", "type": "COMM_COLL_NODE", "dataDeps": [0], "attr": [{"name": "comm_type", "int64Val": 0}, {"name": "comm_size", "int64Val": 262144}]}
                {"id": 2, "name": "all", "type": "COMM_COLL_NODE", "dataDeps": [1], "attr": [{"name": "comm_type", "int64Val": 2}, {"name": "comm_size", "int64Val": 4096}]}
                """);
        }
        Files.writeString(nativeText, text);
        program = open(nativeText);
        chakra = open(graphs);
        Path simAi = CommandRun.repository("traces/examples/simai-8.txt");
        Path copy = folder.resolve("simai.tailback");
        CommandRun.of("convert", simAi.toString(), copy.toString()).succeeded();
        astraSim = open(simAi);
        astraSimAsText = open(copy);
    }

    @AfterAll
    static void close() {
        Stream.of(program, chakra, astraSim, astraSimAsText).forEach(Workload::close);
    }

    private static Workload open(Path trace) {
        return Workload.open(trace, null, new BasicSelector(), TraceOptions.DEFAULTS);
    }

    /** All with as many nodes as the program has ranks. */
    static List<String> platforms() {
        return BundledPlatforms.names().stream()
                .filter(name -> !name.equals("plogpt-worked-example") && !name.startsWith("hoefler-"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("platforms")
    void program_inEveryFormat_takesTheSameTime(String name) throws IOException {
        Platforms choice = Platforms.named(name);
        Platform platform = choice.forJob(RANKS, Overrides.NONE.withPlacement("round-robin-node"));
        // jobs fill the nodes of a platform that fills them, and deal ranks to others one by one
        Platform own = choice.forJob(RANKS, Overrides.NONE);
        Platform ofJobs = own.placement().name().equals("block") ? own : platform;
        List<String> differences = new ArrayList<>();
        for (String text : SELECTORS) {
            CollectiveSelector selector = CollectiveSelectors.parse(text);
            if (selector.needsGpus() && !platform.cluster().hasGpus()) {
                assertThatThrownBy(() -> Run.of(program, platform, selector))
                        .isInstanceOf(InputException.class)
                        .hasMessageContainingAll("collectives by nccl", "dgx-h100");
                continue;
            }
            double expected = Run.of(program, platform, selector).makespan();
            Path jobs = Files.writeString(
                    folder.resolve("jobs.yaml"),
                    "platform: " + name + "\njobs:\n  - {name: it, trace: " + nativeText + ", collectives: \"" + text
                            + "\"}\n");
            Map<String, Run> runs = Map.of(
                    "chakra", Run.of(chakra, platform, selector),
                    "goal", asGoal(platform, selector),
                    "jobs", jobs(jobs, choice));
            double ofJob = Run.of(program, ofJobs, selector).makespan();
            runs.forEach((format, run) ->
                    check(differences, name, text, format, run, format.equals("jobs") ? ofJob : expected));
            check(
                    differences,
                    name,
                    text,
                    "astra-sim",
                    Run.of(astraSim, platform, selector),
                    Run.of(astraSimAsText, platform, selector).makespan());
        }
        assertThat(differences).isEmpty();
    }

    private static Run asGoal(Platform platform, CollectiveSelector selector) {
        Path goal = folder.resolve("program.goal");
        List<String> warnings = new ArrayList<>();
        try (Trace trace = Traces.open(nativeText, "tailback", TraceOptions.DEFAULTS)) {
            ParallelProgram messages = CollectiveExpansion.of(trace, Workload.placed(selector, platform, null, RANKS));
            WrittenTrace written = new GoalTraceWriter.Text().write(messages, goal, false);
            warnings.addAll(written.losses());
            warnings.addAll(written.remarks());
        }
        try (Workload schedule = open(goal)) {
            Run run = Run.of(schedule, platform, selector);
            warnings.addAll(run.warnings());
            return new Run(run.makespan(), warnings);
        }
    }

    private static Run jobs(Path file, Platforms platforms) {
        JobsResult result = JobsStudy.read(file).run(platforms, Overrides.NONE, JobsStudy.Settings.DEFAULT);
        return new Run(result.jobs().get(0).makespan(), result.warnings());
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
    void scheduleConvertedWithoutAPlatform_whereReductionsTakeTime_warns() {
        Path goal = folder.resolve("free.goal");
        CommandRun.json("convert", nativeText.toString(), goal.toString(), "--collectives", "fixed:allreduce=ring");
        JsonNode replayed = replay(goal, "marenostrum5", "basic");

        assertThat(replayed.get("warnings").toString()).contains("times of local work", "are not added");
        assertThat(replayed.get("makespan").asDouble())
                .isLessThan(replay(nativeText, "marenostrum5", "fixed:allreduce=ring")
                        .get("makespan")
                        .asDouble());
    }

    @Test
    void ncclWithoutMachines_isRefused() {
        CommandRun.of("convert", nativeText.toString(), folder.resolve("x.goal").toString(), "--collectives", "nccl")
                .failed(2, "--collectives nccl", "depend on the placement", "--platform");
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
        String goal = folder.resolve("speed0.goal").toString();
        CommandRun late = CommandRun.of("replay", goal, "--platform", "star-10g", "--compute-speed", "4Gf");
        assertThat(late.succeeded().err()).contains("--compute-speed has no effect");
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
    private static void check(
            List<String> differences, String platform, String selector, String format, Run found, double expected) {
        String file = BundledPlatforms.text(platform);
        String warnings = found.warnings().toString();
        double allowed = 1e-12 * expected;
        for (Known known : KNOWN) {
            if (known.format().equals(format) && file.contains(known.key()) && warnings.contains(known.warning())) {
                allowed = Math.max(allowed, known.seconds() + known.relative() * expected);
            }
        }
        if (Math.abs(found.makespan() - expected) > allowed) {
            differences.add(platform + " " + selector + " " + format + " " + found.makespan() + " instead of "
                    + expected + " " + warnings);
        }
    }

    private static JsonNode replay(Path trace, String platform, String selector) {
        return CommandRun.json("replay", trace.toString(), "--platform", platform, "--collectives", selector);
    }
}
