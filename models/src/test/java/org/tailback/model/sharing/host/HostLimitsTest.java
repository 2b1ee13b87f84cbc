package org.tailback.model.sharing.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.common.primitives.Doubles;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.cluster.Cluster;
import org.tailback.error.InputException;
import org.tailback.model.sharing.fairtree.FairTree;
import org.tailback.model.topology.HostLimits;
import org.tailback.registry.ModelChoice;
import org.tailback.registry.Registry;
import org.tailback.settings.Settings;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.SharingModel;
import org.tailback.testing.BandwidthSharingContract;
import org.tailback.testing.FlowsInFlight;
import org.tailback.testing.FlowsInFlight.Flow;

class HostLimitsTest {
    private static final Registry REGISTRY = Registry.load();
    private static final Map<String, String> TAURUS = Map.of("connection-duplex", "1", "host-duplex", "1.42");

    private static SharingModel model(String name, Map<String, String> limits) {
        Map<String, String> settings = new LinkedHashMap<>(limits);
        if (name.equals("tcp-proportional")) {
            settings.put("acknowledgement-share", "0");
        }
        return REGISTRY.model(new ModelChoice(name, "test", Settings.ofScalars(name, "test", settings)));
    }

    private static double[] penalties(SharingModel model, String messages) {
        return FlowsInFlight.of(model, Cluster.of(4, 1), messages).penalties();
    }

    @ParameterizedTest
    @ValueSource(strings = {"max-min", "gigabit-ethernet", "tcp-proportional"})
    void exchangesAndCrossedExchanges_takeLonger_sendsDoNot(String name) {
        SharingModel model = model(name, TAURUS);
        assertThat(penalties(model, "0>2 1>3")).containsExactly(1, 1);
        assertThat(penalties(model, "0>2 2>0 1>3 3>1")).containsExactly(new double[] {2, 2, 2, 2}, within(1e-9));
        double crossed = 2 / 1.42;
        assertThat(penalties(model, "0>2 2>1 1>3 3>0"))
                .containsExactly(new double[] {crossed, crossed, crossed, crossed}, within(1e-9));
    }

    @ParameterizedTest
    @ValueSource(strings = {"max-min", "gigabit-ethernet", "tcp-proportional"})
    void eachLimit_holdsWithoutTheOther(String name) {
        assertThat(penalties(model(name, Map.of("connection-duplex", "1.25")), "0>2 2>0 1>3"))
                .containsExactly(new double[] {1.6, 1.6, 1}, within(1e-9));
        assertThat(penalties(model(name, Map.of("host-duplex", "1.25")), "0>2 2>0 1>3"))
                .containsExactly(new double[] {1.6, 1.6, 1}, within(1e-9));
    }

    @Test
    void fairTree_countsHostsInTheBandwidthOfANodesEdge() {
        FairTree tree = FairTree.of(new double[] {100, 50}, new double[0]);
        SharingModel model = HostLimited.around(tree, new HostLimits(2, 1.2), 100);
        double[] rates =
                FlowsInFlight.of(model, Cluster.of(4, 1), "0>1 1>0 2>0 3>1").rates();
        assertThat(rates)
                .as("node 0: 47.5 + 47.5 + 25")
                .containsExactly(new double[] {47.5, 47.5, 25, 25}, within(1e-9));
        assertThat(HostLimited.inside(model)).isSameAs(tree);
        assertThat(HostLimited.around(tree, HostLimits.NONE, 100)).isSameAs(tree);
    }

    /** Unlike a model with limits around it, max-min gives others what a limit takes. */
    @Test
    void maxMin_givesWhatALimitTakesToOthers() {
        assertThat(penalties(model("max-min", Map.of("connection-duplex", "1")), "0>1 1>0 1>0 1>0 0>2"))
                .containsExactly(new double[] {4, 4, 4, 4, 4.0 / 3}, within(1e-9));
    }

    @Test
    void explanation_namesHostAndConnection() {
        FlowsInFlight network = FlowsInFlight.of(model("tcp-proportional", TAURUS), Cluster.of(4, 1), "0>3 3>0");
        assertThat(network.sharing().explain(0).toString())
                .contains(
                        "model's rate within the limits of hosts and connections, or racks",
                        "host 0",
                        "host 3",
                        "connection 0 - 3, bottleneck");
    }

    @Test
    void valuesOutOfRange_areRejected() {
        assertThatThrownBy(() -> model("max-min", Map.of("host-duplex", "0.9")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("'host-duplex' must be >= 1 and <= 2");
    }

    /** Connections cost what is in flight, not what there is: 100,000 nodes have 5,000,000,000. */
    @Test
    void connections_ofManyNodes_areNumberedOnDemand() {
        FlowsInFlight network = FlowsInFlight.of(
                model("max-min", Map.of("connection-duplex", "1")), Cluster.of(100_000, 1), "0>1 1>0 99999>7 5>4");
        assertThat(network.penalties()).containsExactly(2, 2, 1, 1);
        network.end(0);
        network.end(2);
        network.start(8, 7, 99_999);
        network.start(9, 4, 5);
        network.recompute();
        assertThat(network.penalties()).containsExactly(1, 2, 1, 2);
        assertThat(network.explain(9).toString()).contains("connection 4 - 5, bottleneck");
    }

    abstract static class Limited extends BandwidthSharingContract {
        @Override
        protected void checkCapacities(FlowsInFlight network) {
            double[] together = new double[cluster().nodes()];
            for (Flow flow : network.flows().values()) {
                together[flow.source()] += network.rate(flow.number());
                together[flow.destination()] += network.rate(flow.number());
            }
            assertThat(Doubles.max(together)).as("%s", network).isLessThanOrEqualTo(1.42 * (1 + 1e-11));
        }
    }

    @Nested
    class AroundGigabitEthernet extends Limited {
        @Override
        protected SharingModel model() {
            return HostLimitsTest.model("gigabit-ethernet", TAURUS);
        }
    }

    @Nested
    class AroundTcpProportional extends Limited {
        @Override
        protected SharingModel model() {
            return HostLimitsTest.model("tcp-proportional", TAURUS);
        }

        @Override
        protected double tolerance() {
            return 1e-9;
        }
    }

    @Nested
    class InMaxMin extends Limited {
        @Override
        protected SharingModel model() {
            return HostLimitsTest.model("max-min", TAURUS);
        }
    }

    private static final class Ranks {
        private final BandwidthSharing sharing;
        private final double[] rates = new double[64];

        Ranks(String settings) {
            sharing = REGISTRY.model(ModelChoice.parse("max-min:" + settings, "test"))
                    .on(Cluster.of(3, 64), 1);
        }

        double[] rates(int[]... messages) {
            for (int i = 0; i < messages.length; i++) {
                int[] message = messages[i];
                sharing.flowStarted(
                        i, message[0] / 64, message[1] / 64, Double.POSITIVE_INFINITY, message[0], message[1]);
            }
            sharing.recompute((flow, rate) -> rates[flow] = rate);
            return Arrays.copyOf(rates, messages.length);
        }
    }

    /** Ranks are numbered node by node, 64 each; the worked example of {@link HostLimits}, in GB/s. */
    @Test
    void rankBandwidth_workedExample_rankOrRailsLimit() {
        String node = "bandwidth=100,rank-bandwidth=8";
        assertThat(new Ranks(node).rates(new int[][] {{0, 64}, {0, 65}, {0, 130}}))
                .containsExactly(new double[] {8.0 / 3, 8.0 / 3, 8.0 / 3}, within(1e-12));
        assertThat(new Ranks(node).rates(new int[][] {{0, 64}, {1, 65}, {2, 130}}))
                .containsExactly(new double[] {8, 8, 8}, within(1e-12));
        int[][] all = new int[64][];
        Arrays.setAll(all, rank -> new int[] {rank, 64 + rank});
        assertThat(Doubles.asList(new Ranks(node).rates(all)))
                .allSatisfy(rate -> assertThat(rate).isCloseTo(100.0 / 64, within(1e-12)));
    }

    @Test
    void rankBandwidth_connectionDuplex_isOfTwoRanksAndRelativeToTheirInterface() {
        String node = "bandwidth=100,rank-bandwidth=8,connection-duplex=1.5";
        assertThat(new Ranks(node).rates(new int[][] {{0, 64}, {64, 0}, {1, 65}}))
                .containsExactly(new double[] {6, 6, 8}, within(1e-12));
        assertThat(new Ranks(node).rates(new int[][] {{0, 64}, {65, 0}})).containsExactly(8, 8);
    }

    /** With one rank a node the interface of the rank stands where the link of the node stood. */
    @Test
    void rankBandwidth_oneRankANode_asALinkOfTheNode() {
        SharingModel rails =
                model("max-min", Map.of("bandwidth", "100", "rank-bandwidth", "8", "connection-duplex", "1.3"));
        SharingModel link = model("max-min", Map.of("bandwidth", "8", "connection-duplex", "1.3"));
        for (String messages : List.of("0>1 0>2 3>1", "0>1 1>0 1>2", "0>1 0>1 2>1 1>0 3>2")) {
            FlowsInFlight expected = FlowsInFlight.of(link, Cluster.of(4, 1), messages);
            FlowsInFlight found = FlowsInFlight.of(rails, Cluster.of(4, 1), messages);
            assertThat(found.rates()).containsExactly(expected.rates(), within(1e-12));
            assertThat(found.penalties()).containsExactly(expected.penalties(), within(1e-12));
        }
    }

    @Test
    void rankBandwidth_manyRanksComeAndGo_linksOfOthersStayTheirs() {
        Ranks ranks = new Ranks("bandwidth=100,rank-bandwidth=8,connection-duplex=1.5");
        int[][] all = new int[64][];
        Arrays.setAll(all, rank -> new int[] {rank, 64 + (rank + 1) % 64});
        ranks.rates(all);
        for (int flow = 1; flow < 64; flow++) {
            ranks.sharing.flowEnded(flow);
        }
        ranks.sharing.recompute((flow, rate) -> ranks.rates[flow] = rate);
        assertThat(ranks.rates[0]).isEqualTo(8);
        assertThat(ranks.sharing.explain(0).toString()).contains("out of rank 0, bottleneck", "into rank 65");
    }

    @Test
    void rankBandwidth_withoutABandwidthOrWithGpus_isRefused() {
        SharingModel relative = model("max-min", Map.of("rank-bandwidth", "8 GB/s"));
        assertThatThrownBy(() -> relative.on(Cluster.of(2, 1), 1))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("'rank-bandwidth' needs the bandwidth of a node's link too");
        SharingModel gpus = model("max-min", Map.of("bandwidth", "9", "local-bandwidth", "9", "rank-bandwidth", "8"));
        assertThatThrownBy(() -> gpus.on(Cluster.of(2, 1).withGpus(2, 1), 1))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("'rank-bandwidth' has no meaning where ranks are GPUs");
    }
}
