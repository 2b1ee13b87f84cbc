package org.tailback.model.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.cluster.Cluster;
import org.tailback.model.sharing.maxmin.MaxMin;
import org.tailback.testing.FlowsInFlight;

class DragonflyPlusTest {
    private static final String SMALL = "topology=dragonfly-plus groups=2x2x2x2";

    private static Topology topology(String words, int nodes) {
        return TopologySettings.read(TopologyTest.settings(words)).on(Cluster.of(nodes, 1));
    }

    private static double[] rates(String words, String graph) {
        return FlowsInFlight.of(new MaxMin.Provider().create(TopologyTest.settings(words)), Cluster.of(8, 1), graph)
                .rates();
    }

    @Test
    void route_workedExample() {
        assertThat(TopologyTest.route(topology(SMALL, 8), 0, 6))
                .containsExactly(
                        "node 0 up",
                        "group 0 leaf 0 to spine 0",
                        "group 0 to group 1 link 0",
                        "group 1 leaf 1 from spine 0",
                        "node 6 down");
    }

    @Test
    void rates_workedExample_halfOverTwoGlobalLinks() {
        String shift = "0>4 1>5 2>6 3>7";

        assertThat(rates(SMALL + " bandwidth=1 link-bandwidth=1", shift))
                .containsExactly(new double[] {0.5, 0.5, 0.5, 0.5}, within(1e-15));
        assertThat(rates(SMALL + " bandwidth=1 global-bandwidth=2", shift))
                .containsExactly(new double[] {1, 1, 1, 1}, within(1e-15));
    }

    @Test
    void route_insideAGroupAndAtALeaf_isShorter() {
        Topology topology = topology(SMALL, 8);
        assertThat(TopologyTest.route(topology, 0, 1)).containsExactly("node 0 up", "node 1 down");
        assertThat(TopologyTest.route(topology, 4, 7))
                .containsExactly(
                        "node 4 up", "group 1 leaf 0 to spine 1", "group 1 leaf 1 from spine 1", "node 7 down");
    }

    /** Both groups of a link agree on its ends, and spines have equal numbers of links. */
    @ParameterizedTest
    @CsvSource({"4x3x3x2, 3, 3", "4x3x3x2, 4, 4", "5x2x4x2, 1, 1", "5x2x4x3, 6, 6", "3x2x4x5, 2, 1"})
    void globalLinks_everySpine_hasItsPart(String sizes, int globalLinks, int most) {
        int groups = sizes.charAt(0) - '0';
        int spines = sizes.charAt(4) - '0';
        int nodes = groups * (sizes.charAt(2) - '0') * (sizes.charAt(6) - '0');
        Topology topology = topology("topology=dragonfly-plus groups=" + sizes + " global-links=" + globalLinks, nodes);
        Map<String, String> spineOfEnd = new HashMap<>();
        for (int source = 0; source < nodes; source++) {
            for (int destination = 0; destination < nodes; destination++) {
                if (source * groups / nodes != destination * groups / nodes) {
                    List<String> route = TopologyTest.route(topology, source, destination);
                    String[] global = route.get(2).split(" ");
                    String cable = " " + global[6];
                    assertEnd(spineOfEnd, global[1] + " to " + global[4] + cable, route.get(1));
                    assertEnd(spineOfEnd, global[4] + " to " + global[1] + cable, route.get(3));
                }
            }
        }
        Map<String, Integer> ends = new HashMap<>();
        spineOfEnd.forEach((end, spine) -> ends.merge(end.charAt(0) + spine, 1, Integer::sum));

        assertThat(spineOfEnd).hasSize(groups * (groups - 1) * globalLinks);
        assertThat(ends.values()).allMatch(links -> links <= most && links >= most - 1);
        assertThat(globalLinks * (groups - 1)).isBetween(spines * (most - 1), spines * most);
    }

    private static void assertEnd(Map<String, String> spineOfEnd, String end, String leafLink) {
        String spine = leafLink.substring(leafLink.indexOf("spine"));
        assertThat(spineOfEnd.getOrDefault(end, spine)).as(end).isEqualTo(spine);
        spineOfEnd.put(end, spine);
    }

    /** Messages between all pairs of nodes: every link has the mean of its kind within 15 %. */
    @ParameterizedTest
    @CsvSource({
        "4x3x3x2, 3",
        "2x4x4x4, 4",
        "3x4x4x2, 4",
        "3x8x8x10, 8",
        "4x18x18x10, 18",
        "4x18x18x10, 36",
        "3x4x6x5, 3"
    })
    void routes_allPairs_spreadEvenly(String sizes, String globalLinks) {
        int[] size = IntStream.of(0, 1, 2, 3)
                .map(i -> Integer.parseInt(sizes.split("x")[i]))
                .toArray();
        int nodes = size[0] * size[1] * size[3];
        Topology topology = topology("topology=dragonfly-plus groups=" + sizes + " global-links=" + globalLinks, nodes);
        int[] messages = new int[topology.links()];
        int[] route = new int[topology.longestRoute()];
        for (int source = 0; source < nodes; source++) {
            for (int destination = 0; destination < nodes; destination++) {
                if (source != destination) {
                    for (int i = topology.route(source, destination, route) - 1; i >= 0; i--) {
                        messages[route[i]]++;
                    }
                }
            }
        }
        Map<String, List<Integer>> byKind = new HashMap<>();
        for (int link = 0; link < messages.length; link++) {
            byKind.computeIfAbsent(topology.link(link).name().replaceAll("[0-9 ]+", " "), kind -> new ArrayList<>())
                    .add(messages[link]);
        }
        assertThat(byKind).hasSize(5);
        byKind.forEach((kind, counts) -> {
            double mean = counts.stream().mapToInt(Integer::intValue).average().orElseThrow();
            assertThat(counts).as(kind).allMatch(count -> Math.abs(count - mean) <= 0.15 * mean);
        });
    }

    /** A leaf sends to as many neighbouring nodes as there are spines: no two share a link up. */
    @Test
    void routes_leafToNeighbouringNodes_shareNoLinkUp() {
        int nodes = 4 * 18 * 10;
        Topology topology = topology("topology=dragonfly-plus groups=4x18x18x10", nodes);
        for (int shift = 10; shift < nodes - 10; shift += 10) {
            List<String> up = new ArrayList<>();
            for (int source = 0; source < 10; source++) {
                up.add(TopologyTest.route(topology, source, source + shift).get(1));
            }
            assertThat(up).as("shift %d", shift).doesNotHaveDuplicates();
        }
    }
}
