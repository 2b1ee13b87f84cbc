package org.tailback.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.cluster.Cluster;
import org.tailback.error.InputException;

/** Changes of capacity while messages are in flight, computed by hand: ports of 100 MB/s. */
class CapacitiesTest {
    private static final double MB = 1e6;
    private final List<Double> ends = new ArrayList<>();

    private Network network(String model) {
        return Network.builder(Cluster.of(4, 1))
                .model(model)
                .cost("hockney:latency=0s,bandwidth=100MB/s")
                .build();
    }

    private void send(Network network, int source, int destination, double megabytes) {
        network.send(source, destination, (long) (megabytes * MB), delivery -> ends.add(delivery.arrived()));
    }

    private List<Double> run(Network network) {
        for (double next = network.nextInstant(); next < Double.POSITIVE_INFINITY; next = network.nextInstant()) {
            network.advanceTo(next);
        }
        return ends;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "max-min:bandwidth=100MB/s",
                "max-min",
                "largest-share:bandwidth=100MB/s",
                "smpi:bandwidth=100MB/s,link-latency=0s,cross-traffic=0"
            })
    void setLinkCapacity_halfFromOneSecondOn_theRestTakesTwice(String model) {
        // Two of 100 MB into node 2: 50 MB/s each; at 1 s 50 MB left each, now at 25 MB/s: 3 s. A third goes elsewhere.
        Network network = network(model);
        send(network, 0, 2, 100);
        send(network, 1, 2, 100);
        send(network, 0, 3, 0);
        network.advanceTo(1);
        assertThat(network.links()).extracting(Link::name).contains("node 2 down");
        network.link("node 2 down").setCapacity(0.5);

        assertThat(run(network).subList(1, 3)).allSatisfy(end -> assertThat(end).isEqualTo(3, within(1e-9)));
        assertThat(network.result().warnings()).isEmpty();
    }

    @Test
    void setNodeCapacity_underMaxMin_sparesMessagesThatAreLimitedElsewhere() {
        // 0>2 and 1>2 get 50 MB/s each. Node 0 at 3/4 still sends 75 MB/s: nothing changes. At 1/4: 25, and 1>2 gets
        // 75.
        Network network = network("max-min:bandwidth=100MB/s");
        send(network, 0, 2, 100);
        Message other = network.send(Transfer.of(1, 2, (long) (100 * MB)));
        network.setNodeCapacity(0, 0.75);
        network.nextInstant();
        assertThat(other.rate()).isEqualTo(50 * MB, within(1.0));
        network.advanceTo(1);
        network.setNodeCapacity(0, 0.25);
        network.nextInstant();
        assertThat(other.rate()).isEqualTo(75 * MB, within(1.0));
        // 50 MB left at 25 MB/s
        assertThat(run(network).get(0)).isEqualTo(3, within(1e-9));
    }

    @Test
    void capacities_restored_areThoseAsBuilt() {
        Network network = network("max-min:bandwidth=100MB/s");
        send(network, 0, 2, 100);
        network.setNodeCapacity(0, 0.25);
        network.link("node 0 up").setCapacity(0.5);
        network.link("node 0 up").setCapacity(1);
        network.setNodeCapacity(0, 1);

        assertThat(run(network)).containsExactly(1.0);
    }

    @Test
    void setLinkCapacity_unknownLink_namesTheNearest() {
        assertThatThrownBy(() -> network("max-min").link("node 2 dwn").setCapacity(0.5))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("node 2 down");
    }

    @Test
    void infiniband_twoIntoOne_penaltyAndRateOfMessagesInFlight() {
        Network network = network("infiniband");
        Message first = network.send(Transfer.of(0, 2, (long) (100 * MB)));
        network.send(Transfer.of(1, 2, (long) (100 * MB)));
        network.nextInstant();

        assertThat(first.penalty()).isEqualTo(2, within(1e-12));
        assertThat(first.rate()).isEqualTo(50 * MB, within(1.0));
        assertThat(first.explain().value()).isEqualTo(0.5, within(1e-12));
    }
}
