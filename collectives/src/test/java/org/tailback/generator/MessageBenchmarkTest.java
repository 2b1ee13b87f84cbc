package org.tailback.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.error.InputException;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.replay.Replay;

class MessageBenchmarkTest {
    /** A message takes 1 ms, and 1 us a byte of what its node sends or receives. */
    private static final Platform PLATFORM = PlatformFile.parse("""
            cluster: {nodes: 8}
            network: {model: max-min, topology: star, bandwidth: 1 MB/s}
            cost: {model: hockney, latency: 1 ms, bandwidth: 1 GB/s}
            placement: round-robin-node
            """, "test").resolve(Overrides.NONE);

    /**
     * One message: 1 + 0.1 ms. A window of 10: 1 + 1 ms, and 1.004 ms back; the same both ways on a full-duplex
     * network. A ring of any number of nodes: one message in and out.
     */
    @ParameterizedTest
    @CsvSource({
        "ping-pong, 2, 1.1",
        "ping-pong, 8, 1.1",
        "window-10, 2, 3.004",
        "window-10, 6, 3.004",
        "both-ways-10, 2, 3.004",
        "sendrecv, 2, 1.1",
        "sendrecv, 5, 1.1"
    })
    void pattern_takesTheTimeOfItsMessages(String name, int ranks, double milliseconds) {
        assertThat(Replay.builder(new MessageBenchmark(name, ranks, 100), PLATFORM)
                        .build()
                        .run()
                        .makespan())
                .isCloseTo(milliseconds * 1e-3, within(1e-9));
    }

    @Test
    void pattern_unknownOrWithoutPairs_isRefused() {
        assertThatThrownBy(() -> new MessageBenchmark("window", 2, 8))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("Known: ping-pong");
        assertThatThrownBy(() -> new MessageBenchmark("ping-pong", 3, 8)).hasMessageContaining("pairs of ranks");
    }
}
