package org.tailback.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.cli.CommandRun;

class WhyCommandTest {
    private static final String HPL =
            CommandRun.repository("traces/examples/hpl-N4000-32").toString();
    private static final String CG =
            CommandRun.repository("traces/examples/npb-cg-16").toString();
    private static final String LOSSY = CommandRun.platform("plogpt-table2-bidirectional.yaml");

    @TempDir
    private Path folder;

    private static JsonNode why(String... arguments) {
        return CommandRun.json(arguments);
    }

    private static double seconds(JsonNode why, String kind) {
        return StreamSupport.stream(why.get("parts").spliterator(), false)
                .filter(part -> part.get("kind").asText().equals(kind))
                .mapToDouble(part -> part.get("seconds").asDouble())
                .sum();
    }

    @Test
    void probesInVain_whoseOverheadIsOnTheCriticalPath_addUp() {
        JsonNode why = why("replay", "hpl:n=500,nb=50,p=2,q=2", "--platform", "dahu", "--why")
                .get("why");

        double sum = 0;
        for (JsonNode part : why.get("parts")) {
            sum += part.get("seconds").asDouble();
        }
        double makespan = why.get("makespan").asDouble();
        assertThat(sum).isCloseTo(makespan, within(1e-12 * makespan));
    }

    /** The trace cannot finish: a replay would say so. */
    @Test
    void linkLoads_underAModelThatKnowsNone_areRefusedBeforeTheReplay() throws IOException {
        Path stuck = Files.writeString(folder.resolve("stuck.tailback"), """
                tailback-trace 1
                ranks 2
                rank 0
                recv 1 8
                end
                rank 1
                recv 0 8
                end
                """);
        String network = CommandRun.platform("star-10g.yaml");
        for (String model : List.of("infiniband", "myrinet", "max-min", "head-of-line")) {
            CommandRun run =
                    CommandRun.of("replay", stuck.toString(), "--platform", network, "--model", model, "--link-loads");
            if (model.startsWith("max") || model.startsWith("head")) {
                assertThat(run.err()).doesNotContain("--link-loads");
            } else {
                run.failed(2, "--link-loads: model " + model + " has no loads of links", "such as max-min");
            }
        }
    }

    @Test
    void seedsOfKernels_areReplications() {
        CommandRun run = CommandRun.of(
                "replay", "hpl:n=500,nb=50,p=2,q=2", "--platform", "dahu", "--replications", "3", "--format", "json");

        assertThat(run.succeeded().err()).doesNotContain("nothing here is random");
    }

    @Test
    void kernelsForAllCpus_onAPlatformWithoutKernels_areTaken() throws IOException {
        Path table = Files.writeString(folder.resolve("k.csv"), """
            kernel,node,cpu,mean,mean_mn,mean_mk,mean_nk,mean_mnk,sd,sd_mn,sd_mk,sd_nk,sd_mnk
            dgemm,,,1,0,0,0,0,0,0,0,0,0
            """);

        JsonNode run = CommandRun.json(
                "replay", "hpl:n=500,nb=50,p=2,q=2", "--platform", "lumi", "--kernels", table.toString());

        // a second for each of the products
        assertThat(run.get("makespan").asDouble()).isGreaterThan(10);
    }

    @Test
    void json_parts_addUpToTheMakespanOfTheReplay() {
        JsonNode result = why("replay", HPL, "--platform", LOSSY, "--why");
        JsonNode why = result.get("why");
        double makespan = result.get("makespan").asDouble();
        double sum = 0;
        for (JsonNode part : why.get("parts")) {
            sum += part.get("seconds").asDouble();
        }

        assertThat(why.get("makespan").asDouble()).isEqualTo(makespan);
        assertThat(sum).isCloseTo(makespan, within(1e-12 * makespan));
        assertThat(result.get("ranks")
                        .get(why.get("rank").asInt())
                        .get("finish")
                        .asDouble())
                .isEqualTo(makespan);
        assertThat(why.get("parts").findValuesAsText("kind"))
                .containsExactly(
                        "compute", "overhead", "latency", "transfer", "contention", "timeout", "protocol", "start");
        assertThat(result.has("whatIf")).isFalse();
    }

    @Test
    void efficiencies_areProducts() {
        JsonNode result = CommandRun.json("replay", CG, "--platform", LOSSY, "--efficiencies");
        JsonNode efficiencies = result.get("efficiencies");

        assertProducts(efficiencies);
        double compute = 0;
        for (JsonNode rank : result.get("ranks")) {
            compute += rank.get("compute").asDouble() / result.get("ranks").size();
        }
        double makespan = result.get("makespan").asDouble();
        assertThat(efficiencies.get("parallel").asDouble()).isCloseTo(compute / makespan, within(1e-12));
        assertThat(result.has("why")).isFalse();
    }

    private static void assertProducts(JsonNode item) {
        assertThat(product(item, "loadBalance", "communication")).isCloseTo(product(item, "parallel"), within(1e-12));
        assertThat(product(item, "serialisation", "transfer")).isCloseTo(product(item, "communication"), within(1e-12));
        assertThat(product(item, "latency", "bandwidth", "contention", "timeouts"))
                .isCloseTo(product(item, "transfer"), within(1e-12));
    }

    private static double product(JsonNode item, String... names) {
        double product = 1;
        for (String name : names) {
            product *= item.get(name).asDouble();
        }
        return product;
    }

    /** The chain is a track of its own in Perfetto, without a gap, and a line in the page. */
    @Test
    void chain_isInTheTimelineAndInThePage() throws IOException {
        Path timeline = folder.resolve("cg.json");
        Path page = folder.resolve("cg.html");

        JsonNode result = CommandRun.json(
                "replay",
                CG,
                "--platform",
                LOSSY,
                "--what-if",
                "--timeline",
                timeline.toString(),
                "--report",
                page.toString());

        double reached = 0;
        int slices = 0;
        for (JsonNode event : new ObjectMapper().readTree(timeline.toFile()).get("traceEvents")) {
            if (event.get("ph").asText().equals("X")) {
                assertThat(event.get("ts").asDouble()).isCloseTo(reached, within(1e-6));
                reached = event.get("ts").asDouble() + event.get("dur").asDouble();
                slices++;
            }
        }
        double makespan = result.get("makespan").asDouble();
        assertThat(reached).isCloseTo(1e6 * makespan, within(1e-3));
        assertThat(slices).isEqualTo(result.get("why").get("path").size());
        assertThat(Files.readString(page)).contains("\"why\":", "\"changes\":", "no timeouts");
    }

    @Test
    void compare_hasEfficienciesOfEveryRow() {
        JsonNode rows = CommandRun.json(
                        "compare",
                        CG,
                        "--platform",
                        LOSSY,
                        "--platform",
                        CommandRun.platform("star-10g.yaml"),
                        "--efficiencies")
                .get("rows");

        assertThat(rows).hasSize(2);
        rows.forEach(row -> assertProducts(row.get("efficiencies")));
        assertThat(rows.get(0).get("efficiencies").get("transfer").asDouble())
                .isGreaterThan(rows.get(1).get("efficiencies").get("transfer").asDouble());
    }

    /** Beside the costs of ChainsTest: LogGP, whose messages queue at interfaces, and SMPI's with latency first. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "smpi-star.yaml|",
                "smpi-fattree.yaml|",
                "star-10g.yaml|loggp:latency=5us,overhead=1us,gap=2us,gap-per-byte=1ns",
                "star-10g.yaml|loggps:latency=5us,overhead=1us,gap=2us,gap-per-byte=1ns,eager-limit=1000"
            })
    void json_parts_addUpUnderOtherCosts(String platform, @Nullable String cost) {
        List<String> arguments =
                new ArrayList<>(List.of("replay", CG, "--platform", CommandRun.platform(platform), "--why"));
        if (cost != null) {
            arguments.addAll(List.of("--cost", cost));
        }
        for (String sharing : List.of("", "uncontended", "max-min")) {
            List<String> all = new ArrayList<>(arguments);
            if (!sharing.isEmpty()) {
                all.addAll(List.of("--model", sharing));
            }
            JsonNode why = why(all.toArray(new String[0])).get("why");
            double makespan = why.get("makespan").asDouble();
            double sum = 0;
            for (JsonNode part : why.get("parts")) {
                sum += part.get("seconds").asDouble();
            }
            assertThat(sum).as("%s %s %s", platform, cost, sharing).isCloseTo(makespan, within(1e-12 * makespan));
        }
    }

    @Test
    void json_timeoutsOfTheChain_areAmongThoseOfTheReplay() {
        JsonNode result = why("replay", HPL, "--platform", LOSSY, "--why");
        List<String> known = new ArrayList<>();
        for (JsonNode timeout : result.get("timeouts")) {
            known.add(timeout.get("sender") + ">" + timeout.get("receiver") + " at " + timeout.get("at"));
        }
        int found = 0;
        for (JsonNode segment : result.get("why").get("path")) {
            if (segment.get("kind").asText().equals("timeout")) {
                JsonNode message = segment.get("message");
                assertThat(known)
                        .contains(message.get("sender") + ">" + message.get("receiver") + " at " + segment.get("from"));
                assertThat(segment.get("link").asText()).startsWith("into node ");
                assertThat(segment.get("to").asDouble() - segment.get("from").asDouble())
                        .isCloseTo(0.2, within(1e-9));
                found++;
            }
        }
        assertThat(found).isPositive();
        assertThat(result.get("why").get("path").size())
                .as("the latest of %s", result.get("why").get("pathSegments"))
                .isEqualTo(10_000);
        assertThat(seconds(result.get("why"), "timeout")).isGreaterThan(0.2 * found);
    }

    @Test
    void csv_hasAllSegmentsOfThePathLatestFirst() throws IOException {
        Path file = folder.resolve("chain.csv");

        JsonNode why = why("replay", CG, "--why-csv", file.toString()).get("why");

        List<String> lines = Files.readAllLines(file);
        assertThat(lines.get(0)).isEqualTo("rank,from,to,kind,step,sender,receiver,tag,bytes,link");
        assertThat(lines).hasSize(1 + why.get("pathSegments").asInt());
        JsonNode last = why.get("path").get(why.get("path").size() - 1);
        assertThat(lines.get(1))
                .startsWith(last.get("rank") + "," + last.get("from") + "," + last.get("to") + ","
                        + last.get("kind").asText());
        assertThat(last.get("to").asDouble()).isEqualTo(why.get("makespan").asDouble());
        assertThat(why.get("path").get(0).get("from").asDouble()).isZero();
    }

    @Test
    void whatIf_ranksChangesByWhatTheySave() {
        JsonNode result = why("replay", HPL, "--platform", LOSSY, "--what-if");
        double makespan = result.get("makespan").asDouble();
        double before = Double.POSITIVE_INFINITY;
        for (JsonNode change : result.get("whatIf")) {
            double saves = change.get("saves").asDouble();
            assertThat(saves).isLessThanOrEqualTo(before);
            assertThat(makespan - saves).isCloseTo(change.get("makespan").asDouble(), within(1e-12 * makespan));
            before = saves;
        }
        JsonNode best = result.get("whatIf").get(0);
        JsonNode uncontended = why("replay", HPL, "--platform", LOSSY, "--compare-uncontended");
        assertThat(best.get("change").asText()).isEqualTo("no contention, no timeouts");
        assertThat(best.get("makespan").asDouble())
                .isEqualTo(uncontended.get("uncontendedMakespan").asDouble());
        assertThat(best.get("promised").asDouble())
                .isEqualTo(seconds(result.get("why"), "contention") + seconds(result.get("why"), "timeout"));
        assertThat(result.get("warnings").toString()).contains("What if \\\"no latency\\\" cannot be replayed");
    }

    @Test
    void text_namesPartsCulpritsAndChanges() {
        CommandRun run = CommandRun.of(
                "replay", CG, "--platform", CommandRun.platform("vienne-gige.yaml"), "--what-if", "--no-sensitivity");

        assertThat(run.succeeded().out())
                .contains("Why: Rank ", "on the critical path", "contention", "cause", "link into node ")
                .contains("what if", "saves")
                .contains("computation twice as fast");
    }

    @Test
    void schedule_hasAChain_butNotUnderExactLogGops() {
        String schedule = CommandRun.repository("traces/examples/halo-4.goal").toString();

        JsonNode result = CommandRun.json("replay", schedule, "--what-if");
        double sum = 0;
        for (JsonNode part : result.get("why").get("parts")) {
            sum += part.get("seconds").asDouble();
        }
        double makespan = result.get("makespan").asDouble();
        assertThat(sum).isCloseTo(makespan, within(1e-12 * makespan));
        assertThat(result.get("whatIf").findValuesAsText("change"))
                .contains("no latency")
                .noneMatch(change -> change.contains("rank"));
        CommandRun.of("replay", schedule, "--why", "--cost", "loggops")
                .failed(2, "--why", "under --cost loggops alone", "give a platform");
    }

    @Test
    void jitter_isReplayedWithTheSameDraws() {
        JsonNode result = why("replay", CG, "--jitter", "start=exponential:1ms", "--seed", "5", "--why");

        assertThat(result.get("why").get("makespan").asDouble())
                .isEqualTo(result.get("makespan").asDouble());
        assertThat(seconds(result.get("why"), "start")).isPositive();
    }
}
