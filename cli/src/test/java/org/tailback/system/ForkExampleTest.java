package org.tailback.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tailback.cluster.Cluster;
import org.tailback.embed.Message;
import org.tailback.embed.Network;
import org.tailback.embed.Transfer;

/** The fork of the page on embedding, run. */
class ForkExampleTest {
    /**
     * By hand: of 1 MB at 100 MB/s half is over after 5 ms. Alone the rest takes 5 ms; beside the other message 10 ms.
     */
    @Test
    void fork_withAnotherMessage_saysWhatItWouldDoToTheFirst() {
        Network network = Network.builder(Cluster.of(2, 1))
                .cost("hockney:latency=0s,bandwidth=100MB/s")
                .model("max-min:bandwidth=100MB/s")
                .build();
        double[] arrived = new double[1];
        Message first = network.send(0, 1, 1_000_000, delivery -> arrived[0] = delivery.arrived());
        network.advanceTo(0.005);

        assertThat(expected(network).get(first)).isCloseTo(0.015, within(1e-12));
        network.advanceTo(1);
        assertThat(arrived[0]).isCloseTo(0.010, within(1e-12));
    }

    private static Map<Message, Double> expected(Network network) {
        Map<Message, Double> expected = new HashMap<>();
        Network fork = network.fork(message -> delivery -> expected.put(message, delivery.arrived()));
        fork.send(Transfer.of(0, 1, 1_000_000)); // what would this one do to the others?
        for (double next = fork.nextInstant(); next < Double.POSITIVE_INFINITY; next = fork.nextInstant()) {
            fork.advanceTo(next);
        }
        return expected;
    }
}
