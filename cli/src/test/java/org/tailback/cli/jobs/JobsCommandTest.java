package org.tailback.cli.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.cli.CommandRun;

class JobsCommandTest {
    @TempDir
    private Path folder;

    private String file;

    @BeforeEach
    void write() throws IOException {
        Path jobs = folder.resolve("jobs.yaml");
        Files.writeString(jobs, """
                platform: %s
                jobs:
                  - {name: ring, trace: "ring:ranks=4,bytes=1MB", nodes: 0-3}
                  - {name: pairs, trace: "all-pairs:ranks=4,bytes=1MB,sizes=equal", nodes: [2, 3, 4, 5]}
                background:
                  - {name: noise, pattern: incast, nodes: "random:4", bytes: 100 KB}
                """.formatted(CommandRun.platform("star-10g.yaml")));
        file = jobs.toString();
    }

    @Test
    void json_hasMakespanAloneAndLosses() {
        JsonNode result = CommandRun.json("jobs", file);
        JsonNode pairs = result.get("jobs").get(1);

        assertThat(pairs.get("name").asText()).isEqualTo("pairs");
        assertThat(pairs.get("slowdown").asDouble())
                .isEqualTo(pairs.get("makespan").asDouble() / pairs.get("alone").asDouble());
        double lost = 0;
        for (JsonNode loss : pairs.get("lostTo")) {
            lost += loss.get("seconds").asDouble();
        }
        assertThat(lost)
                .isCloseTo(pairs.get("makespan").asDouble() - pairs.get("alone").asDouble(), within(1e-12));
        assertThat(result.get("background").get(0).get("pattern").asText()).isEqualTo("incast");
    }

    @Test
    void alone_isTheMakespanOfReplay() {
        JsonNode alone = CommandRun.json("jobs", file).get("jobs").get(1).get("alone");
        JsonNode replay = CommandRun.json(
                "replay",
                "all-pairs:ranks=4,bytes=1MB,sizes=equal",
                "--platform",
                CommandRun.platform("star-10g.yaml"));

        assertThat(alone.asDouble()).isCloseTo(replay.get("makespan").asDouble(), within(1e-12));
    }

    @Test
    void platformByName_sameResult(@TempDir Path folder) throws IOException {
        Path named = Files.writeString(
                folder.resolve("named.yaml"),
                Files.readString(Path.of(file)).replace(CommandRun.platform("star-10g.yaml"), "star-10g"));

        JsonNode expected = withoutPlatform(CommandRun.json("jobs", file));
        assertThat(withoutPlatform(CommandRun.json("jobs", named.toString()))).isEqualTo(expected);
        assertThat(withoutPlatform(CommandRun.json("jobs", named.toString(), "--platform", "star-10g")))
                .isEqualTo(expected);
    }

    private static JsonNode withoutPlatform(JsonNode result) {
        ((ObjectNode) result.get("validity")).remove("platform");
        return result;
    }

    @Test
    void text_namesTheJobThatIsSlowedDownMost() {
        String out = CommandRun.of("jobs", file).succeeded().out();

        assertThat(out).contains("slowed down most", "lost to", "Losses are divided by Shapley value");
    }

    @Test
    void text_countsJobsThatEndByThemselves() throws IOException {
        Path jobs = folder.resolve("endless.yaml");
        Files.writeString(jobs, """
                platform: %s
                jobs:
                  - {name: once, trace: "ring:ranks=4,bytes=1MB", nodes: 0-3}
                  - {name: endless, trace: "ring:ranks=4,bytes=10KB", nodes: 0-3, repeat: until-others-end}
                """.formatted(CommandRun.platform("star-10g.yaml")));

        assertThat(CommandRun.of("jobs", jobs.toString()).succeeded().out()).startsWith("1 job ends after ");
    }

    @Test
    void text_jobsThatDoNotMeet_areNotSlowedDown() throws IOException {
        Path jobs = folder.resolve("apart.yaml");
        Files.writeString(jobs, """
                platform: %s
                jobs:
                  - {name: a, trace: "ring:ranks=4,bytes=1MB", nodes: 0-3}
                  - {name: b, trace: "ring:ranks=4,bytes=1MB", nodes: 4-7}
                """.formatted(CommandRun.platform("star-10g.yaml")));

        assertThat(CommandRun.of("jobs", jobs.toString()).succeeded().out())
                .contains("2 jobs end after ", "; no job is slowed");
        String free = Files.writeString(
                        folder.resolve("free.yaml"), Files.readString(jobs).replaceAll(", nodes: .-.", ""))
                .toString();
        assertThat(CommandRun.of("jobs", free, "--placement=contiguous")
                        .succeeded()
                        .out())
                .startsWith("1 placement of 2 jobs, 1 per node on 8 nodes of star-10g (nominal, error unknown), ");
    }

    @Test
    void replications_haveASeedEach() {
        JsonNode runs = CommandRun.json("jobs", file, "--replications", "3", "--blame", "never", "--seed", "5")
                .get("replications");

        assertThat(runs).hasSize(3);
        assertThat(runs.get(2).get("seed").asLong()).isEqualTo(7);
        assertThat(runs.get(0).get("jobs").get(0).get("lostTo")).isEmpty();
        assertThat(CommandRun.of("jobs", file, "--replications", "3")
                        .succeeded()
                        .out())
                .contains("slowdown over 3 seeds");
    }

    private String jobsWithPolicies(String placements) throws IOException {
        return Files.writeString(folder.resolve("policies.yaml"), """
                platform: %s
                jobs:
                  - {name: ring, trace: "ring:ranks=4,bytes=1MB"}
                  - {name: pairs, trace: "all-pairs:ranks=4,bytes=1MB,sizes=equal"}
                background:
                  - {name: noise, pattern: incast, nodes: "contiguous:4", bytes: 100 KB}
                %s
                """.formatted(
                                CommandRun.platform("zhu-two-racks.yaml"), placements))
                .toString();
    }

    @Test
    void placements_areThoseOfARunWithThatPolicy_whateverTheThreads() throws IOException {
        String swept = jobsWithPolicies("placements: [contiguous, round-robin, random:2]");
        JsonNode cases = CommandRun.json("jobs", swept, "--threads", "1").get("placements");
        assertThat(CommandRun.json("jobs", swept, "--threads", "3").get("placements"))
                .isEqualTo(cases);
        assertThat(cases).hasSize(3);
        String single = jobsWithPolicies("");
        for (JsonNode each : cases) {
            String policy = each.get("placement").asText().replaceAll(":.*", "");
            String written = Files.readString(Path.of(single))
                    .replace("contiguous:4", policy + ":4")
                    .replace("\"}\n", "\", nodes: " + policy + "}\n");
            Path file = Files.writeString(folder.resolve("single.yaml"), written);
            JsonNode alone = CommandRun.json(
                    "jobs", file.toString(), "--blame", "never", "--seed", policy.equals("random") ? "2" : "1");
            assertThat(each.get("jobs")).as(policy).isEqualTo(alone.get("jobs"));
        }
    }

    @Test
    void placements_ofTheOption_asTextAndCsv_withMeansOverSeeds() throws IOException {
        String file = jobsWithPolicies("placements: [group]");
        String[] command = {"jobs", file, "--placement", "random,contiguous", "--replications", "2"};
        String out = CommandRun.of(command).succeeded().out();
        assertThat(out).startsWith("2 placements").contains("slowdown, means of 2 seeds  random  contiguous");
        String[] csv = java.util.Arrays.copyOf(command, command.length + 2);
        csv[command.length] = "--format";
        csv[command.length + 1] = "csv";
        assertThat(CommandRun.of(csv).succeeded().out().lines())
                .hasSize(1 + 2 * 2 * 2)
                .first()
                .isEqualTo("placement,seed,name,start,makespan,alone,slowdown,basis,failure");
        Path page = folder.resolve("placements.html");
        CommandRun.of("jobs", file, "--report", page.toString()).succeeded();
        assertThat(page).content().contains("Slowdown by placement");
    }

    @Test
    void placements_thatCannotRun_areNamed() throws IOException {
        String platform = Files.writeString(folder.resolve("few.yaml"), """
                cluster: {nodes: 11}
                network: {model: max-min, bandwidth: 1 Gbit/s}
                cost: {model: hockney, latency: 1 us, bandwidth: 1 Gbit/s}
                """).toString();
        String file = jobsWithPolicies("");
        CommandRun.of("jobs", file, "--platform", platform, "--placement", "group,random")
                .failed(2, "placement group, seed 1", "needs 4 nodes, and 3 of 11 are free");
        CommandRun.of("jobs", file, "--placement", "spread").failed(2, "no placement 'spread'", "round-robin");
        CommandRun.of("jobs", file, "--placement", "group:3").failed(2, "only random has a seed");
        CommandRun.of("jobs", file, "--placement", "group,group").failed(2, "twice");
        CommandRun.of("jobs", jobsWithPolicies("placements: [nearby]")).failed(2, "policies.yaml:7", "nearby");
        String named = Files.writeString(
                        folder.resolve("named.yaml"),
                        "jobs:\n  - {name: a, trace: \"ring:ranks=4,bytes=1MB\", nodes: 0-3}\n")
                .toString();
        CommandRun.of("jobs", named, "--platform", "star-10g", "--placement", "random")
                .failed(2, "every job names its nodes");
    }

    @Test
    void csv_hasARowForEachJob() {
        assertThat(CommandRun.of("jobs", file, "--format", "csv")
                        .succeeded()
                        .out()
                        .lines())
                .hasSize(3)
                .first()
                .isEqualTo(
                        "seed,name,start,makespan,low,high,coverage,alone,slowdown,runs,ranks,insideNodes,timeouts,basis,outside");
    }

    @Test
    void report_isAPageWithATimeline() throws IOException {
        Path page = folder.resolve("jobs.html");
        CommandRun.of("jobs", file, "--report", page.toString()).succeeded();

        assertThat(Files.readString(page))
                .contains("When do the jobs run?", "How much do the jobs slow each other down?");
    }

    @Test
    void mistakes_areStatus2() {
        CommandRun.of("jobs", file, "--blame", "maybe").failed(2, "--blame");
        CommandRun.of("jobs", file, "--replications", "0").failed(2, "--replications");
        CommandRun.of("jobs", folder.resolve("none.yaml").toString()).failed(2, "jobs file");
    }

    @Test
    void why_partsAddUpToMakespan_andJobsToContention() {
        JsonNode jobs = CommandRun.json("jobs", file, "--why").get("jobs");

        for (JsonNode job : jobs) {
            JsonNode why = job.get("why");
            double parts = 0;
            double contention = 0;
            for (JsonNode part : why.get("parts")) {
                parts += part.get("seconds").asDouble();
                contention += part.get("kind").asText().equals("contention")
                        ? part.get("seconds").asDouble()
                        : 0;
            }
            double makespan = job.get("makespan").asDouble();
            assertThat(parts).isCloseTo(makespan, within(1e-12 * makespan));
            assertThat(why.get("makespan").asDouble()).isEqualTo(makespan);
            double by = why.get("contentionElsewhere").asDouble();
            for (JsonNode entry : why.get("contentionBy")) {
                by += entry.get("seconds").asDouble();
            }
            assertThat(contention).isPositive();
            assertThat(by).isCloseTo(contention, within(1e-12 * makespan));
        }
        assertThat(jobs.get(0).get("why").get("contentionBy"))
                .extracting(entry -> entry.get("name").asText())
                .containsExactly("ring", "pairs", "noise");
        assertThat(CommandRun.of("jobs", file, "--why").out()).contains("contention by");
    }

    @Test
    void whyOfPlacements_isRefused() {
        CommandRun run = CommandRun.of("jobs", file, "--why", "--placement", "random");

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("--why");
    }

    @Test
    void inputFormatOfAGeneratedProgram_isRefused() throws IOException {
        Path jobs = folder.resolve("format.yaml");
        Files.writeString(jobs, """
                platform: %s
                jobs:
                  - {name: ring, trace: "ring:ranks=4,bytes=1MB", input-format: ti}
                """.formatted(CommandRun.platform("star-10g.yaml")));

        CommandRun.of("jobs", jobs.toString()).failed(2, "'ring'", "generated", "'ti'");
        CommandRun.of("replay", "ring:ranks=4,bytes=1MB", "--input-format", "otf2")
                .failed(2, "generated", "'otf2'");
        CommandRun.of("replay", "ring:ranks=4,bytes=1MB", "--input-format", "no-format")
                .failed(2, "no-format");
        CommandRun.of("replay", "ring:ranks=4,bytes=1MB", "--input-format", "generated")
                .succeeded();
    }

    @Test
    void platformThatFillsItsNodes_hasARankOnEachCore() throws IOException {
        Path jobs = folder.resolve("full.yaml");
        Files.writeString(jobs, """
                platform: dahu
                jobs:
                  - {name: a, trace: "ring:ranks=64,bytes=1KiB", nodes: 0-1}
                """);

        assertThat(CommandRun.of("jobs", jobs.toString()).succeeded().out())
                .contains("32 per node on 2 nodes of dahu (calibrated");
    }
}
