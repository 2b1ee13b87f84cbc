package org.tailback.model.sharing.hierarchical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Cluster.Rack;
import org.tailback.settings.Settings;
import org.tailback.sharing.SharingModel;
import org.tailback.testing.BandwidthSharingContract;
import org.tailback.testing.FlowsInFlight;
import org.tailback.testing.FlowsInFlight.Flow;

class HierarchicalEthernetTest extends BandwidthSharingContract {
    private static final Cluster TWO_RACKS = Cluster.ofRacks(List.of(new Rack("X", 20), new Rack("Y", 20)), 12);
    private static final double MBPS = 125_000;

    @Override
    protected SharingModel model() {
        return HierarchicalEthernet.DEFAULT;
    }

    @Override
    protected Cluster cluster() {
        return Cluster.ofRacks(List.of(new Rack("X", 4), new Rack("Y", 4)), 4);
    }

    /**
     * None: messages of equal keys are taken in the order of their nodes ({@code AlgorithmOneTest} renumbers nodes in
     * order).
     */
    @Override
    protected int[] symmetry(Random random) {
        return IntStream.range(0, 8).toArray();
    }

    private static double[] mbps(SharingModel model, String graph) {
        double[] rates = FlowsInFlight.of(model, TWO_RACKS, graph).rates();
        return Arrays.stream(rates).map(rate -> rate / MBPS).toArray();
    }

    private static void assertMbps(SharingModel model, String graph, double... expected) {
        assertThat(mbps(model, graph)).containsExactly(expected, within(1e-9));
    }

    @Test
    void zhu2012_section52_twelveInOneOut_allGetATwelfth() {
        StringBuilder graph = new StringBuilder("X1>X20");
        for (int i = 2; i <= 13; i++) {
            graph.append(" X").append(i).append(">X1");
        }
        double[] expected = new double[13];
        Arrays.fill(expected, 940.0 / 12);
        assertMbps(model(), graph.toString(), expected);
    }

    @Test
    void zhu2012_section52_twoInOneOut_asymmetricAndNot() {
        assertMbps(model(), "X2>X1 X3>X1 X1>X4", 470, 470, 470);
        assertMbps(new HierarchicalEthernet(117.5e6, 1175e6, false, false), "X2>X1 X3>X1 X1>X4", 470, 470, 940);
    }

    @ParameterizedTest
    @CsvSource({"1,940", "10,940", "11,854.5454545454545", "12,783.3333333333333", "20,470"})
    void zhu2012_section51_linksBetweenRacks_shareTheBackboneBeyondTen(int links, double expected) {
        StringBuilder graph = new StringBuilder();
        for (int i = 1; i <= links; i++) {
            graph.append(" X").append(i).append(">Y").append(i);
        }
        double[] all = new double[links];
        Arrays.fill(all, expected);
        assertMbps(model(), graph.toString(), all);
    }

    @Test
    void zhu2012_section52_twelveForwardOneBack_allGetATwelfthOfTheBackbone() {
        StringBuilder graph = new StringBuilder("Y20>X20");
        for (int i = 1; i <= 12; i++) {
            graph.append(" X").append(i).append(">Y").append(i);
        }
        double[] expected = new double[13];
        Arrays.fill(expected, 9400.0 / 12);
        assertMbps(model(), graph.toString(), expected);
    }

    @Test
    void zhu2012_figure1() {
        assertMbps(model(), "X1>Y1 X1>X2 X2>Y2 X3>Y3 Y1>Y4", 470, 470, 940, 940, 940);
    }

    @Test
    void zhu2012_line19_contraFlowOnUnsaturatedLink_isDropped() {
        String graph = "X1>X2 X1>X2 X1>X3 X2>X4";
        assertMbps(model(), graph, 940.0 / 3, 940.0 / 3, 940.0 / 3, 940);
    }

    @Test
    void oversubscription_isCountedAndCuredByClamp() {
        String graph = "X1>X4 X2>X4 X2>X4 X1>X4 X3>X4 X2>X1 X4>X2 X3>X4 X3>X1";
        double sixth = 940.0 / 6;
        assertMbps(model(), graph, sixth, sixth, sixth, sixth, sixth, 940 * 2.0 / 3, sixth, sixth, 940 * 2.0 / 3);
        FlowsInFlight network = FlowsInFlight.of(model(), TWO_RACKS, graph);
        assertThat(network.sharing().warnings())
                .containsExactly("hierarchical-ethernet: in 1 recomputations a card or cable was given more than its"
                        + " bandwidth 1 times, at worst 1.33 times as much. Set 'clamp: true' to limit them to"
                        + " their bandwidth");
        HierarchicalEthernet clamped = new HierarchicalEthernet(117.5e6, 1175e6, true, true);
        assertMbps(clamped, graph, sixth, sixth, sixth, sixth, sixth, 470, sixth, sixth, 470);
        assertThat(FlowsInFlight.of(clamped, TWO_RACKS, graph).sharing().warnings())
                .isEmpty();
    }

    /** Reading (ii): twelve messages from two racks into a third share the third's cable. */
    @Test
    void threeRacks_intoOne_shareItsCable() {
        Cluster racks = Cluster.ofRacks(List.of(new Rack("X", 6), new Rack("Y", 6), new Rack("Z", 12)), 1);
        StringBuilder graph = new StringBuilder();
        for (int i = 1; i <= 6; i++) {
            graph.append(" X").append(i).append(">Z").append(i);
            graph.append(" Y").append(i).append(">Z").append(i + 6);
        }
        double[] expected = new double[12];
        Arrays.fill(expected, 1175e6 / 12);
        assertThat(FlowsInFlight.of(model(), racks, graph.toString()).rates()).containsExactly(expected, within(1e-3));
    }

    @Test
    void create_settings_areRead() {
        Settings settings = Settings.ofScalars(
                "model",
                "here",
                Map.of(
                        "nic-bandwidth",
                        "10 Gbit/s",
                        "rack-bandwidth",
                        "40 Gbit/s",
                        "asymmetric",
                        "false",
                        "clamp",
                        "true"));
        assertThat(new HierarchicalEthernet.Provider().create(settings))
                .isEqualTo(new HierarchicalEthernet(1.25e9, 5e9, false, true));
        HierarchicalEthernet standard = HierarchicalEthernet.DEFAULT;
        assertThat(new HierarchicalEthernet.Provider().create(Settings.empty("model", "here")))
                .isEqualTo(
                        new HierarchicalEthernet(standard.nicBandwidth(), standard.rackBandwidth(), true, false, true));
        assertThat(new HierarchicalEthernet.Provider()
                        .create(Settings.ofScalars("model", "here", Map.of("nic-bandwidth", "10 Gbit/s"))))
                .isEqualTo(new HierarchicalEthernet(1.25e9, 12.5e9, true, false));
    }

    /** The clamped variant promises not to exceed any card or cable. */
    @org.junit.jupiter.api.Nested
    class Clamped extends BandwidthSharingContract {
        @Override
        protected SharingModel model() {
            return new HierarchicalEthernet(117.5e6, 200e6, true, true);
        }

        @Override
        protected Cluster cluster() {
            return Cluster.ofRacks(List.of(new Rack("X", 4), new Rack("Y", 4)), 4);
        }

        @Override
        protected int[] symmetry(Random random) {
            return IntStream.range(0, 8).toArray();
        }

        @Override
        protected void checkCapacities(FlowsInFlight network) {
            double[] used = new double[20];
            for (Flow flow : network.flows().values()) {
                double rate = network.rate(flow.number());
                used[flow.source()] += rate;
                used[8 + flow.destination()] += rate;
                if (flow.source() / 4 != flow.destination() / 4) {
                    used[16 + flow.source() / 4] += rate;
                    used[18 + flow.destination() / 4] += rate;
                }
            }
            for (int resource = 0; resource < 20; resource++) {
                assertThat(used[resource])
                        .as("resource %d of %s", resource, network)
                        .isLessThanOrEqualTo((resource < 16 ? 117.5e6 : 200e6) * (1 + 1e-9));
            }
        }
    }
}
