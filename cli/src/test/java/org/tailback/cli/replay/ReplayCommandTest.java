package org.tailback.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.cli.CommandRun;
import org.tailback.cli.TraceFiles;

class ReplayCommandTest {
    private static final String[] CONTRACT = {
        "makespan",
        "ranks",
        "messages",
        "bytes",
        "averagePenalty",
        "retransmissionTimeouts",
        "conflicts",
        "model",
        "cost",
        "loss",
        "seed",
        "warnings"
    };

    @TempDir
    private Path folder;

    /** Three messages of 1 MB from different nodes enter one node of 10 Gbit/s. */
    @Test
    void json_fieldsOfTheContractFirstInTheirOrder() {
        JsonNode result = CommandRun.json("replay", TraceFiles.gather(folder).toString(), "--platform", star());

        assertThat(ImmutableList.copyOf(result.fieldNames())).startsWith(CONTRACT);
        assertThat(result.get("makespan").isNumber()).isTrue();
        assertThat(result.get("messages").asLong()).isEqualTo(3);
        assertThat(result.get("bytes").asLong()).isEqualTo(3_000_000);
        assertThat(result.get("retransmissionTimeouts").asLong()).isZero();
        assertThat(result.get("seed").asLong()).isEqualTo(1);
        assertThat(result.get("warnings").isArray()).isTrue();
        assertThat(ImmutableList.copyOf(result.get("conflicts").fieldNames()))
                .containsExactly("none", "outgoing", "incoming", "incomeOutgo");
        assertThat(result.get("conflicts").get("incoming").asLong()).isEqualTo(3);
        assertThat(result.get("ranks")).hasSize(4).allSatisfy(rank -> {
            assertThat(ImmutableList.copyOf(rank.fieldNames()))
                    .startsWith("rank", "finish", "compute", "blocked", "messages", "bytesSent", "averagePenalty");
            assertThat(rank).allSatisfy(value -> assertThat(value.isNumber()).isTrue());
        });
    }

    @Test
    void nodeOptions_areThePlacement() {
        String[] start = {"replay", "ring:ranks=8,bytes=100kB", "--platform", "martinasso-infiniband"};
        String[] four = Arrays.copyOf(start, 6);
        four[4] = "--ranks-per-node";
        four[5] = "4";

        assertThat(CommandRun.json(four).get("placement").asText()).isEqualTo("block:ranks-per-node=4");
        four[5] = "2,4";
        CommandRun.of(four).failed(2, "--ranks-per-node: expected one number, found 2,4");
    }

    @Test
    void sensitivity_asked_tellsDisturbanceAndSpread() {
        JsonNode result =
                CommandRun.json("replay", TraceFiles.gather(folder).toString(), "--platform", star(), "--sensitivity");

        assertThat(result.get("sensitivity").get("disturbance").asDouble()).isEqualTo(1e-12);
        assertThat(result.get("sensitivity").get("relativeSpread").asDouble()).isBetween(0.0, 1e-11);
    }

    /**
     * A megabyte from rank 0 to three others: linear sends take 3 * 0.8 ms, a binomial tree two rounds of 0.8 ms and 10
     * us.
     */
    @Test
    void collectives_selectorDecidesTheAlgorithm() {
        String trace = TraceFiles.write(
                        folder, "bcast 1000000 0 6", "bcast 1000000 0 6", "bcast 1000000 0 6", "bcast 1000000 0 6")
                .toString();

        JsonNode basic = CommandRun.json("replay", trace, "--platform", star());
        JsonNode linear = CommandRun.json("replay", trace, "--platform", star(), "--collectives", "fixed:bcast=linear");

        assertThat(linear.get("makespan").asDouble()).isCloseTo(3 * 0.8e-3 + 10e-6, within(1e-9));
        assertThat(basic.get("makespan").asDouble()).isCloseTo(2 * 0.8e-3 + 20e-6, within(1e-9));
        assertThat(linear.get("warnings").toString()).contains("bcast by linear");
    }

    @Test
    void collectives_unknownSelector_isExplained() {
        CommandRun.of("replay", TraceFiles.gather(folder).toString(), "--collectives", "openmp")
                .failed(2, "--collectives", "'openmp'", "openmpi");
    }

    /** 1 MB takes 0.8 ms alone and 2.4 ms beside two others: each of the three messages loses 1.6 ms. */
    @Test
    void json_lostToContention_perRankAndPair() {
        JsonNode result = CommandRun.json("replay", TraceFiles.gather(folder).toString(), "--platform", star());

        assertThat(result.get("lostToContention").asDouble()).isCloseTo(4.8e-3, within(1e-12));
        assertThat(result.get("pairsInAll").asInt()).isEqualTo(3);
        assertThat(result.get("pairs")).hasSize(3).allSatisfy(pair -> {
            assertThat(pair.get("lostToContention").asDouble()).isCloseTo(1.6e-3, within(1e-12));
            assertThat(pair.get("messages").asLong()).isEqualTo(1);
            assertThat(pair.get("bytes").asLong()).isEqualTo(1_000_000);
        });
        double byRank = 0;
        for (JsonNode rank : result.get("ranks")) {
            byRank += rank.get("lostToContention").asDouble();
        }
        assertThat(byRank).isCloseTo(4.8e-3, within(1e-12));
    }

    /**
     * 1e8 flop at 10 Gflop/s are 10 ms. Alone a message takes 0.8 ms and 10 us; three that share one port take three
     * times 0.8 ms together.
     */
    @Test
    void makespan_threeMessagesIntoOneNode_sharedByMaxMin() {
        String trace = TraceFiles.gather(folder).toString();

        JsonNode shared = CommandRun.json("replay", trace, "--platform", star());
        JsonNode alone = CommandRun.json("replay", trace, "--platform", star(), "--model", "uncontended");

        assertThat(shared.get("makespan").asDouble()).isCloseTo(0.01 + 3 * 0.8e-3 + 10e-6, within(1e-12));
        assertThat(shared.get("averagePenalty").asDouble()).isCloseTo(3, within(1e-9));
        assertThat(alone.get("makespan").asDouble()).isCloseTo(0.01 + 0.8e-3 + 10e-6, within(1e-12));
        assertThat(alone.get("model").asText()).isEqualTo("uncontended");
    }

    @Test
    void text_verdictFirst_tellsWhatContentionCosts() {
        CommandRun run = CommandRun.of("replay", TraceFiles.gather(folder).toString(), "--platform", star())
                .succeeded();

        assertThat(run.out().replace("\n", " "))
                .startsWith(
                        "trace takes 12.41 ms on 4 ranks, 1 per node on 4 nodes of star-10g (nominal, measured messages took"
                                + " 0.9 to 10 times as long), every message between nodes; contention costs 1.6 ms (13 %) ");
        assertThat(run.out()).contains("rank", "finish", "others entering the same node", "max-min", "plogp");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void text_withoutComparison_saysNothingOfContention() {
        CommandRun run = CommandRun.of(
                        "replay",
                        TraceFiles.gather(folder).toString(),
                        "--platform",
                        star(),
                        "--no-compare-uncontended")
                .succeeded();

        assertThat(run.out().replace("\n", " "))
                .contains("every message between nodes")
                .doesNotContain("contention costs");
    }

    @Test
    void json_comparisonOnRequest() {
        String trace = TraceFiles.gather(folder).toString();

        assertThat(CommandRun.json("replay", trace, "--platform", star()).has("uncontendedMakespan"))
                .isFalse();
        assertThat(CommandRun.json("replay", trace, "--platform", star(), "--compare-uncontended")
                        .get("uncontendedMakespan")
                        .asDouble())
                .isCloseTo(0.01081, within(1e-12));
    }

    @Test
    void csv_oneRowPerRank() {
        CommandRun run = CommandRun.of(
                        "replay",
                        TraceFiles.gather(folder).toString(),
                        "--platform",
                        star(),
                        "--model",
                        "uncontended",
                        "--format",
                        "csv")
                .succeeded();

        List<String> lines = run.out().lines().toList();
        assertThat(lines).hasSize(5);
        assertThat(lines.get(0))
                .isEqualTo("rank,finish,compute,blocked,messages,bytesSent,averagePenalty,lostToContention,"
                        + "lostToTimeouts");
        assertThat(lines.get(4)).startsWith("3,0.0108").endsWith(",0,0,1,0,0");
    }

    @Test
    void withoutPlatform_defaultStar_saidInTheWarnings() {
        CommandRun run = CommandRun.of("replay", TraceFiles.gather(folder).toString(), "--format", "json")
                .succeeded();

        assertThat(run.err()).isEmpty();
        assertThat(run.json().get("warnings").toString()).contains("No platform is given", "--platform FILE");
        assertThat(run.json().get("platform").asText()).isEqualTo("default");
        assertThat(run.json().get("makespan").asDouble()).isCloseTo(0.01 + 3 * 0.8e-3 + 10e-6, within(1e-12));
    }

    @Test
    void ring8_withoutPlatform_works() {
        CommandRun run = CommandRun.of(
                        "replay",
                        CommandRun.repository("traces/examples/ring-8").toString())
                .succeeded();

        assertThat(run.out().lines().findFirst().orElseThrow()).startsWith("ring-8 takes ");
    }

    @Test
    void withoutPlatform_optionsCount() {
        String trace = TraceFiles.gather(folder).toString();

        JsonNode result = CommandRun.json(
                "replay", trace, "--model", "uncontended", "--cost", "plogp:latency=1s", "--compute-speed", "1Gf");
        JsonNode scaled = CommandRun.json("replay", trace, "--model", "uncontended", "--compute-scale", "0");

        assertThat(result.get("makespan").asDouble()).isCloseTo(0.1 + 0.8e-3 + 1, within(1e-12));
        assertThat(scaled.get("makespan").asDouble()).isCloseTo(0.8e-3 + 10e-6, within(1e-12));
    }

    @Test
    void manyRanks_onlyExtremesInText() {
        String[] operations = new String[40];
        for (int rank = 0; rank < 40; rank++) {
            operations[rank] = "compute " + (rank + 1) + "e7";
        }
        CommandRun run = CommandRun.of(
                        "replay", TraceFiles.write(folder, operations).toString())
                .succeeded();

        assertThat(run.out()).contains("5 ranks that finish first", "5 that finish last of 40");
        assertThat(run.out().lines().filter(line -> line.matches(" +\\d+ .*0 B.*")))
                .hasSize(10);
    }

    @Test
    void replications_withoutRandomness_oneRunAndANote() {
        JsonNode result = CommandRun.json(
                "replay", TraceFiles.gather(folder).toString(), "--platform", star(), "--replications", "5");

        assertThat(result.has("replications")).isFalse();
        assertThat(result.get("warnings").toString()).contains("nothing here is random");
    }

    /**
     * Two nodes of two cores: messages to the rank on the same node are free, and it is another one in every placement.
     */
    @Test
    void replications_randomPlacement_meanAndInterval() throws Exception {
        Path pair = Files.writeString(
                folder.resolve("pair.yaml"),
                "cluster: {nodes: 2, cores-per-node: 2}\nnetwork: {model: max-min}\n"
                        + "cost: {model: plogp, latency: 0 s, bandwidth: 1 Gbit/s}\n");
        JsonNode result = CommandRun.json(
                "replay",
                TraceFiles.write(
                                folder,
                                "compute 0",
                                "send 3 0 1000000 6",
                                "send 3 0 2000000 6",
                                "recv 1 0 1000000 6; recv 2 0 2000000 6")
                        .toString(),
                "--platform",
                pair.toString(),
                "--placement",
                "random",
                "--replications",
                "20",
                "--seed",
                "7");

        JsonNode spread = result.get("replications");
        assertThat(spread.get("count").asInt()).isEqualTo(20);
        assertThat(result.get("placement").asText()).isEqualTo("random:7");
        assertThat(spread.get("low").asDouble()).isLessThan(spread.get("mean").asDouble());
        assertThat(spread.get("mean").asDouble())
                .isLessThan(spread.get("high").asDouble())
                .isBetween(
                        spread.get("minimum").asDouble(), spread.get("maximum").asDouble());
    }

    /** Every kind of randomness at once, stopped by the interval: the same bytes however many replays run at once. */
    @Test
    void replications_onFourThreads_sameBytesAsOnOne() {
        String trace = TraceFiles.gather(folder).toString();
        for (String until : List.of("0.5", "0.0001")) {
            List<CommandRun> runs = Stream.of("1", "4")
                    .map(threads -> CommandRun.of(
                            "replay",
                            trace,
                            "--jitter",
                            "start=exponential:50us,latency=exponential:5us,compute=normal:1:0.2",
                            "--placement",
                            "random",
                            "--replications",
                            "40",
                            "--until",
                            until,
                            "--seed",
                            "11",
                            "--format",
                            "json",
                            "--threads",
                            threads))
                    .toList();

            assertThat(runs.get(0).json().get("replications").get("count").asInt())
                    .isEqualTo(until.equals("0.5") ? 10 : 40);
            assertThat(runs.get(1).out().replace("--threads 4", "--threads 1"))
                    .isEqualTo(runs.get(0).out());
        }
    }

    @Test
    void json_saysWhatWasRunAndWhenItStarted() {
        String trace = TraceFiles.gather(folder).toString();
        JsonNode json = CommandRun.of("replay", trace, "--format", "json", "--compute-scale", "2")
                .json();

        assertThat(json.get("command").asText())
                .isEqualTo("tailback replay " + trace + " --format json --compute-scale 2");
        assertThat(json.get("version").asText()).isNotEmpty();
        assertThat(json.get("started").asDouble()).isZero();
        assertThat(json.get("duration")).isEqualTo(json.get("makespan"));
        assertThat(json.get("timeouts")).isEmpty();
        assertThat(json.get("timeoutsInAll").asInt()).isZero();
    }

    @Test
    void collectiveMismatch_statusThreeNamesBothCalls() throws IOException {
        Path trace = Files.writeString(
                folder.resolve("mismatch.tailback"),
                "tailback-trace 1\nranks 2\nrank 0\nbcast 8 root 0\nend\nrank 1\nbarrier 0\nend\n");

        CommandRun.of("replay", trace.toString())
                .failed(3, "call 0 on communicator 0 (both counted from 0)", "rank 1, operation 0: barrier");
    }

    @Test
    void threads_none_isAnError() {
        CommandRun.of("replay", TraceFiles.gather(folder).toString(), "--threads", "0")
                .failed(2, "--threads");
    }

    @Test
    void sameInput_sameBytes() {
        String trace = TraceFiles.gather(folder).toString();
        String[] args = {"replay", trace, "--platform", star(), "--format", "json"};

        assertThat(CommandRun.of(args)).isEqualTo(CommandRun.of(args));
    }

    @Test
    void deadlock_statusThreeNamesWhoWaits() {
        CommandRun.of("replay", TraceFiles.deadlock(folder).toString(), "--platform", star())
                .failed(3, "rank 0", "rank 1", "recv");
    }

    @Test
    void collectives_expanded() {
        JsonNode result = CommandRun.json(
                "replay",
                TraceFiles.write(folder, "bcast 1000 0 6", "bcast 1000 0 6").toString());

        assertThat(result.get("messages").asLong()).isEqualTo(1);
        assertThat(result.get("bytes").asLong()).isEqualTo(1000);
    }

    @Test
    void malformedLine_fileAndLine() {
        CommandRun.of(
                        "replay",
                        TraceFiles.write(folder, "compute 1; send nobody 0 1").toString())
                .failed(2, "rank-0.txt:3");
    }

    @Test
    void badModel_nearestName() {
        CommandRun.of("replay", TraceFiles.gather(folder).toString(), "--platform", star(), "--model", "infiniban")
                .failed(2, "--model", "infiniban", "Did you mean 'infiniband'?");
    }

    @Test
    void badParameter_validKeys() {
        CommandRun.of(
                        "replay",
                        TraceFiles.gather(folder).toString(),
                        "--platform",
                        star(),
                        "--model",
                        "infiniband:competitor-rul=floor")
                .failed(2, "Did you mean 'competitor-rule'?");
    }

    @Test
    void badFormatName_validNames() {
        CommandRun.of("replay", TraceFiles.gather(folder).toString(), "--input-format", "simgrid")
                .failed(2, "simgrid", "simgrid-ti");
    }

    @Test
    void badSpeed_optionNamed() {
        String trace = TraceFiles.gather(folder).toString();

        CommandRun.of("replay", trace, "--compute-speed", "10GB").failed(2, "--compute-speed", "a computing speed");
        CommandRun.of("replay", trace, "--compute-speed", "0").failed(2, "compute");
        CommandRun.of("replay", trace, "--platform", star(), "--compute-speed", "10GB")
                .failed(2, "--compute-speed");
        CommandRun.of("replay", trace, "--compute-scale", "-1").failed(2, "--compute-scale");
    }

    @Test
    void badReplications_optionNamed() {
        CommandRun.of("replay", TraceFiles.gather(folder).toString(), "--replications", "0")
                .failed(2, "--replications");
        CommandRun.of("replay", "ring:ranks=2,bytes=1kB", "--replications", "2147483647")
                .failed(2, "--replications: expected 1 to 1000000, found 2147483647");
    }

    @Test
    void tooManyRanks_said() throws Exception {
        Path small = Files.writeString(
                folder.resolve("small.yaml"),
                "cluster: {nodes: 3}\nnetwork: {model: uncontended}\ncost: {model: plogp, latency: 0 s, "
                        + "gap-per-byte: 1 ns}\n");

        CommandRun.of("replay", TraceFiles.gather(folder).toString(), "--platform", small.toString())
                .failed(2, "4 ranks", "3 cores");
    }

    @Test
    void badPlatform_lineAndColumn() throws Exception {
        Path broken = Files.writeString(folder.resolve("broken.yaml"), "cluster: {nodes: 4, cors-per-node: 2}\n");

        CommandRun.of("replay", TraceFiles.gather(folder).toString(), "--platform", broken.toString())
                .failed(2, "broken.yaml:1:21", "cores-per-node");
    }

    private static String star() {
        return CommandRun.platform("star-10g.yaml");
    }

    @Test
    void text_manyRanks_equalOnesShareARowUnlessAllAreAskedFor() {
        String[] command = {"replay", "ring:ranks=64,bytes=1MiB", "--platform", "fat-tree-100g"};

        assertThat(CommandRun.of(command).succeeded().out()).contains("  0 to 63  ");
        String[] all = java.util.Arrays.copyOf(command, 5);
        all[4] = "--all-ranks";
        assertThat(CommandRun.of(all).succeeded().out())
                .contains("\n     0  ", "\n    63  ")
                .doesNotContain("0 to 63");
    }
}
