package org.tailback.study.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.error.InputException;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.explain.PartKind;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.simulation.Platforms;
import org.tailback.study.jobs.JobsStudy.Dividing;

class JobsStudyTest {
    /** Without latency and overhead: 1 GB/s a node, so that 1 MB alone takes 1 ms. */
    private static final String STAR = """
            cluster: {nodes: 16, cores-per-node: 1}
            network: {model: max-min, bandwidth: 1 GB/s}
            cost: {model: hockney, latency: 0 s, bandwidth: 1 GB/s}
            """;

    @TempDir
    private Path folder;

    private JobsResult run(String jobs) throws IOException {
        return run(jobs, new JobsStudy.Settings(1, 2, Dividing.AUTO, null, false));
    }

    private JobsResult run(String jobs, JobsStudy.Settings settings) throws IOException {
        return run(jobs, settings, STAR);
    }

    private JobsResult run(String jobs, JobsStudy.Settings settings, String platform) throws IOException {
        Path file = folder.resolve("jobs.yaml");
        Files.writeString(file, jobs);
        return JobsStudy.read(file)
                .run(Platforms.of("star", PlatformFile.parse(platform, "star")), Overrides.NONE, settings);
    }

    private JobsResult onGpus(String jobs, int perInterface) throws IOException {
        return run(jobs, new JobsStudy.Settings(1, 1, Dividing.AUTO, null, false), """
                cluster: {nodes: 4, gpus-per-node: 2, gpus-per-nic: %d}
                network: {model: max-min, bandwidth: 1 GB/s, local-bandwidth: 10 GB/s}
                cost: {model: hockney, latency: 0 s, bandwidth: 1 GB/s}
                intra-node: {bandwidth: 10 GB/s}
                """.formatted(perInterface));
    }

    /** 1 MB between machines takes 1 ms and inside one 0.1 ms; the second job has the second GPUs of nodes 0 and 1. */
    @Test
    void gpus_nodesAreMachines_andJobsTakeTheirFreeGpus() throws IOException {
        message("m", 1_000_000);
        String jobs = """
                jobs:
                  - {name: a, trace: m.tailback, nodes: [0, 1]}
                  - {name: b, trace: m.tailback, nodes: [0, 1]}
                  - {name: c, trace: m.tailback, ranks-per-node: 2}
                """;
        JobsResult result = onGpus(jobs, 1);
        assertThat(result.jobs().stream().mapToDouble(JobsResult.Job::makespan).toArray())
                .containsExactly(new double[] {1e-3, 1e-3, 1e-4}, within(1e-12));
        assertThat(result.jobs().get(2).nodes()).containsExactly("2");
        assertThat(result.warnings()).isEmpty();
        assertThat(onGpus(jobs, 2).jobs().get(1).slowdown()).isCloseTo(2, within(1e-9));

        assertThat(onGpus(jobs.replace("name: c", "name: d").replace("ranks-per-node: 2", "nodes: [1, 2]"), 1)
                        .warnings())
                .singleElement()
                .asString()
                .startsWith("1 GPUs run more than one rank");
        assertThatThrownBy(() -> onGpus(jobs.replace("ranks-per-node: 2", "ranks-per-node: 3"), 1))
                .hasMessageContaining("c has 3 ranks-per-node, but a node has 2 GPUs. Give the platform more gpus");
    }

    @Test
    void gpus_backgroundIsBetweenTheFirstOfEachMachine() throws IOException {
        message("m", 1_000_000);
        JobsResult result = onGpus("""
                jobs:
                  - {name: a, trace: m.tailback, nodes: [0, 1]}
                background:
                  - {name: noise, pattern: incast, nodes: [1, 2], bytes: 100 KB}
                """, 1);
        assertThat(result.jobs().get(0).slowdown()).isCloseTo(2, within(0.1));
        assertThat(result.background().get(0).nodes()).containsExactly("1", "2");
    }

    private void message(String name, int bytes) throws IOException {
        Files.writeString(folder.resolve(name + ".tailback"), """
                tailback-trace 1
                ranks 2

                rank 0
                send 1 %d
                end 1

                rank 1
                recv 0 %d
                end 1
                """.formatted(bytes, bytes));
    }

    @Test
    void twoJobsOnSeparateNodes_doNotSlowEachOther() throws IOException {
        message("m", 1_000_000);
        JobsResult result = run("""
                jobs:
                  - {name: a, trace: m.tailback}
                  - {name: b, trace: m.tailback}
                """);

        for (JobsResult.Job job : result.jobs()) {
            assertThat(job.makespan()).isEqualTo(job.alone()).isCloseTo(1e-3, within(1e-15));
            assertThat(job.lostTo().get(0).seconds()).isZero();
        }
        assertThat(result.jobs().get(0).nodes()).containsExactly("0", "1");
        assertThat(result.jobs().get(1).nodes()).containsExactly("2", "3");
    }

    @Test
    void twoMessagesIntoOneNode_eachLosesToTheOther() throws IOException {
        message("m", 1_000_000);
        message("long", 3_000_000);
        JobsResult result = run("""
                jobs:
                  - {name: a, trace: m.tailback, nodes: [0, 2]}
                  - {name: b, trace: long.tailback, nodes: [1, 2]}
                """);

        JobsResult.Job a = result.jobs().get(0);
        JobsResult.Job b = result.jobs().get(1);
        assertThat(a.makespan()).isCloseTo(2e-3, within(1e-14));
        assertThat(b.makespan()).isCloseTo(4e-3, within(1e-14));
        assertThat(a.slowdown()).isCloseTo(2, within(1e-9));
        assertThat(b.lostTo()).hasSize(1);
        assertThat(b.lostTo().get(0).name()).isEqualTo("a");
        assertThat(b.lostTo().get(0).seconds()).isCloseTo(1e-3, within(1e-14));
        assertThat(result.end()).isCloseTo(4e-3, within(1e-14));
    }

    /** Each time that the network is idle, its clock begins anew. */
    @Test
    void jobsThatStartLate_takeWhatTheyTakeAtTheBeginning() throws IOException {
        message("m", 1_000_000);
        message("long", 3_000_000);
        String jobs = """
                jobs:
                  - {name: a, trace: m.tailback, nodes: [0, 2], start: 0 s}
                  - {name: b, trace: long.tailback, nodes: [1, 2], start: 0 s}
                """;
        List<JobsResult.Job> early = run(jobs).jobs();
        List<JobsResult.Job> late = run(jobs.replace("0 s", "1700000000 s")).jobs();

        for (int i = 0; i < early.size(); i++) {
            assertThat(late.get(i).start()).isEqualTo(1.7e9);
            assertThat(late.get(i).makespan()).isEqualTo(early.get(i).makespan());
            assertThat(late.get(i).lostTo()).isEqualTo(early.get(i).lostTo());
        }
    }

    @Test
    void oneJobAtTheBeginningAndTwoVeryLate_takeWhatTheyTakeAlone() throws IOException {
        message("m", 1_000);
        message("long", 3_000);
        String first = "  - {name: first, trace: m.tailback, nodes: [0, 2], start: 0 s}\n";
        String second = "  - {name: second, trace: long.tailback, nodes: [1, 2], start: 1000000000 s, repeat: 3}\n";
        String third = "  - {name: third, trace: m.tailback, nodes: [0, 2], start: 1000000001 s}\n";
        JobsResult result = run("jobs:\n" + first + second + third);

        assertThat(result.jobs()).extracting(JobsResult.Job::makespan).containsExactly(1e-6, 9e-6, 1e-6);
        assertThat(result.jobs()).extracting(JobsResult.Job::alone).containsExactly(1e-6, 9e-6, 1e-6);
        assertThat(result.jobs()).extracting(JobsResult.Job::start).containsExactly(0.0, 1e9, 1e9 + 1);
        assertThat(result.warnings()).noneMatch(text -> text.contains("clock"));
    }

    /** Two that overlap at 1e9 s, of which one goes on, with the job at 0 s: as the two by themselves at 0 s. */
    @Test
    void jobsThatOverlapVeryLate_loseWhatTheyLoseAtTheBeginning() throws IOException {
        message("m", 1_000);
        message("long", 3_000);
        String two = """
                  - {name: second, trace: long.tailback, nodes: [1, 2], start: 0 s}
                  - {name: third, trace: m.tailback, nodes: [0, 2], start: 0 s, repeat: 2}
                """;
        List<JobsResult.Job> early = run("jobs:\n" + two).jobs();
        List<JobsResult.Job> late = run("jobs:\n  - {name: first, trace: m.tailback, nodes: [0, 2], start: 0 s}\n"
                        + two.replace("0 s", "1000000000 s"))
                .jobs();

        for (int i = 0; i < 2; i++) {
            assertThat(late.get(i + 1).makespan()).isEqualTo(early.get(i).makespan());
            assertThat(late.get(i + 1).alone()).isEqualTo(early.get(i).alone());
            assertThat(late.get(i + 1).lostTo()).containsAll(early.get(i).lostTo());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 8})
    void losses_addUpToMakespanLessAlone(int jobs) throws IOException {
        StringBuilder yaml = new StringBuilder("jobs:\n");
        for (int i = 0; i < jobs; i++) {
            yaml.append("  - {name: j")
                    .append(i)
                    .append(", trace: \"all-pairs:ranks=4,bytes=")
                    .append(100 + 50 * i)
                    .append("KB,sizes=unequal\", nodes: [")
                    .append(i)
                    .append(", ")
                    .append(i + 1)
                    .append(", ")
                    .append(i + 3)
                    .append(", ")
                    .append(i + 5)
                    .append("], start: ")
                    .append(10 * i)
                    .append(" us}\n");
        }
        yaml.append(
                "background:\n  - {name: noise, pattern: uniform, nodes: 0-9, bytes: 20 KB, on: 50 us, off: 70 us}\n");

        JobsResult result = run(yaml.toString());

        for (JobsResult.Job job : result.jobs()) {
            assertThat(job.lostTo().stream()
                            .mapToDouble(JobsResult.Loss::seconds)
                            .sum())
                    .isCloseTo(job.makespan() - job.alone(), within(1e-12));
            assertThat(job.slowdown()).isGreaterThan(1);
        }
        assertThat(result.background().get(0).messages()).isPositive();
    }

    @Test
    void anyNumberOfThreads_sameResult() throws IOException {
        String yaml = """
                jobs:
                  - {name: a, trace: "ring:ranks=4,bytes=1MB", nodes: 0-3, start: "uniform:0s:1ms"}
                  - {name: b, trace: "ring:ranks=4,bytes=1MB", nodes: "random:4"}
                background:
                  - {name: c, pattern: permutation, nodes: 0-7, bytes: 50 KB, on: 1 ms, off: 1 ms}
                """;

        JobsResult one = run(yaml, new JobsStudy.Settings(5, 1, Dividing.ALWAYS, null, false));

        assertThat(run(yaml, new JobsStudy.Settings(5, 3, Dividing.ALWAYS, null, false)))
                .isEqualTo(one);
        assertThat(run(yaml, new JobsStudy.Settings(6, 1, Dividing.ALWAYS, null, false)))
                .isNotEqualTo(one);
    }

    @Test
    void afterAnotherJob_startsWhenThatHasEnded() throws IOException {
        message("m", 1_000_000);
        JobsResult result = run("""
                jobs:
                  - {name: a, trace: m.tailback, repeat: 3}
                  - {name: b, trace: m.tailback, after: a, start: 5 ms}
                """);

        assertThat(result.jobs().get(0).runs()).isEqualTo(3);
        assertThat(result.jobs().get(0).makespan()).isCloseTo(3e-3, within(1e-14));
        assertThat(result.jobs().get(1).start()).isCloseTo(8e-3, within(1e-14));
        assertThat(result.end()).isCloseTo(9e-3, within(1e-14));
    }

    @Test
    void untilOthersEnd_countsCompletedRunsOnly() throws IOException {
        message("m", 1_000_000);
        message("long", 3_500_000);
        JobsResult result = run("""
                jobs:
                  - {name: a, trace: long.tailback}
                  - {name: b, trace: m.tailback, repeat: until-others-end}
                """);

        assertThat(result.jobs().get(1).endsByItself()).isFalse();
        assertThat(result.jobs().get(1).runs()).isEqualTo(3);
        assertThat(result.jobs().get(1).makespan()).isCloseTo(3e-3, within(1e-14));
        assertThat(result.jobs().get(1).slowdown()).isCloseTo(1, within(1e-12));
        assertThat(result.end()).isCloseTo(3.5e-3, within(1e-14));
    }

    @Test
    void incast_slowsTheReceiverOnly() throws IOException {
        message("m", 1_000_000);
        JobsResult result = run("""
                jobs:
                  - {name: victim, trace: m.tailback, nodes: [0, 5]}
                  - {name: other, trace: m.tailback, nodes: [1, 6]}
                background:
                  - {name: noise, pattern: incast, nodes: [5, 8, 9, 10], bytes: 100 KB}
                """);

        assertThat(result.jobs().get(0).slowdown()).isCloseTo(4, within(0.2));
        assertThat(result.jobs().get(0).lostTo().get(1).seconds())
                .isCloseTo(result.jobs().get(0).makespan() - 1e-3, within(1e-12));
        assertThat(result.jobs().get(1).slowdown()).isCloseTo(1, within(1e-9));
    }

    @Test
    void background_countsMessagesSentBeforeTheLastJobEnds() throws IOException {
        // 1 ms a message: sent at 0, 1, 2 and 3 ms; the job ends at 3.5 ms, the last message at 4 ms
        message("long", 3_500_000);
        JobsResult result = run("""
                jobs:
                  - {name: a, trace: long.tailback}
                background:
                  - {name: noise, pattern: incast, nodes: [8, 9], bytes: 1 MB}
                """);

        assertThat(result.background().get(0).messages()).isEqualTo(4);
        assertThat(result.background().get(0).bytes()).isEqualTo(4e6);
    }

    @Test
    void generatedProgram_needsNoFile() throws IOException {
        JobsResult result = run("jobs: [{name: a, trace: \"ring:ranks=4,bytes=1MB\"}]");

        assertThat(result.jobs().get(0).ranks()).isEqualTo(4);
    }

    @Test
    void deadlockedJobBesideEndlessTraffic_isNamed() throws IOException {
        Files.writeString(folder.resolve("stuck.tailback"), """
                tailback-trace 1
                ranks 2

                rank 0
                recv 1 8
                end 1

                rank 1
                recv 0 8
                end 1
                """);

        assertThatThrownBy(() -> run("""
                jobs:
                  - {name: hopeless, trace: stuck.tailback}
                background:
                  - {name: noise, pattern: all-to-all, nodes: 4-7, bytes: 1 KB}
                """))
                .isInstanceOf(UnfinishedProgramException.class)
                .hasMessageContaining("hopeless");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jobs: []|needs at least one job",
                "jobs: [{name: a, trace: m.tailback, repeat: until-others-end}]|needs at least one job that ends",
                "jobs: [{name: a, trace: m.tailback}, {name: a, trace: m.tailback}]|two jobs with the name 'a'",
                "jobs: [{name: a, trace: m.tailback, after: b}]|'b' is not the name of a job",
                "jobs: [{name: a, trace: m.tailback, after: b}, {name: b, trace: m.tailback, after: a}]|each other",
                "jobs: [{name: a, trace: m.tailback, nodes: [0]}]|2 ranks, but its nodes hold 1 (",
                "jobs: [{name: a, trace: m.tailback, ranks-per-node: 2}]|a node has 1 core.",
                "jobs: [{name: a, trace: m.tailback, start: soon}]|'soon'",
                "jobs: [{name: a, trace: m.tailback, nods: 1}]|Did you mean 'nodes'?",
                "jobs: [{name: a, trace: m.tailback, nodes: [1, 1]}]|named twice",
                "jobs: [{name: a, trace: m.tailback, nodes: [X9, 1]}]|nodes: unknown node 'X9'",
                "jobs: [{name: a, trace: m.tailback, collectives: fast}]|'fast'"
            })
    void mistakes_areToldWithTheirPlace(String textAndMessage) throws IOException {
        message("m", 1);
        String[] parts = textAndMessage.split("\\|");

        assertThatThrownBy(() -> run(parts[0]))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("jobs.yaml:1:")
                .hasMessageContaining(parts[1]);
    }

    private static final JobsStudy.Settings CHAINS = new JobsStudy.Settings(1, 2, Dividing.AUTO, null, true);

    @Test
    void chains_twoJobsIntoOneNode_contentionIsTheOthersFromItsStart() throws IOException {
        // b's 3 MB from 0, a's 1 MB from 1 ms until 3 ms, both at half the rate; b ends at 4 ms
        message("m", 1_000_000);
        message("long", 3_000_000);
        JobsResult result = run("""
                jobs:
                  - {name: a, trace: m.tailback, nodes: [0, 2], start: 1 ms}
                  - {name: b, trace: long.tailback, nodes: [1, 2]}
                """, CHAINS);

        for (JobsResult.Job job : result.jobs()) {
            JobsResult.Why why = Objects.requireNonNull(job.why());
            assertThat(why.chain().seconds(PartKind.CONTENTION)).isCloseTo(1e-3, within(1e-14));
            assertThat(why.contentionElsewhere()).isZero();
            assertThat(why.chain().path().get(0).from()).isEqualTo(job.start());
        }
        assertThat(contentionBy(result, 0)).containsExactly(new double[] {0, 1e-3}, within(1e-14));
        assertThat(contentionBy(result, 1)).containsExactly(new double[] {1e-3, 0}, within(1e-14));
    }

    /** Four messages on an uplink that carries two at their full rate, as the nodes do: half the rate. */
    @Test
    void chains_uplinkWithMoreMessagesThanTheNode_contentionIsOfAllOnIt() throws IOException {
        Files.writeString(folder.resolve("two.tailback"), """
                tailback-trace 1
                ranks 4

                rank 0
                send 2 1000000
                end 1

                rank 1
                send 3 1000000
                end 1

                rank 2
                recv 0 1000000
                end 1

                rank 3
                recv 1 1000000
                end 1
                """);
        Path file = folder.resolve("jobs.yaml");
        Files.writeString(file, """
                jobs:
                  - {name: a, trace: two.tailback, nodes: [0, 2], ranks-per-node: 2}
                  - {name: b, trace: two.tailback, nodes: [1, 3], ranks-per-node: 2}
                """);
        JobsResult result =
                JobsStudy.read(file).run(Platforms.of("tree", PlatformFile.parse("""
                                cluster: {nodes: 4, cores-per-node: 2}
                                network: {model: max-min, topology: fat-tree, down: 2x2, up: 1x1,
                                  bandwidth: 2 GB/s}
                                cost: {model: hockney, latency: 0 s, bandwidth: 1 GB/s}
                                """, "tree")), Overrides.NONE, CHAINS);

        assertThat(contentionBy(result, 0)).containsExactly(new double[] {1e-3 / 3, 2e-3 / 3}, within(1e-12));
        assertThat(contentionBy(result, 1)).containsExactly(new double[] {2e-3 / 3, 1e-3 / 3}, within(1e-12));
    }

    private static double[] contentionBy(JobsResult result, int job) {
        return Objects.requireNonNull(result.jobs().get(job).why()).contentionBy().stream()
                .mapToDouble(JobsResult.Loss::seconds)
                .toArray();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void chains_ofRandomJobs_addUp(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder yaml = new StringBuilder("jobs:\n");
        int jobs = 2 + random.nextInt(3);
        String[] programs = {"all-pairs:ranks=4,sizes=unequal", "ring:ranks=4", "all-pairs:ranks=4,sizes=equal"};
        for (int i = 0; i < jobs; i++) {
            yaml.append(("  - {name: j%d, trace: \"%s,bytes=%dKB\", " + "nodes: %s, start: %d us, repeat: %s}\n")
                    .formatted(
                            i,
                            programs[random.nextInt(programs.length)],
                            20 + random.nextInt(400),
                            random.ints(0, 10).distinct().limit(4).boxed().toList(),
                            random.nextInt(300),
                            i > 0 && random.nextInt(3) == 0 ? "until-others-end" : "" + (1 + random.nextInt(3))));
        }
        yaml.append("  - {name: wide, trace: \"all-pairs:ranks=10,sizes=unequal,bytes=50KB\", nodes: \"3-12\"}\n")
                .append("background:\n  - {name: noise, pattern: uniform, nodes: 0-9,"
                        + " bytes: 20 KB, on: 50 us, off: 70 us}\n");
        JobsStudy.Settings settings = new JobsStudy.Settings(seed, 2, Dividing.NEVER, null, true);

        JobsResult result = run(yaml.toString(), settings);

        assertThat(run(yaml.toString(), new JobsStudy.Settings(seed, 1, Dividing.NEVER, null, true)))
                .as("seed %d, one thread", seed)
                .isEqualTo(result);
        for (JobsResult.Job job : result.jobs()) {
            if (job.runs() == 0) {
                assertThat(job.why()).isNull();
                continue;
            }
            String what = "seed " + seed + ", " + job.name();
            JobsResult.Why why = Objects.requireNonNull(job.why());
            double parts =
                    why.chain().parts().values().stream().mapToDouble(x -> x).sum();
            double by = why.contentionBy().stream()
                    .mapToDouble(JobsResult.Loss::seconds)
                    .sum();
            assertThat(parts).as(what).isCloseTo(job.makespan(), within(1e-12 * job.makespan()));
            assertThat(by + why.contentionElsewhere())
                    .as(what)
                    .isCloseTo(why.chain().seconds(PartKind.CONTENTION), within(1e-12 * job.makespan()));
            // a max-min rate is at least the equal share of the busier end of its message
            assertThat(why.contentionElsewhere()).as(what).isLessThanOrEqualTo(1e-9 * job.makespan());
        }
    }
}
