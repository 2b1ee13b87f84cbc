package org.tailback.model.sharing.smpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Cluster.Rack;
import org.tailback.error.InputException;
import org.tailback.model.topology.Topology;
import org.tailback.model.topology.TopologySettings;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.settings.Settings;
import org.tailback.sharing.SharingModel;
import org.tailback.testing.BandwidthSharingContract;
import org.tailback.testing.FlowsInFlight;
import org.tailback.testing.FlowsInFlight.Flow;

class SmpiTest extends BandwidthSharingContract {
    private static final Map<String, String> STAR = Map.of("bandwidth", "1.25 GB/s", "link-latency", "5 us");

    private static SharingModel model(Map<String, String> settings) {
        return new Smpi.Provider().create(Settings.ofScalars("model", "test", settings));
    }

    private static Map<String, String> star(String... more) {
        Map<String, String> settings = new HashMap<>(STAR);
        for (int i = 0; i < more.length; i += 2) {
            settings.put(more[i], more[i + 1]);
        }
        return settings;
    }

    @Override
    protected SharingModel model() {
        return model(STAR);
    }

    @Override
    protected double tolerance() {
        return 1e-9;
    }

    @Override
    protected void checkCapacities(FlowsInFlight network) {
        checkDefinition(network, cluster(), STAR);
    }

    /** SimGrid has no such machines to compare with. */
    @Test
    void machinesWithGpus_areRefused() {
        String platform = """
                cluster: {nodes: 2, gpus-per-node: 2}
                network: {model: smpi, bandwidth: 1 GB/s, link-latency: 1 us}
                cost: {model: smpi}
                """;
        assertThatThrownBy(() -> PlatformFile.parse(platform, "p.yaml").resolve(Overrides.NONE))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("p.yaml:2:18: model smpi does not support links inside a node of GPUs");
        String keys =
                platform.replace(", gpus-per-node: 2", "").replace("link-latency", "local-bandwidth: 1, link-latency");
        assertThatThrownBy(() -> PlatformFile.parse(keys, "p.yaml").resolve(Overrides.NONE))
                .hasMessageContaining("unknown key 'local-bandwidth' in network");
    }

    /**
     * The definition: no link carries more than it can, cross traffic included, no message exceeds its window, and
     * every message is at its window or on a full link on which nobody's weight times rate is larger.
     */
    static void checkDefinition(FlowsInFlight network, Cluster cluster, Map<String, String> settings) {
        Smpi model = (Smpi) model(settings);
        Topology topology =
                TopologySettings.read(Settings.ofScalars("m", "t", settings)).on(cluster);
        double[] used = new double[topology.links()];
        double[] highest = new double[topology.links()];
        for (Flow flow : network.flows().values()) {
            double rate = network.rate(flow.number());
            double level = rate * weight(model, topology, flow);
            for (int link : route(topology, flow.source(), flow.destination())) {
                used[link] += rate;
                highest[link] = Math.max(highest[link], level);
            }
            for (int link : route(topology, flow.destination(), flow.source())) {
                used[link] += model.crossTraffic() * rate;
                highest[link] = model.crossTraffic() > 0 ? Math.max(highest[link], level) : highest[link];
            }
        }
        for (int link = 0; link < topology.links(); link++) {
            assertThat(used[link])
                    .as("%s of %s", topology.link(link).name(), network)
                    .isLessThanOrEqualTo(topology.capacity(link) * (1 + 1e-9));
        }
        for (Flow flow : network.flows().values()) {
            double rate = network.rate(flow.number());
            double level = rate * weight(model, topology, flow);
            int[] there = route(topology, flow.source(), flow.destination());
            double window = model.windowBytes() / (2 * model.pathLatency(there.length));
            assertThat(rate).as("window of %s", network).isLessThanOrEqualTo(window * (1 + 1e-9));
            boolean limited = rate >= window * (1 - 1e-9);
            for (int link : there) {
                limited |= isBottleneck(topology, used, highest, link, level);
            }
            for (int link : route(topology, flow.destination(), flow.source())) {
                limited |= model.crossTraffic() > 0 && isBottleneck(topology, used, highest, link, level);
            }
            assertThat(limited)
                    .as("f%d of %s has a bottleneck", flow.number(), network)
                    .isTrue();
        }
    }

    private static boolean isBottleneck(Topology topology, double[] used, double[] highest, int link, double level) {
        return used[link] >= topology.capacity(link) * (1 - 1e-9) && highest[link] <= level * (1 + 1e-9);
    }

    private static double weight(Smpi model, Topology topology, Flow flow) {
        int[] there = route(topology, flow.source(), flow.destination());
        double weight = model.pathLatency(there.length);
        for (int link : there) {
            weight += model.weightBytes() / topology.capacity(link);
        }
        return weight;
    }

    private static int[] route(Topology topology, int source, int destination) {
        int[] links = new int[topology.longestRoute()];
        int length = topology.route(source, destination, links);
        return Arrays.copyOf(links, length);
    }

    @Test
    void star_oppositeMessages_crossTrafficSlowsBoth() {
        double expected = 1.25e9 / 1.05;
        assertThat(FlowsInFlight.of(model(), cluster(), "0>1 1>0").rates())
                .containsExactly(new double[] {expected, expected}, within(1e-3));
    }

    @Test
    void star_twoIntoANodeAndOneOut_allAreFixedByTheFullLink() {
        // SimGrid 3.32: 1 GB each, all three end at 1.743510171 = 0.000116436 + 1000000016 / (0.940694 * 1.25e9 / 2.05)
        double expected = 1.25e9 / 2.05;
        assertThat(FlowsInFlight.of(model(), cluster(), "0>1 2>1 1>3").rates())
                .containsExactly(new double[] {expected, expected, expected}, within(1e-3));
    }

    @Test
    void crossTraffic_none_isMaxMin() {
        double third = 1.25e9 / 3;
        assertThat(FlowsInFlight.of(model(star("cross-traffic", "0")), cluster(), "0>1 0>2 0>3 4>3 4>5 6>5")
                        .rates())
                .containsExactly(new double[] {third, third, third, 0.625e9, 0.625e9, 0.625e9}, within(1e-3));
    }

    @Test
    void window_belowTheLinks_bounds() {
        // 2 links of 5 ms: 4194304 B / 20 ms
        FlowsInFlight network = FlowsInFlight.of(model(star("link-latency", "5 ms")), cluster(), "0>1 2>1");
        assertThat(network.rates()).containsExactly(new double[] {209715200, 209715200}, within(1e-3));
        assertThat(network.explain(0).toString()).contains("bound by the window");
        FlowsInFlight unbounded =
                FlowsInFlight.of(model(star("link-latency", "5 ms", "tcp-gamma", "0")), cluster(), "0>1");
        assertThat(unbounded.rate(0)).isCloseTo(1.25e9, within(1e-3));
    }

    @Test
    void weights_longerWay_getsLess() {
        // two into node 1, from its own leaf and from another one: weights 24.04 us and 48.08 us
        Map<String, String> settings = star("topology", "fat-tree", "down", "4x2", "up", "1x1");
        FlowsInFlight network = FlowsInFlight.of(model(settings), cluster(), "0>1 4>1");
        assertThat(network.rate(0) / network.rate(1)).isCloseTo(2, within(1e-12));
        assertThat(network.rate(0) + network.rate(1)).isCloseTo(1.25e9, within(1e-3));
    }

    @Test
    void rates_equalPositionsInALargeStar_areEqualBits() {
        FlowsInFlight network = new FlowsInFlight(model(), Cluster.of(64, 1));
        int flow = 0;
        for (int node = 0; node < 63; node++) {
            for (int i = 1; i <= 7; i++) {
                network.start(flow++, node, (node + i * i) % 63);
            }
        }
        network.recompute();
        for (double rate : network.rates()) {
            assertThat(rate).isEqualTo(network.rate(0));
        }
    }

    @Test
    void settings_incomplete_sayWhatIsMissing() {
        assertThatThrownBy(() -> model(Map.of("bandwidth", "1 GB/s")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("link-latency");
        assertThatThrownBy(() -> model(Map.of("link-latency", "5 us")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("bandwidth");
        assertThatThrownBy(() -> model(star("cross-traffic", "1.5")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("cross-traffic");
    }

    @Nested
    class OnRacks extends BandwidthSharingContract {
        private final Map<String, String> settings =
                star("topology", "racks", "rack-bandwidth", "1.5GB/s", "inner-link-latency", "20 us");

        @Override
        protected SharingModel model() {
            return SmpiTest.model(settings);
        }

        @Override
        protected Cluster cluster() {
            return Cluster.ofRacks(List.of(new Rack("X", 4), new Rack("Y", 4)), 4);
        }

        @Override
        protected double tolerance() {
            return 1e-9;
        }

        @Override
        protected int[] symmetry(Random random) {
            return random.nextBoolean() ? new int[] {5, 4, 7, 6, 1, 3, 0, 2} : new int[] {2, 3, 1, 0, 4, 6, 5, 7};
        }

        @Override
        protected void checkCapacities(FlowsInFlight network) {
            checkDefinition(network, cluster(), settings);
        }
    }

    /** Latencies so large that the window bounds messages between groups, where they are not in each other's way. */
    @Nested
    class OnAFatTreeWithWindows extends BandwidthSharingContract {
        private final Map<String, String> settings = star(
                "topology", "fat-tree", "down", "2x2x2", "up", "1x1x2", "link-latency", "800 us", "weight-s", "20537");

        @Override
        protected SharingModel model() {
            return SmpiTest.model(settings);
        }

        @Override
        protected double tolerance() {
            return 1e-9;
        }

        @Override
        protected int[] symmetry(Random random) {
            // routes depend on the destination's number: only the trivial one
            return new int[] {0, 1, 2, 3, 4, 5, 6, 7};
        }

        @Override
        protected void checkCapacities(FlowsInFlight network) {
            checkDefinition(network, cluster(), settings);
        }
    }
}
