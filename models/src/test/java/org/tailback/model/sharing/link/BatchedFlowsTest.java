package org.tailback.model.sharing.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.cluster.Cluster;
import org.tailback.model.sharing.maxmin.MaxMinProvider;
import org.tailback.model.sharing.smpi.SmpiProvider;
import org.tailback.model.topology.Topology;
import org.tailback.model.topology.TopologySettings;
import org.tailback.settings.Settings;
import org.tailback.sharing.GroupedSharing;
import org.tailback.sharing.SharingModel;
import org.tailback.testing.FlowGroups;
import org.tailback.testing.FlowsInFlight;

/** Rates of flows of which many go between the same nodes. */
class BatchedFlowsTest {
    private static Settings settings(String topology, String... more) {
        Map<String, String> map = new TreeMap<>(Map.of("topology", topology, "bandwidth", "1.25 GB/s"));
        if (topology.equals("fat-tree")) {
            map.put("down", "2x2");
            map.put("up", "1x2");
        }
        for (int i = 0; i < more.length; i += 2) {
            map.put(more[i], more[i + 1]);
        }
        return Settings.ofScalars("model", "test", map);
    }

    /** Many ranks on few nodes: by the definition of max-min fairness, flow by flow. */
    @ParameterizedTest
    @CsvSource({"star", "fat-tree"})
    void rates_manyFlowsBetweenFewNodes_areTheExactOnesRoundedOnce(String topology) {
        Cluster cluster = Cluster.of(4, 1);
        Settings settings = settings(topology);
        Topology links = TopologySettings.read(settings).on(cluster);
        for (long seed = 0; seed < 30; seed++) {
            Random random = new Random(seed);
            FlowsInFlight network = new FlowsInFlight(new MaxMinProvider().create(settings), cluster);
            for (int instant = 0; instant < 40; instant++) {
                change(network, random, instant % 10 == 0 ? 40 : 1 + random.nextInt(4));
                Map<Integer, BigDecimal> exact =
                        ExactFilling.rates(network.flows().values(), links);
                for (int flow : exact.keySet()) {
                    assertThat(network.rate(flow))
                            .as("f%d of %s on a %s, seed %d, instant %d", flow, network, topology, seed, instant)
                            .isEqualTo(exact.get(flow).doubleValue());
                }
            }
        }
    }

    /** Also with windows, under which a batch can have a bound of its own instead of a bottleneck. */
    @ParameterizedTest
    @CsvSource({
        "star, 0",
        "fat-tree, 0",
        "star, 20000",
        "fat-tree, 20000",
        "star, 4000",
        "fat-tree, 8000",
    })
    void rates_manyFlowsUnderSmpi_areThoseFromScratchAndThoseOfGroups(String topology, String window) {
        Cluster cluster = Cluster.of(4, 1);
        SharingModel model = new SmpiProvider().create(settings(topology, "link-latency", "5 us", "tcp-gamma", window));
        for (long seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            FlowsInFlight network = new FlowsInFlight(model, cluster);
            FlowGroups groups = new FlowGroups((GroupedSharing) model.on(cluster, 1));
            for (int instant = 0; instant < 40; instant++) {
                change(network, random, instant % 10 == 0 ? 40 : 1 + random.nextInt(4));
                groups.follow(network.flows());
                FlowsInFlight scratch = new FlowsInFlight(model, cluster);
                network.flows()
                        .values()
                        .forEach(flow -> scratch.start(flow.number(), flow.source(), flow.destination()));
                scratch.recompute();
                for (int flow : network.flows().keySet()) {
                    String where = "f" + flow + " of " + network + ", seed " + seed + ", instant " + instant;
                    assertThat(network.rate(flow)).as(where).isEqualTo(scratch.rate(flow));
                    assertThat(groups.rate(flow)).as(where).isEqualTo(scratch.rate(flow));
                    assertThat(network.explain(flow).value()).as(where).isEqualTo(scratch.rate(flow));
                }
            }
        }
    }

    private static void change(FlowsInFlight network, Random random, int changes) {
        int nodes = network.cluster().nodes();
        for (int i = 0; i < changes; i++) {
            int number = random.nextInt(80);
            if (network.flows().containsKey(number)) {
                network.end(number);
            }
            if (random.nextBoolean()) {
                int source = random.nextInt(nodes);
                network.start(number, source, (source + 1 + random.nextInt(nodes - 1)) % nodes);
            }
        }
        network.recompute();
    }
}
