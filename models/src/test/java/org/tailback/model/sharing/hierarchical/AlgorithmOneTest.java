package org.tailback.model.sharing.hierarchical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Cluster.Rack;
import org.tailback.testing.FlowsInFlight;
import org.tailback.testing.FlowsInFlight.Flow;

/** What the model says of what is connected with a change is what the printed algorithm says of all messages. */
class AlgorithmOneTest {
    @ParameterizedTest(name = "{0} racks of {1}, {2} messages, rack {3}, asymmetric {4}, clamp {5}")
    @CsvSource({
        "1, 5, 12, 10, true, false, 60",
        "1, 8, 20, 10, true, false, 40",
        "1, 12, 40, 10, true, false, 8",
        "1, 6, 25, 10, false, false, 20",
        "1, 6, 20, 10, true, true, 40",
        "2, 4, 20, 1.7, true, false, 40",
        "2, 6, 30, 2.3, true, false, 15",
        "2, 6, 25, 2, true, true, 20",
        "3, 4, 25, 0.9, true, false, 20",
        "4, 3, 25, 1, true, false, 30",
    })
    void rates_randomChanges_areThoseOfThePrintedAlgorithm(
            int racks, int nodes, int messages, double rackBandwidth, boolean asymmetric, boolean clamp, int graphs) {
        HierarchicalEthernet model = new HierarchicalEthernet(1e8, rackBandwidth * 1e8, asymmetric, clamp);
        Cluster cluster = cluster(racks, nodes);
        for (long seed = 1; seed <= graphs; seed++) {
            Random random = new Random(seed);
            FlowsInFlight network = new FlowsInFlight(model, cluster);
            int many = 1 + random.nextInt(messages);
            for (int instant = 0; instant < 12; instant++) {
                for (int change = instant == 0 ? many : random.nextInt(4); change >= 0; change--) {
                    change(random, network, many);
                }
                network.recompute();
                AlgorithmOne printed =
                        new AlgorithmOne(model, cluster, network.flows().values());
                Map<Integer, Double> expected = printed.run();
                for (int flow : network.flows().keySet()) {
                    assertThat(network.rate(flow))
                            .as("f%d of %s, seed %d, instant %d", flow, network, seed, instant)
                            .isCloseTo(expected.get(flow), within(1e-12 * expected.get(flow)));
                }
                // reading (iii): four times with two racks, five with more
                assertThat(printed.pops())
                        .isLessThanOrEqualTo(5 * network.flows().size());
            }
        }
    }

    private static Cluster cluster(int racks, int nodes) {
        List<Rack> all = new ArrayList<>();
        for (int i = 0; i < racks; i++) {
            all.add(new Rack("ABCD".substring(i, i + 1), nodes));
        }
        return racks == 1 ? Cluster.of(nodes, 1) : Cluster.ofRacks(all, 1);
    }

    private static void change(Random random, FlowsInFlight network, int many) {
        List<Integer> numbers = new ArrayList<>(network.flows().keySet());
        if (random.nextInt(2 * many) < numbers.size()) {
            network.end(numbers.get(random.nextInt(numbers.size())));
            return;
        }
        int number = random.nextInt(4 * many);
        if (!network.flows().containsKey(number)) {
            int nodes = network.cluster().nodes();
            int source = random.nextInt(nodes);
            // few destinations are hot
            int away =
                    random.nextInt(3) == 0 ? 1 + random.nextInt(Math.min(2, nodes - 1)) : 1 + random.nextInt(nodes - 1);
            network.start(number, source, (source + away) % nodes);
        }
    }

    @Test
    void pops_contraFlowOfAnUnsaturatedCard_isForgottenAndTheMessageQueuedAgain() {
        Cluster racks = Cluster.ofRacks(List.of(new Rack("X", 4), new Rack("Y", 1)), 1);
        FlowsInFlight network = FlowsInFlight.of(HierarchicalEthernet.DEFAULT, racks, "X1>X2 X1>X2 X1>X3 X2>X4");
        AlgorithmOne printed = new AlgorithmOne(
                HierarchicalEthernet.DEFAULT, racks, network.flows().values());
        printed.run();
        assertThat(printed.pops()).isEqualTo(5);
    }

    /** Reading (vi): neither the numbers of messages nor what is not connected with them matters. */
    @Test
    void rates_otherMessageNumbersAndUnrelatedTraffic_areTheSame() {
        for (long seed = 0; seed < (Boolean.getBoolean("tailback.thorough") ? 200 : 20); seed++) {
            Random random = new Random(seed);
            Cluster cluster = cluster(2, 12);
            FlowsInFlight one = new FlowsInFlight(HierarchicalEthernet.DEFAULT, cluster);
            FlowsInFlight other = new FlowsInFlight(HierarchicalEthernet.DEFAULT, cluster);
            List<Integer> numbers = new ArrayList<>();
            for (int flow = 0; flow < 20; flow++) {
                numbers.add(100 + flow);
            }
            java.util.Collections.shuffle(numbers, random);
            for (int flow = 0; flow < 20; flow++) {
                // nodes A1 to A6 only
                int source = random.nextInt(6);
                int destination = (source + 1 + random.nextInt(5)) % 6;
                one.start(flow, source, destination);
                other.start(numbers.get(flow), source, destination);
                // between B1 and B6, and ranks further on the same nodes do not matter either
                other.start(500 + flow, 12 + random.nextInt(3), 15 + random.nextInt(3));
                if (random.nextInt(4) == 0) {
                    other.recompute();
                }
            }
            one.recompute();
            other.recompute();
            for (Flow flow : one.flows().values()) {
                assertThat(other.rate(numbers.get(flow.number())))
                        .as("%s of %s, seed %d", flow, one, seed)
                        .isCloseTo(one.rate(flow.number()), within(1e-12 * one.rate(flow.number())));
            }
        }
    }

    /** More nodes between and behind those in use, which keep their order: the tie-break by nodes is the same. */
    @Test
    void rates_nodesRenumberedInTheSameOrder_areTheSame() {
        for (long seed = 0; seed < (Boolean.getBoolean("tailback.thorough") ? 200 : 20); seed++) {
            Random random = new Random(seed);
            FlowsInFlight one = new FlowsInFlight(HierarchicalEthernet.DEFAULT, cluster(2, 4));
            FlowsInFlight other = new FlowsInFlight(HierarchicalEthernet.DEFAULT, cluster(2, 12));
            for (int flow = 0; flow < 20; flow++) {
                int source = random.nextInt(8);
                int destination = (source + 1 + random.nextInt(7)) % 8;
                one.start(flow, source, destination);
                other.start(flow, 3 * source, 3 * destination);
            }
            one.recompute();
            other.recompute();
            assertThat(other.rates()).as("%s", one).containsExactly(one.rates(), within(1e-4));
        }
    }

    /**
     * Messages between the same two nodes, one slow by itself: it takes its injection rate, the others what the
     * algorithm says.
     */
    @Test
    void rates_slowMessage_keepsItsPaceAndLeavesTheRestUnused() {
        HierarchicalEthernetSharing sharing =
                new HierarchicalEthernetSharing(HierarchicalEthernet.DEFAULT, Cluster.of(4, 1));
        double[] rates = new double[3];
        sharing.flowStarted(0, 0, 1, Double.POSITIVE_INFINITY);
        sharing.flowStarted(1, 0, 1, 1e6);
        sharing.flowStarted(2, 0, 1, 1e8);
        sharing.recompute((flow, rate) -> rates[flow] = rate);
        assertThat(rates).containsExactly(new double[] {117.5e6 / 3, 1e6, 117.5e6 / 3}, within(1e-4));
        assertThat(sharing.explain(1).value()).isEqualTo(1e6);
        assertThat(sharing.explain(1).formula()).endsWith("and the message's injection rate");
        assertThat(sharing.explain(2).formula()).doesNotContain("injection rate");
    }
}
