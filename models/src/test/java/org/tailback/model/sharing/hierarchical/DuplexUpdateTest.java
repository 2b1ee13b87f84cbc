package org.tailback.model.sharing.hierarchical;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Cluster.Rack;

/** What is done where a change reaches is the algorithm from its first message to its last, to the last bit. */
class DuplexUpdateTest {
    private record Flow(int number, int source, int destination) {}

    @ParameterizedTest(name = "{0} racks of {1}, {2} messages, rack {3}, asymmetric {4}")
    @CsvSource({
        "1, 5, 12, 10, true, 400",
        "1, 12, 30, 10, true, 200",
        "1, 12, 60, 10, false, 100",
        "1, 24, 300, 10, true, 20",
        "2, 5, 20, 1.7, true, 1000",
        "2, 6, 60, 2.3, true, 100",
        "3, 4, 60, 0.9, true, 100",
        "2, 6, 60, 2.3, false, 100",
        "3, 8, 250, 2, true, 20",
        "4, 3, 40, 1, true, 1000",
    })
    void rates_randomChanges_areThoseOfTheWholeAlgorithm(
            int racks, int nodes, int messages, double rackBandwidth, boolean asymmetric, int graphs) {
        HierarchicalEthernet model = new HierarchicalEthernet(1e8, rackBandwidth * 1e8, asymmetric, false);
        List<Rack> all = new ArrayList<>();
        for (int i = 0; i < racks; i++) {
            all.add(new Rack("ABCD".substring(i, i + 1), nodes));
        }
        Cluster cluster = racks == 1 ? Cluster.of(nodes, 1) : Cluster.ofRacks(all, 1);
        for (long seed = 1; seed <= graphs; seed++) {
            Random random = new Random(seed);
            HierarchicalEthernetSharing local = new HierarchicalEthernetSharing(model, cluster, true);
            HierarchicalEthernetSharing whole = new HierarchicalEthernetSharing(model, cluster, false);
            List<Flow> inFlight = new ArrayList<>();
            int many = 1 + random.nextInt(messages);
            for (int instant = 0; instant < 60; instant++) {
                for (int change = random.nextInt(10) == 0 ? many : random.nextInt(4); change >= 0; change--) {
                    change(random, inFlight, many, cluster.nodes(), local, whole);
                }
                List<String> expected = rates(whole);
                assertThat(rates(local))
                        .as("seed %d, instant %d, %s", seed, instant, inFlight)
                        .isEqualTo(expected);
                assertThat(local.warnings()).as("seed %d, %s", seed, inFlight).isEqualTo(whole.warnings());
            }
            for (Flow flow : inFlight) {
                assertThat(local.explain(flow.number()))
                        .as("seed %d, %s of %s", seed, flow, inFlight)
                        .isEqualTo(whole.explain(flow.number()));
            }
        }
    }

    @Test
    void rates_moreMessagesOnACardThanThereIsRoomFor_areThoseOfTheWholeAlgorithm() {
        HierarchicalEthernet model = HierarchicalEthernet.DEFAULT;
        HierarchicalEthernetSharing local = new HierarchicalEthernetSharing(model, Cluster.of(6, 1), true);
        HierarchicalEthernetSharing whole = new HierarchicalEthernetSharing(model, Cluster.of(6, 1), false);
        for (HierarchicalEthernetSharing sharing : List.of(local, whole)) {
            sharing.flowStarted(0, 4, 5);
            sharing.flowStarted(1, 0, 1);
        }
        assertThat(rates(local)).isEqualTo(rates(whole));
        for (int flow = 2; flow < 66_000; flow++) {
            local.flowStarted(flow, flow % 3, 3);
            whole.flowStarted(flow, flow % 3, 3);
        }
        assertThat(rates(local)).isEqualTo(rates(whole));
        for (HierarchicalEthernetSharing sharing : List.of(local, whole)) {
            sharing.flowEnded(7);
            sharing.flowStarted(70_000, 3, 0);
        }
        assertThat(rates(local)).isEqualTo(rates(whole));
        for (int flow : new int[] {0, 1, 5, 70_000}) {
            assertThat(local.explain(flow)).isEqualTo(whole.explain(flow));
        }
    }

    private static void change(
            Random random,
            List<Flow> inFlight,
            int many,
            int nodes,
            HierarchicalEthernetSharing local,
            HierarchicalEthernetSharing whole) {
        if (random.nextInt(2 * many) < inFlight.size()) {
            Flow flow = inFlight.remove(random.nextInt(inFlight.size()));
            local.flowEnded(flow.number());
            whole.flowEnded(flow.number());
            return;
        }
        int number = random.nextInt(4 * many);
        if (inFlight.stream().noneMatch(flow -> flow.number() == number)) {
            int source = random.nextInt(nodes);
            // few destinations are hot
            int away =
                    random.nextInt(3) == 0 ? 1 + random.nextInt(Math.min(2, nodes - 1)) : 1 + random.nextInt(nodes - 1);
            Flow flow = new Flow(number, source, (source + away) % nodes);
            inFlight.add(flow);
            local.flowStarted(number, source, flow.destination());
            whole.flowStarted(number, source, flow.destination());
        }
    }

    private static List<String> rates(HierarchicalEthernetSharing sharing) {
        List<String> rates = new ArrayList<>();
        sharing.recompute((flow, rate) -> rates.add(flow + ": " + rate));
        return rates;
    }
}
