package org.tailback.model.sharing.maxmin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Cluster.Rack;
import org.tailback.model.topology.Topology;
import org.tailback.model.topology.TopologySettings;
import org.tailback.settings.Settings;
import org.tailback.sharing.SharingModel;
import org.tailback.testing.BandwidthSharingContract;
import org.tailback.testing.FlowsInFlight;
import org.tailback.testing.FlowsInFlight.Flow;

class MaxMinTest extends BandwidthSharingContract {
    private static SharingModel model(Map<String, String> settings) {
        return new MaxMin.Provider().create(Settings.ofScalars("model", "test", settings));
    }

    @Override
    protected SharingModel model() {
        return model(Map.of());
    }

    @Override
    protected void checkCapacities(FlowsInFlight network) {
        checkBottlenecks(
                network, TopologySettings.read(Settings.empty("m", "t")).on(cluster()));
    }

    /** The definition: no link carries more than it can, and every message has a full link on which none is faster. */
    static void checkBottlenecks(FlowsInFlight network, Topology topology) {
        List<List<Double>> onLink = new ArrayList<>();
        for (int link = 0; link < topology.links(); link++) {
            onLink.add(new ArrayList<>());
        }
        int[] route = new int[topology.longestRoute()];
        for (Flow flow : network.flows().values()) {
            for (int i = topology.route(flow.source(), flow.destination(), route) - 1; i >= 0; i--) {
                onLink.get(route[i]).add(network.rate(flow.number()));
            }
        }
        for (int link = 0; link < topology.links(); link++) {
            double used =
                    onLink.get(link).stream().mapToDouble(Double::doubleValue).sum();
            assertThat(used)
                    .as("%s of %s", topology.link(link).name(), network)
                    .isLessThanOrEqualTo(topology.capacity(link) * (1 + 1e-11));
        }
        for (Flow flow : network.flows().values()) {
            double rate = network.rate(flow.number());
            boolean bottleneck = false;
            for (int i = topology.route(flow.source(), flow.destination(), route) - 1; i >= 0; i--) {
                List<Double> rates = onLink.get(route[i]);
                double used = rates.stream().mapToDouble(Double::doubleValue).sum();
                boolean full = used >= topology.capacity(route[i]) * (1 - 1e-11);
                bottleneck |= full && rates.stream().allMatch(other -> other <= rate * (1 + 1e-11));
            }
            assertThat(bottleneck)
                    .as("f%d of %s has a bottleneck", flow.number(), network)
                    .isTrue();
        }
    }

    @Test
    void star_workedExample() {
        double third = 1.0 / 3;
        assertThat(FlowsInFlight.of(model(), cluster(), "0>1 0>2 0>3 4>3 4>5 6>5")
                        .rates())
                .containsExactly(new double[] {third, third, third, 0.5, 0.5, 0.5}, within(1e-15));
    }

    @Test
    void star_leftOverBandwidth_isRedistributed() {
        // node 0 sends three; the one to node 3 leaves 2/3 of node 3's link to the other
        double third = 1.0 / 3;
        assertThat(FlowsInFlight.of(model(), cluster(), "0>1 0>2 0>3 4>3").rates())
                .containsExactly(new double[] {third, third, third, 2 * third}, within(1e-15));
    }

    @Test
    void bandwidth_given_ratesAreBytesPerSecond() {
        FlowsInFlight network = FlowsInFlight.of(model(Map.of("bandwidth", "1 GB/s")), cluster(), "0>1 0>2");
        assertThat(network.rates()).containsExactly(5e8, 5e8);
        assertThat(network.sharing().referenceRate(0, 1)).isEqualTo(1e9);
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
    void flows_misused_fail() {
        FlowsInFlight network = FlowsInFlight.of(model(), cluster(), "0>1");
        assertThatThrownBy(() -> network.sharing().flowStarted(0, 1, 2, Double.POSITIVE_INFINITY))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> network.sharing().flowEnded(1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> network.sharing().flowStarted(1, 2, 2, Double.POSITIVE_INFINITY))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> network.sharing().flowStarted(1, 0, 8, Double.POSITIVE_INFINITY))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Nested
    class OnRacks extends BandwidthSharingContract {
        private final Map<String, String> settings =
                Map.of("topology", "racks", "bandwidth", "1GB/s", "rack-bandwidth", "1.5GB/s");

        @Override
        protected SharingModel model() {
            return MaxMinTest.model(settings);
        }

        @Override
        protected Cluster cluster() {
            return Cluster.ofRacks(List.of(new Rack("X", 4), new Rack("Y", 4)), 4);
        }

        @Override
        protected int[] symmetry(Random random) {
            return random.nextBoolean() ? new int[] {5, 4, 7, 6, 1, 3, 0, 2} : new int[] {2, 3, 1, 0, 4, 6, 5, 7};
        }

        @Override
        protected void checkCapacities(FlowsInFlight network) {
            checkBottlenecks(
                    network,
                    TopologySettings.read(Settings.ofScalars("m", "t", settings))
                            .on(cluster()));
        }
    }

    @Nested
    class OnAFatTree extends BandwidthSharingContract {
        private final Map<String, String> settings = Map.of("topology", "fat-tree", "down", "2x2x2", "up", "1x1x2");

        @Override
        protected SharingModel model() {
            return MaxMinTest.model(settings);
        }

        @Override
        protected int[] symmetry(Random random) {
            // routes depend on the destination's number: only the trivial one
            return new int[] {0, 1, 2, 3, 4, 5, 6, 7};
        }

        @Override
        protected void checkCapacities(FlowsInFlight network) {
            checkBottlenecks(
                    network,
                    TopologySettings.read(Settings.ofScalars("m", "t", settings))
                            .on(cluster()));
        }
    }

    @Test
    void penalties_narrowLinkOnTheRoute_areRelativeToIt() {
        SharingModel model = model(Map.of(
                "topology",
                "fat-tree",
                "down",
                "4x2",
                "up",
                "1x1",
                "bandwidth",
                "1 GB/s",
                "link-bandwidth",
                "100 MB/s"));

        assertThat(FlowsInFlight.of(model, Cluster.of(8, 1), "0>7 1>2").penalties())
                .containsExactly(1, 1);
        assertThat(FlowsInFlight.of(model, Cluster.of(8, 1), "0>7 1>6").penalties())
                .containsExactly(2, 2);
    }

    @Nested
    class OnATorus extends BandwidthSharingContract {
        private final Map<String, String> settings = Map.of("topology", "torus", "dimensions", "3x3");

        @Override
        protected SharingModel model() {
            return MaxMinTest.model(settings);
        }

        @Override
        protected Cluster cluster() {
            return Cluster.of(9, 4);
        }

        @Override
        protected int[] symmetry(Random random) {
            int[] shifted = new int[9];
            int right = random.nextInt(3);
            int down = random.nextInt(3);
            for (int node = 0; node < 9; node++) {
                shifted[node] = (node % 3 + right) % 3 + 3 * ((node / 3 + down) % 3);
            }
            return shifted;
        }

        @Override
        protected void checkCapacities(FlowsInFlight network) {
            checkBottlenecks(
                    network,
                    TopologySettings.read(Settings.ofScalars("m", "t", settings))
                            .on(cluster()));
        }
    }
}
