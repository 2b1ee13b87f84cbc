package org.tailback.model.sharing.headofline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.cluster.Cluster;
import org.tailback.model.topology.Topology;
import org.tailback.testing.FlowsInFlight;

class LinkLoadsTest {
    /** Links carry their capacity at most, however short a walk is. */
    @ParameterizedTest
    @CsvSource({
        "16, star",
        "16, star;lanes=2",
        "32, star;effort=200000",
        "16, tree;arity=4;oversubscription=2",
        "8, fat-tree;down=4x2;up=1x1",
        "64, fat-tree;down=4x4x4;up=1x2x2",
        "9, torus;dimensions=3x3",
        "6, torus;dimensions=6",
        "24, dragonfly;groups=4x3x2",
        "24, dragonfly;groups=4x3x2;lanes=4;buffer=4",
        "24, dragonfly-plus;groups=4x3x2x2"
    })
    void rates_randomChanges_fitIntoTheLinks(int nodes, String settings) {
        HeadOfLine model =
                HeadOfLineTest.model((settings.contains("effort") ? "" : "effort=1;") + "topology=" + settings);
        Topology topology = model.topology().on(Cluster.of(nodes, 1));
        FlowsInFlight network = new FlowsInFlight(model, Cluster.of(nodes, 1));
        Random random = new Random(1);
        for (int change = 0; change < 200; change++) {
            if (change >= 2 * nodes || change > 20 && random.nextBoolean()) {
                network.end(network.flows().keySet().iterator().next());
            }
            int source = random.nextInt(nodes);
            int other = (source + 1 + random.nextInt(nodes - 1)) % nodes;
            int destination = source > 0 && random.nextInt(3) == 0 ? 0 : other;
            double injectionRate = random.nextInt(5) == 0 ? random.nextDouble() : Double.POSITIVE_INFINITY;
            network.start(change, source, destination, injectionRate);
            network.recompute();

            loads(network, topology)
                    .forEach((link, load) -> assertThat(load)
                            .as(
                                    "after change %s, %s",
                                    network.flows(), topology.link(link).name())
                            .isLessThanOrEqualTo(topology.capacity(link) * (1 + 1e-9)));
        }
    }

    static Map<Integer, Double> loads(FlowsInFlight network, Topology topology) {
        Map<Integer, Double> loads = new TreeMap<>();
        int[] links = new int[topology.longestRoute()];
        for (FlowsInFlight.Flow flow : network.flows().values()) {
            int length = topology.route(flow.source(), flow.destination(), links);
            for (int i = 0; i < length; i++) {
                loads.merge(links[i], network.rate(flow.number()), Double::sum);
            }
        }
        return loads;
    }
}
