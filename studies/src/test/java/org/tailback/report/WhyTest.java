package org.tailback.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.cluster.Placement;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.registry.Registry;

class WhyTest {
    private static final int NODES = 1024;

    private static Platform platform(String network) {
        return PlatformFile.parse(
                        "cluster: {nodes: " + NODES + "}\nnetwork: " + network
                                + "\ncost: {model: hockney, latency: 1 us, bandwidth: 1 GB/s}\n",
                        "test")
                .resolve(Overrides.NONE, Registry.load());
    }

    /**
     * Every node sends to its neighbour; those below 100 send a second message, so that each of these two has penalty
     * 2.
     */
    private static List<Instants.Edge> edges() {
        List<Instants.Edge> edges = new ArrayList<>();
        for (int node = 0; node < NODES; node++) {
            edges.add(new Instants.Edge(node, (node + 1) % NODES, 1000, node < 100 ? 2 : 1));
        }
        for (int node = 0; node < 100; node++) {
            edges.add(new Instants.Edge(node, 500 + node, 1000, 2));
        }
        return edges;
    }

    private static Instants.Instant instant(List<Instants.Edge> edges) {
        Instants instants = new Instants(1);
        instants.held(0, 1, edges);
        return instants.all().get(0);
    }

    @Test
    void instant_thousandMessages_drawsTheWorstAndCountsAll() {
        Instants.Instant instant = instant(edges());

        assertThat(instant.all()).isEqualTo(NODES + 100);
        assertThat(instant.edges()).hasSize(150).allMatch(edge -> edge.penalty() == 2);
    }

    @Test
    void of_thousandMessages_explainsTheWorst64AmongAll() {
        Platform platform = platform("{model: infiniband}");
        Placement placement = platform.placement().place(platform.cluster(), NODES);
        Instants.Instant instant = instant(edges());

        List<String> reasons = new Why(platform, placement, 1).of(instant);

        assertThat(reasons).hasSize(150);
        assertThat(reasons.stream().filter(text -> !text.isEmpty())).hasSize(64);
        // 0 > 500 meets 499 > 500, which is not drawn but is in the network: item (c) adds its 1/1
        assertThat(reasons.get(0))
                .startsWith("rate 0.3333 of the uncontended rate")
                .contains("penalty 3 = outgoing messages + k", "1/outdegree of node 499 at node 500 1");
    }

    @Test
    void of_ratesInBytesPerSecond_haveTheirUnit() {
        Platform platform = platform("{model: fair-tree, tree: [{bandwidth: 580.08 Mbit/s, buffer-delay: 1 us},"
                + " {bandwidth: 9 Gbit/s, buffer-delay: 1 us}, {bandwidth: 90 Gbit/s, buffer-delay: 1 us},"
                + " {bandwidth: 90 Gbit/s, buffer-delay: 1 us}, {bandwidth: 90 Gbit/s, buffer-delay: 1 us},"
                + " {bandwidth: 90 Gbit/s, buffer-delay: 1 us}, {bandwidth: 90 Gbit/s, buffer-delay: 1 us},"
                + " {bandwidth: 90 Gbit/s, buffer-delay: 1 us}, {bandwidth: 90 Gbit/s, buffer-delay: 1 us},"
                + " {bandwidth: 90 Gbit/s, buffer-delay: 1 us}]}");
        Placement placement = platform.placement().place(platform.cluster(), NODES);

        List<String> reasons = new Why(platform, placement, 1)
                .of(instant(List.of(new Instants.Edge(0, 1, 1000, 2), new Instants.Edge(0, 3, 1000, 2))));

        assertThat(reasons.get(0)).startsWith("rate 36.26 MB/s").contains("b(1) 72.51 MB/s", "messages 2");
    }

    @Test
    void instants_moreMessagesThanThereIsRoomFor_keepTheWorstWhole() {
        Instants instants = new Instants(200);
        List<Instants.Edge> calm = new ArrayList<>();
        List<Instants.Edge> busy = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            calm.add(new Instants.Edge(i, i + 1, 1, 1));
            busy.add(new Instants.Edge(i, i + 1, 1, 3));
        }
        for (int i = 0; i < 200; i++) {
            instants.held(i, i + 1, i == 120 ? busy : calm);
        }

        assertThat(instants.isEveryChange()).isFalse();
        assertThat(instants.all()).hasSize(200);
        assertThat(instants.all().get(120).together()).hasSize(3000);
        assertThat(instants.all().stream()
                        .mapToInt(each -> each.together().size())
                        .sum())
                .isLessThanOrEqualTo(200_000);
    }
}
