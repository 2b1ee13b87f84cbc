package org.tailback.embed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tailback.cluster.Cluster;
import org.tailback.model.loss.TailDrop;
import org.tailback.model.sharing.fairtree.FairTree;
import org.tailback.testing.Host;
import org.tailback.testing.NetworkScenario;

/** With the real models too, a network that is pulled along gives the bits of one on SSJ, whatever happens to it. */
class HostsAgreeTest {
    private static final String COST = "hockney:latency=20us,bandwidth=100MB/s";

    record Case(String name, NetworkBuilder network, boolean changesCapacities) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static NetworkBuilder network() {
        return Network.builder(Cluster.of(8, 1)).cost(COST);
    }

    static Stream<Case> cases() {
        NetworkBuilder tree = network()
                .model(FairTree.of(new double[] {100e6, 150e6, 200e6}, new double[] {2e-4, 4e-4, 6e-4}))
                .cost("plogp:latency=100us,bandwidth=100MB/s")
                .loss(new TailDrop(0.2, TailDrop.Policy.SAME_DESTINATION, TailDrop.Order.RANDOM, 0.002, 36e-6));
        return Stream.of(
                new Case("infiniband", network().model("infiniband"), true),
                new Case("gigabit-ethernet", network().model("gigabit-ethernet"), true),
                new Case("max-min", network().model("max-min:bandwidth=100MB/s"), true),
                new Case("largest-share", network().model("largest-share:bandwidth=100MB/s"), true),
                new Case("fair-tree with tail-drop", tree, true));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void scenarios_onSsjAndPulled_giveTheSameBits(Case given) {
        for (long seed = 1; seed <= 30; seed++) {
            NetworkScenario scenario = new NetworkScenario(seed, 8, 1_000_000, 0.4, given.changesCapacities());
            List<String> pushed = scenario.run(given.network(), Host.ssj());
            List<String> pulled = scenario.run(given.network(), Host.loop());
            assertThat(pulled).as("%s", scenario).isEqualTo(pushed);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void scenarios_atEpochSeconds_areAsExactAsAtTheBeginning(Case given) {
        for (long seed = 10; seed <= 30; seed += 10) {
            NetworkScenario scenario = new NetworkScenario(seed, 8, 1_000_000, 0.4, given.changesCapacities());
            scenario.assertSameAtEpochSeconds(given::network, Host::ssj);
            scenario.assertSameAtEpochSeconds(given::network, Host::loop);
        }
    }
}
