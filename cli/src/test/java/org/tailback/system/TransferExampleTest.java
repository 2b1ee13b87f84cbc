package org.tailback.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.cluster.Cluster;
import org.tailback.embed.Group;
import org.tailback.embed.Link;
import org.tailback.embed.Message;
import org.tailback.embed.Network;
import org.tailback.embed.Transfer;
import org.tailback.embed.WhenDone;
import org.tailback.observe.LinkLoad;

/** The transfers and links of the page on embedding, run on links of 100 MB/s. */
class TransferExampleTest {
    private final List<String> log = new ArrayList<>();
    private final Network network = Network.builder(Cluster.of(6, 1))
            .cost("hockney:latency=0s,bandwidth=100MB/s")
            .model("max-min:bandwidth=100MB/s")
            .build();

    private static void runToEnd(Network network) {
        for (double next = network.nextInstant(); next < Double.POSITIVE_INFINITY; next = network.nextInstant()) {
            network.advanceTo(next);
        }
    }

    @Test
    void transfers_ofThePage_endAsByHand() {
        Message message = network.send(
                Transfer.of(0, 1, 100_000_000).maxRate(25e6).deadlineAfter(5).attachment("job 7"),
                WhenDone.of(
                        delivery -> log.add("arrived"),
                        loss -> log.add(loss.cause().reason())));
        Group group = network.send(
                List.of(Transfer.of(2, 3, 50_000_000), Transfer.of(3, 2, 25_000_000)),
                all -> log.add("both at " + network.now()));
        network.send(Transfer.of(4, 5, 10_000_000)).completion().thenAccept(delivery -> log.add("stage"));
        runToEnd(network);

        assertThat(log).containsExactly("stage", "both at 0.5", "arrived");
        assertThat(group.isOver()).isTrue();
        assertThat(message.attachment()).isEqualTo("job 7");
        assertThat(network.now()).isEqualTo(4);
    }

    @Test
    void links_ofThePage_areFullHalfTheTime() {
        network.measureLinks();
        Link up = network.link("node 0 up");
        up.setCapacity(0.5);
        network.send(Transfer.of(0, 1, 100_000_000));
        runToEnd(network);
        log.add("%.1f of the time".formatted(up.utilisation()));
        for (LinkLoad load : network.linkLoads().top(2)) {
            log.add("%s carried %.0f bytes".formatted(load.name(), load.bytes()));
        }

        assertThat(log)
                .containsExactly(
                        "1.0 of the time", "node 0 up carried 100000000 bytes", "node 1 down carried 100000000 bytes");
    }
}
