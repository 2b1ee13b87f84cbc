package org.tailback.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.cli.CommandRun;

/** Each row of --what-if is the time of the same command with the row's options. */
class WhatIfRowsTest {
    @TempDir
    private Path folder;

    private static double makespan(List<String> command, String... more) {
        List<String> all = new ArrayList<>(command);
        all.addAll(List.of(more));
        return CommandRun.json(all.toArray(String[]::new)).get("makespan").asDouble();
    }

    private List<String> replay(String platform, String... lines) throws IOException {
        Path trace = folder.resolve("t.tailback");
        Files.writeString(trace, "tailback-trace 1\n" + String.join("\n", lines) + "\n");
        return List.of("replay", trace.toString(), "--platform", platform);
    }

    private String platform(String... lines) throws IOException {
        return Files.writeString(folder.resolve("p.yaml"), String.join("\n", lines) + "\n")
                .toString();
    }

    private static JsonNode row(JsonNode result, String change) {
        return StreamSupport.stream(result.get("whatIf").spliterator(), false)
                .filter(row -> row.get("change").asText().equals(change))
                .findFirst()
                .orElseThrow(() -> new AssertionError(change + " is not among " + result.get("whatIf")));
    }

    private static JsonNode whatIf(List<String> command) {
        List<String> all = new ArrayList<>(command);
        all.add("--what-if");
        return CommandRun.json(all.toArray(String[]::new));
    }

    /** Neighbours exchange 1 MB and 2 kB around a ring, compute unequally, and reduce. */
    private List<String> mixed(String platform) throws IOException {
        List<String> lines = new ArrayList<>(List.of("ranks 8"));
        for (int rank = 0; rank < 8; rank++) {
            int next = (rank + 1) % 8;
            int before = (rank + 7) % 8;
            lines.addAll(List.of(
                    "rank " + rank,
                    "compute " + (1e-3 + 1e-4 * rank),
                    "irecv 0 " + before + " 1000000",
                    "irecv 1 " + before + " 2000 tag 1",
                    "isend 2 " + next + " 1000000",
                    "isend 3 " + next + " 2000 tag 1",
                    "waitall 0 1 2 3",
                    "allreduce 100000",
                    "bcast 30000 root 3",
                    "end"));
        }
        return replay(platform, lines.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "lumi",
                "leonardo",
                "marenostrum5",
                "dragonfly-slingshot",
                "fat-tree-hdr",
                "dahu",
                "fugaku",
                "leonardo-gpu",
                "vienne-gige",
                "plogpt-table2-bidirectional",
                "smpi-star"
            })
    void rows_replayedWithTheirOptions_areTheSame(String platform) throws IOException {
        List<String> command = mixed(platform);
        JsonNode result = whatIf(command);

        assertThat(result.get("whatIf")).hasSizeGreaterThan(4);
        for (JsonNode row : result.get("whatIf")) {
            List<String> options = new ArrayList<>();
            row.get("options").forEach(option -> options.add(option.asText()));
            double expected = row.get("makespan").asDouble();
            assertThat(makespan(command, options.toArray(String[]::new)))
                    .as("%s, %s", platform, row)
                    .isCloseTo(expected, within(1e-12 * expected));
        }
    }

    /** A message of 6 MB takes 1 ms on a link of 6 GB/s, and 0.75 ms at the 8 GB/s of its cost. */
    @Test
    void nodeLinksTwiceAsFast_costOfOneMessageIsBetweenOnceAndTwiceTheLink_isTheSlowerOfBoth() throws IOException {
        List<String> command = replay(
                platform(
                        "cluster: {nodes: 16}",
                        "network: {model: max-min, bandwidth: 6 GB/s}",
                        "cost: {model: hockney, latency: 0 us, bandwidth: 8 GB/s}"),
                "ranks 2",
                "rank 0",
                "send 1 6000000",
                "end",
                "rank 1",
                "recv 0 6000000",
                "end");
        JsonNode result = whatIf(command);

        assertThat(result.get("makespan").asDouble()).isCloseTo(1e-3, within(1e-15));
        assertThat(row(result, "node links twice as fast").get("makespan").asDouble())
                .isCloseTo(0.75e-3, within(1e-15))
                .isEqualTo(makespan(command, "--model", "max-min:bandwidth=12GB/s"));
    }

    /** The sender continues after its overhead of 1.1 us, and computes 100 us. */
    @Test
    void eagerInsteadOfRendezvous_eagerIsBuffered_isThatOfTheEagerLimit() throws IOException {
        List<String> command = replay(
                platform(
                        "cluster: {nodes: 16, cores-per-node: 4}",
                        "network: {model: max-min, bandwidth: 10 GB/s}",
                        "cost: {model: loggps, latency: 3 us, overhead: 1.1 us, bandwidth: 8 GB/s, eager-limit: 16 KiB,"
                                + " handshake: 2 us}"),
                "ranks 2",
                "rank 0",
                "send 1 100000",
                "compute 0.0001",
                "end",
                "rank 1",
                "compute 0.00005",
                "recv 0 100000",
                "end");

        assertThat(row(whatIf(command), "eager instead of rendezvous")
                        .get("makespan")
                        .asDouble())
                .isCloseTo(101.1e-6, within(1e-15))
                .isEqualTo(makespan(command, "--eager-limit", "1GB"));
    }

    /** Changes that another option or a number of the platform can make, too. */
    @ParameterizedTest
    @CsvSource({
        "computation=2x, --compute-scale, 0.5",
        "contention=off, --model, uncontended",
        "latency=off, --cost, hockney:latency=0us",
        "rendezvous=off, --eager-limit, 1TB",
        "node-links=3x, --model, max-min:bandwidth=18GB/s"
    })
    void change_thatAnotherOptionMakes_isTheSame(String change, String option, String value) throws IOException {
        List<String> command = mixed(platform(
                "cluster: {nodes: 8}",
                "network: {model: max-min, bandwidth: 6 GB/s}",
                "cost: {model: hockney, latency: 3 us, bandwidth: 9 GB/s, eager-limit: 16 KiB, handshake: 2 us}"));
        double expected = makespan(command, option, value);

        assertThat(makespan(command, "--change", change)).isCloseTo(expected, within(1e-12 * expected));
    }

    @ParameterizedTest
    @CsvSource({
        "fast=2x, expected one of contention=off",
        "node-links=off, expected one of",
        "node-links=-1x, expected one of",
        "rank:8=2x, ranks 0 to 7",
        "link:nowhere=2x, no link 'nowhere'",
        "allreduce=magic, Unknown algorithm"
    })
    void change_thatIsNone_isRefused(String change, String message) throws IOException {
        List<String> command = new ArrayList<>(mixed("lumi"));
        command.addAll(List.of("--change", change));
        CommandRun run = CommandRun.of(command.toArray(String[]::new));

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains(message);
    }
}
