package org.tailback.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tailback.cli.CommandRun;
import org.tailback.platformfile.BundledPlatforms;

/** A program that was recorded under a higher eager limit than a platform's. */
class EagerLimitTest {
    private static final String HPL =
            CommandRun.repository("traces/examples/hpl-N4000-32").toString();

    @TempDir
    Path folder;

    private String exchange = "";

    /** Two ranks that send before they receive. */
    @BeforeEach
    void write() throws IOException {
        StringBuilder text = new StringBuilder("tailback-trace 1\nranks 2\n");
        for (int rank = 0; rank < 2; rank++) {
            text.append("rank " + rank + "\nsend " + (1 - rank) + " 65536\nrecv " + (1 - rank) + " 65536\nend\n");
        }
        exchange = Files.writeString(folder.resolve("exchange.tailback"), text).toString();
    }

    @Test
    void cycleByRendezvous_fittingRemedyStandsFirst() {
        CommandRun run = CommandRun.of("replay", exchange, "--platform", "lumi");

        run.failed(3, "in a cycle\n  Likely cause: sends of the cycle", "set --eager-limit 65536.");
        assertThat(run.err()).doesNotContain("--unmatched");
    }

    /** One way and back the message takes what it takes under a cost whose limit is higher. */
    @Test
    void limit_changesTheProtocolAndNothingElse() throws IOException {
        String[] limited = {"--platform", "fat-tree-hdr", "--eager-limit", "64 KiB"};
        double expected = CommandRun.json(
                        "replay", exchange, "--platform", "fat-tree-hdr", "--cost", "loggps:eager-limit=64KiB")
                .get("makespan")
                .asDouble();
        Path jobs = Files.writeString(folder.resolve("jobs.yaml"), "jobs:\n  - {name: it, trace: exchange.tailback}\n");
        Path sweep = Files.writeString(
                folder.resolve("sweep.yaml"),
                "workloads: [{trace: exchange.tailback}]\nplatforms: [fat-tree-hdr]\neager-limit: 64 KiB\n");

        assertThat(json(limited, "replay", exchange).get("makespan").asDouble()).isEqualTo(expected);
        assertThat(json(limited, "compare", exchange)
                        .get("rows")
                        .get(0)
                        .get("makespan")
                        .asDouble())
                .isEqualTo(expected);
        assertThat(json(limited, "jobs", jobs.toString())
                        .get("jobs")
                        .get(0)
                        .get("makespan")
                        .asDouble())
                .isCloseTo(expected, within(1e-12 * expected));
        assertThat(CommandRun.json("sweep", sweep.toString())
                        .get("rows")
                        .get(0)
                        .get("makespan")
                        .asDouble())
                .isEqualTo(expected);
        assertThat(json(limited, "replay", exchange, "--derivatives").get("derivatives"))
                .isNotEmpty();
    }

    @Test
    void mistakes_areNamed() {
        CommandRun.of("replay", exchange, "--platform", "lumi", "--eager-limit", "many")
                .failed(2, "--eager-limit many");
    }

    private static JsonNode json(String[] more, String... command) {
        return CommandRun.json(
                Stream.concat(Stream.of(command), Stream.of(more)).toArray(String[]::new));
    }

    static Stream<String> platforms() {
        return BundledPlatforms.names().stream();
    }

    /** HPL's Iprobe loops are not in the trace, which was recorded where its messages are buffered. */
    @ParameterizedTest
    @MethodSource("platforms")
    @Tag("thorough")
    void hpl_onEveryPlatformWithRoom_ends(String platform) {
        hplEnds(platform);
    }

    @Test
    void hpl_onLumi_ends() {
        CommandRun.of("replay", HPL, "--platform", "lumi").failed(3, "--eager-limit 3");
        hplEnds("lumi");
    }

    private static void hplEnds(String platform) {
        CommandRun run = CommandRun.of("replay", HPL, "--platform", platform, "--eager-limit", "360968");
        if (run.status() == 2) {
            run.failed(2, "the program has 32 ranks, but the cluster only");
        } else {
            run.succeeded();
        }
    }
}
