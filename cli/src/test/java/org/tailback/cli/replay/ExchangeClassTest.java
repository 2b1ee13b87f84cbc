package org.tailback.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.cli.CommandRun;

/** Platforms with costs of their own for sends of exchanges. */
class ExchangeClassTest {
    private static final String PLATFORM = """
            cluster: {nodes: 2}
            network: {model: uncontended}
            cost:
              model: smpi
              bandwidth: 1 GB/s
              latency: 10 us
              envelope: 0 B
              factors-bound: rates
              eager-below: 64000 B
              bandwidth-factors: "0:1"
              latency-factors: "0:1"
              send-overhead: "0:1e-4:0"
              isend-overhead: "0:5e-5:0"
              receive-overhead: "0:2e-4:0"
              exchange-latency: 1 us
              exchange-bandwidth-factors: "0:0.5"
              exchange-send-overhead: "0:1e-6:0"
              exchange-isend-overhead: "0:2e-6:0"
              exchange-receive-overhead: "0:4e-6:0"
            """;

    @TempDir
    Path folder;

    private double makespan(String send, String mode, String... options) throws IOException {
        Path platform = Files.writeString(folder.resolve("two.yaml"), PLATFORM);
        String sending = send.equals("send") ? "send 1 10000" + mode : "isend 0 1 10000" + mode + "\nwaitall 0";
        Path trace = Files.writeString(
                folder.resolve("one.tailback"),
                "tailback-trace 1\nranks 2\nrank 0\n" + sending + "\nend\nrank 1\nrecv 0 10000\nend\n");
        return CommandRun.json("replay", trace.toString(), "--platform", platform.toString())
                .at("/makespan")
                .asDouble();
    }

    /** Overhead of the sender, latency, 10,000 B at the rate, overhead of the receiver; in microseconds by hand. */
    @ParameterizedTest
    @CsvSource({
        "send, '', 320", // 100 + 10 + 10 + 200
        "isend, '', 270", // 50 + 10 + 10 + 200
        "send, ' mode exchange', 26", // 1 + 1 + 20 + 4
        "isend, ' mode exchange', 27", // 2 + 1 + 20 + 4
    })
    void replay_sendsOfExchanges_takeTheirOwnCost(String send, String mode, double microseconds) throws IOException {
        assertThat(makespan(send, mode)).isCloseTo(1e-6 * microseconds, within(1e-15));
    }

    @Test
    void convert_hplToGoal_countsSendsOfExchanges() {
        String goal = folder.resolve("hpl.goal").toString();
        CommandRun run = CommandRun.of(
                "convert", "hpl:n=64,nb=8,p=2,q=2,depth=0", goal, "--platform", "dahu", "--ranks-per-node", "1");
        assertThat(run.succeeded().err()).contains("x send of an exchange: written as a standard send");
    }
}
