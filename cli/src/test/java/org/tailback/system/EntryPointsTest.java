package org.tailback.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.cli.CommandRun;
import org.tailback.cli.serve.ServedClient;
import org.tailback.cluster.Cluster;
import org.tailback.collective.CollectiveProgram;
import org.tailback.error.InputException;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.generator.Programs;
import org.tailback.platformfile.BundledPlatforms;
import org.tailback.platformfile.Overrides;
import org.tailback.program.CollectiveCall;
import org.tailback.program.ParallelProgram;
import org.tailback.simulation.Platforms;
import org.tailback.simulation.Simulation;
import org.tailback.trace.extrapolated.ExtrapolatedReader;

/**
 * The gate of entry points: a program of any kind takes the same time on every bundled platform, whoever is asked: the
 * library, each command, {@code serve} or Python. Or all refuse it.
 *
 * <p>All kinds and entry points are asked on {@link #OFTEN} only, unless the tests are thorough; other platforms are
 * asked for messages and collective operations by the commands that replay programs.
 */
class EntryPointsTest {
    private static final double SAME = 1e-12;
    private static final boolean THOROUGH = Boolean.getBoolean("tailback.thorough");

    /**
     * One platform or two of each form: a torus per job, a dragonfly, a machine with kernels, a template, GPUs, TCP.
     */
    private static final Set<String> OFTEN =
            Set.of("fugaku", "leonardo", "dahu", "fat-tree-100g", "dgx-h100", "plogpt-table2-bidirectional");

    /** Four ranks each. */
    private enum Kind {
        MESSAGES("all-pairs:ranks=4,bytes=100kB"),
        COLLECTIVES("collectives.tailback"),
        SCHEDULE(CommandRun.repository("traces/examples/halo-4.goal").toString()),
        HPL("hpl:n=64,nb=16,p=2,q=2,bcast=1ring,swap=long,depth=0"),
        TRAINING("step.yaml"),
        EXTRAPOLATED("extrapolate:calls-6.tailback,calls-8.tailback,ranks=4");

        private final String trace;

        Kind(String trace) {
            this.trace = trace;
        }

        String trace() {
            if (this == EXTRAPOLATED) {
                return new ExtrapolatedReader().runs(folder, trace).get(0);
            }
            return trace.contains(":") || trace.startsWith("/")
                    ? trace
                    : folder.resolve(trace).toString();
        }
    }

    /**
     * An entry point that gives another time, by its nature.
     *
     * @param entry which it is
     * @param kinds of programs
     * @param platforms where; empty for all
     * @param reason why
     */
    private record Exception(String entry, Set<Kind> kinds, Set<String> platforms, String reason) {}

    private static final List<Exception> EXCEPTIONS = List.of();

    /** A time in seconds, or why there is none. */
    private record Outcome(double seconds, String refusal) {
        static Outcome of(Simulation simulation) {
            try {
                return new Outcome(simulation.run().makespan(), "");
            } catch (InputException | UnfinishedProgramException e) {
                return new Outcome(Double.NaN, String.valueOf(e.getMessage()));
            }
        }

        static Outcome of(String field, String... command) {
            String[] all = Stream.concat(Stream.of(command), Stream.of("--format", "json"))
                    .toArray(String[]::new);
            CommandRun run = CommandRun.of(all);
            return run.status() == 0
                    ? new Outcome(run.json().at(field).asDouble(Double.NaN), "")
                    : new Outcome(Double.NaN, run.err().strip() + " (status " + run.status() + ")");
        }

        boolean isRefused() {
            return !refusal.isEmpty();
        }

        boolean equals(Outcome other) {
            return isRefused() || other.isRefused()
                    ? isRefused() && other.isRefused()
                    : Math.abs(seconds - other.seconds) <= SAME * seconds;
        }
    }

    @TempDir
    private static Path folder;

    private static ServedClient served;
    /** What the library says, by platform and kind. */
    private static final Map<String, Outcome> EXPECTED = new TreeMap<>();

    @BeforeAll
    static void write() throws IOException {
        Files.writeString(folder.resolve("collectives.tailback"), collectives(4));
        Files.writeString(folder.resolve("calls-6.tailback"), collectives(6));
        Files.writeString(folder.resolve("calls-8.tailback"), collectives(8));
        Files.writeString(folder.resolve("step.yaml"), """
                model: {layers: 2, hidden: 256, heads: 4, sequence: 128, vocabulary: 1000}
                parallelism: {data: 2, tensor: 2, pipeline: 1}
                batch: 4
                gpu: {peak: 989 Tflop/s, efficiency: 0.55}
                """);
        served = new ServedClient(1);
    }

    private static String collectives(int ranks) {
        StringBuilder text = new StringBuilder("tailback-trace 1\nranks " + ranks + "\n");
        for (int rank = 0; rank < ranks; rank++) {
            text.append(
                    "rank " + rank + "\ncompute 0.0001\nallreduce 262144\nbcast 65536 root 0\nalltoall 4096\nend\n");
        }
        return text.toString();
    }

    @AfterAll
    static void close() throws java.lang.Exception {
        served.close();
    }

    static List<String> platforms() {
        return BundledPlatforms.names();
    }

    private static Outcome expected(Kind kind, String platform) {
        return EXPECTED.computeIfAbsent(
                platform + "/" + kind,
                any -> Outcome.of(Simulation.of(kind.trace()).on(platform)));
    }

    private static void check(
            List<String> differences, String entry, Kind kind, String platform, Outcome expected, Outcome found) {
        boolean excepted = EXCEPTIONS.stream()
                .anyMatch(each -> each.entry().equals(entry)
                        && each.kinds().contains(kind)
                        && (each.platforms().isEmpty() || each.platforms().contains(platform)));
        if (excepted == found.equals(expected)) {
            differences.add(entry + " of " + kind + " on " + platform + ": " + found + ", the library " + expected
                    + (excepted ? ", and the difference is expected" : ""));
        }
    }

    @ParameterizedTest
    @MethodSource("platforms")
    void everyCommand_everyKindOfProgram_givesTheTimeOfTheLibrary(String platform) throws java.lang.Exception {
        List<String> differences = new ArrayList<>();
        boolean isOften = THOROUGH || OFTEN.contains(platform);
        for (Kind kind : isOften ? EnumSet.allOf(Kind.class) : EnumSet.of(Kind.MESSAGES, Kind.COLLECTIVES)) {
            String trace = kind.trace();
            Outcome expected = expected(kind, platform);
            Map<String, Outcome> found = new TreeMap<>();
            found.put("replay", Outcome.of("/makespan", "replay", trace, "--platform", platform));
            found.put("compare", Outcome.of("/rows/0/makespan", "compare", trace, "--platform", platform));
            found.put("sweep", sweep(trace, platform));
            found.put("serve", serve(trace, platform));
            if (kind == Kind.TRAINING) {
                found.put(
                        "training",
                        Outcome.of("/rows/0/step", "training", trace, "--platform", platform, "--fold", "off"));
            }
            found.forEach((entry, outcome) -> check(differences, entry, kind, platform, expected, outcome));
            if (isOften) {
                checkJobs(differences, kind, platform);
                checkPlace(differences, kind, platform, expected);
            }
        }
        if (isOften) {
            checkCollective(differences, platform);
            checkHpl(differences, platform);
        }
        assertThat(differences).isEmpty();
    }

    /** Equal outcomes are worth little where all are refusals. */
    @ParameterizedTest
    @MethodSource("platforms")
    void library_onlyStepsWithoutGpusAndTooManyRanks_areRefused(String platform) {
        Cluster cluster = Platforms.named(platform).cluster(Overrides.NONE);
        boolean isTooSmall = cluster.nodes() * cluster.coresPerNode() < 4;
        for (Kind kind : Kind.values()) {
            if (!THOROUGH && !OFTEN.contains(platform) && kind == Kind.EXTRAPOLATED) {
                continue;
            }
            Outcome outcome = expected(kind, platform);

            assertThat(outcome.isRefused())
                    .as("%s on %s: %s", kind, platform, outcome)
                    .isEqualTo(isTooSmall || kind == Kind.TRAINING && !cluster.hasGpus());
        }
    }

    private static Outcome sweep(String trace, String platform) throws IOException {
        Path study = Files.writeString(
                folder.resolve("study.yaml"),
                "workloads: [{trace: \"" + trace + "\"}]\nplatforms: [" + platform + "]\n");
        return Outcome.of("/rows/0/makespan", "sweep", study.toString());
    }

    private static Outcome serve(String trace, String platform) throws java.lang.Exception {
        JsonNode answer = served.ask(new ObjectMapper()
                .writeValueAsString(Map.of(
                        "id", 1, "command", List.of("replay", trace, "--platform", platform, "--format", "json"))));
        return answer.has("error")
                ? new Outcome(Double.NaN, answer.get("error").get("message").asText())
                : new Outcome(answer.get("result").get("makespan").asDouble(), "");
    }

    /** Jobs fill the nodes of platforms that fill them, and deal ranks to the nodes of others one by one. */
    private static void checkJobs(List<String> differences, Kind kind, String platform) throws IOException {
        boolean fills = placementRule(platform).equals("block");
        Outcome expected = fills
                ? expected(kind, platform)
                : Outcome.of(Simulation.of(kind.trace()).on(platform).placement("round-robin-node"));
        Path jobs = Files.writeString(
                folder.resolve("jobs.yaml"),
                "platform: " + platform + "\njobs: [{name: it, trace: \"" + kind.trace() + "\"}]\n");
        check(
                differences,
                "jobs of one",
                kind,
                platform,
                expected,
                Outcome.of("/jobs/0/makespan", "jobs", jobs.toString()));
    }

    /** The row of the platform's own rule is the library's time, and the placement found takes the time claimed. */
    private static void checkPlace(List<String> differences, Kind kind, String platform, Outcome expected)
            throws IOException {
        Path output = folder.resolve("placement.txt");
        CommandRun run = CommandRun.of(
                "place",
                kind.trace(),
                "--platform",
                platform,
                "--budget",
                "1",
                "--output",
                output.toString(),
                "--format",
                "json");
        if (run.status() != 0) {
            check(differences, "place", kind, platform, expected, new Outcome(Double.NaN, run.err()));
            return;
        }
        String own = placementRule(platform);
        for (JsonNode start : run.json().get("starts")) {
            if (start.get("name").asText().equals(own)) {
                check(
                        differences,
                        "place (row)",
                        kind,
                        platform,
                        expected,
                        new Outcome(start.get("makespan").asDouble(), ""));
            }
        }
        check(
                differences,
                "place (file)",
                kind,
                platform,
                new Outcome(run.json().get("makespan").asDouble(), ""),
                Outcome.of(
                        "/makespan", "replay", kind.trace(), "--platform", platform, "--placement", "file:" + output));
    }

    private static String placementRule(String platform) {
        return Platforms.named(platform).placement(Overrides.NONE).name();
    }

    private static void checkCollective(List<String> differences, String platform) {
        ParallelProgram calls = CollectiveProgram.calls(CollectiveCall.Kind.ALLREDUCE, 4, 100_000);
        check(
                differences,
                "collective",
                Kind.COLLECTIVES,
                platform,
                Outcome.of(Simulation.of(calls).on(platform).collectives("fixed:allreduce=ring")),
                Outcome.of(
                        "/rows/0/time",
                        "collective",
                        "allreduce",
                        "--algorithm=ring",
                        "--ranks=4",
                        "--size=100kB",
                        "--platform",
                        platform));
        check(
                differences,
                "alltoall",
                Kind.MESSAGES,
                platform,
                Outcome.of(Simulation.of(Programs.alltoallB(4, 100_000)).on(platform)),
                Outcome.of(
                        "/rows/0/time",
                        "alltoall",
                        "--algorithm=B",
                        "--ranks=4",
                        "--size=100kB",
                        "--platform",
                        platform));
    }

    private static void checkHpl(List<String> differences, String platform) {
        CommandRun run = CommandRun.of(
                ("hpl --n 64 --nb 16 --ranks 4 --grid 2x2 --bcast 1ring --swap long --depth 0 --budget 1 --seeds 1"
                                + " --format json --platform " + platform)
                        .split(" ", -1));
        Outcome found = run.status() == 0
                ? new Outcome(run.json().at("/rows/0/makespan").asDouble(), "")
                : new Outcome(Double.NaN, run.err());
        check(differences, "hpl", Kind.HPL, platform, expected(Kind.HPL, platform), found);
    }

    /** Kernels of dahu have noise, which the seed draws. */
    @ParameterizedTest
    @ValueSource(longs = {1, 5})
    void everyCommand_kernelsWithNoise_givesTheTimeOfTheLibraryWithTheSeed(long seed) throws IOException {
        String trace = Kind.HPL.trace();
        String platform = "dahu";
        Outcome expected = Outcome.of(Simulation.of(trace).on(platform).seed(seed));
        Path study = Files.writeString(
                folder.resolve("seeds.yaml"),
                "workloads: [{trace: \"" + trace + "\"}]\nplatforms: [" + platform + "]\nseeds: " + seed + "\n");
        Path jobs = Files.writeString(
                folder.resolve("jobs.yaml"),
                "platform: " + platform + "\njobs: [{name: it, trace: \"" + trace + "\"}]\n");
        String option = "--seed=" + seed;
        List<String> differences = new ArrayList<>();
        Map.of(
                        "replay", Outcome.of("/makespan", "replay", trace, "--platform", platform, option),
                        "compare", Outcome.of("/rows/0/makespan", "compare", trace, "--platform", platform, option),
                        "sweep", Outcome.of("/rows/0/makespan", "sweep", study.toString()),
                        "jobs of one", Outcome.of("/jobs/0/makespan", "jobs", jobs.toString(), option),
                        "jobs alone", Outcome.of("/jobs/0/alone", "jobs", jobs.toString(), option))
                .forEach((entry, found) -> check(differences, entry, Kind.HPL, platform, expected, found));

        assertThat(differences).isEmpty();
        assertThat(expected.equals(expected(Kind.HPL, platform))).isEqualTo(seed == 1);
    }

    /** 96 ranks are the default: all cores of the nodes. */
    @Test
    void hpl_numberOfNodesOfAPlatformThatGivesJobsATorus_isTheRunOnThem() {
        JsonNode row = CommandRun.of(
                        ("hpl --n 64 --nb 16 --platform fugaku --nodes 2 --ranks-per-node 2 --grid 2x2 --bcast 1ring"
                                        + " --swap long --depth 0 --budget 1 --seeds 1 --format json")
                                .split(" ", -1))
                .succeeded()
                .json()
                .at("/rows/0");
        double expected = Simulation.of(row.get("run").asText())
                .on("fugaku")
                .nodes(2)
                .ranksPerNode(2)
                .run()
                .makespan();

        assertThat(row.get("makespan").asDouble()).isEqualTo(expected);
    }

    @Test
    void python_everyKindOfProgram_givesTheTimeOfTheLibrary() throws java.lang.Exception {
        Assumptions.assumeTrue(hasPython(), "there is no python3 of version 3.9 or newer");
        Path command = Files.writeString(folder.resolve("tailback"), """
                #!/bin/sh
                exec "%s/bin/java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '%s' org.tailback.cli.Main "$@"
                """.formatted(
                        System.getProperty("java.home"), System.getProperty("java.class.path")));
        Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path script = Files.writeString(folder.resolve("ask.py"), """
                import sys
                sys.path.insert(0, sys.argv[1])
                import tailback
                for line in sys.stdin:
                    platform, trace = line.split()
                    try:
                        print(repr(tailback.replay(trace, platform=platform).makespan))
                    except tailback.InputError:
                        print("refused")
                """);
        List<String> platforms = THOROUGH ? platforms() : List.of("fugaku", "leonardo", "dgx-h100");
        List<String> differences = new ArrayList<>();
        StringBuilder questions = new StringBuilder();
        for (String platform : platforms) {
            for (Kind kind : Kind.values()) {
                questions.append(platform).append(' ').append(kind.trace()).append('\n');
            }
        }
        Path input = Files.writeString(folder.resolve("questions.txt"), questions);
        ProcessBuilder builder = new ProcessBuilder(
                        "python3",
                        "-B",
                        script.toString(),
                        CommandRun.repository("python").toString())
                .redirectInput(input.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("TAILBACK_COMMAND", command.toString());
        Process process = builder.start();
        List<String> answers =
                new String(process.getInputStream().readAllBytes()).lines().toList();

        assertThat(process.waitFor()).isZero();
        int i = 0;
        for (String platform : platforms) {
            for (Kind kind : EnumSet.allOf(Kind.class)) {
                String answer = answers.get(i++);
                Outcome found = answer.equals("refused")
                        ? new Outcome(Double.NaN, answer)
                        : new Outcome(Double.parseDouble(answer), "");
                check(differences, "Python", kind, platform, expected(kind, platform), found);
            }
        }
        assertThat(differences).isEmpty();
    }

    private static boolean hasPython() throws InterruptedException {
        try {
            return new ProcessBuilder("python3", "-c", "import sys; sys.exit(sys.version_info < (3, 9))")
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
