package org.tailback.model.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Cluster.Rack;
import org.tailback.error.InputException;
import org.tailback.settings.Settings;
import org.tailback.settings.Settings.Value;

class TopologyTest {
    private static final Cluster RACKS = Cluster.ofRacks(List.of(new Rack("X", 3), new Rack("Y", 5)), 1);

    /** Settings from {@code key=value} words. */
    static Settings settings(String words) {
        Map<String, String> scalars = new LinkedHashMap<>();
        for (String word : words.strip().split("\\s+")) {
            scalars.put(word.substring(0, word.indexOf('=')), word.substring(word.indexOf('=') + 1));
        }
        return Settings.ofScalars("model", "here", scalars);
    }

    private static Topology topology(String words, Cluster cluster) {
        return TopologySettings.read(settings(words)).on(cluster);
    }

    /** Route 0 is the static route; all differ, have one length, and the same first and last link. */
    @ParameterizedTest
    @CsvSource({
        "topology=fat-tree down=2x4x2 up=1x2x2, 16, 0, 15, 4",
        "topology=fat-tree down=2x4x2 up=1x2x2, 16, 0, 2, 2",
        "topology=fat-tree down=2x4x2 up=1x2x2, 16, 0, 1, 1",
        "topology=dragonfly-plus groups=2x2x3x2, 8, 0, 2, 3",
        "topology=dragonfly-plus groups=2x2x3x2 global-links=4, 8, 0, 6, 4",
        "topology=dragonfly groups=4x3x2, 24, 0, 23, 1",
        "topology=torus dimensions=4x4, 16, 0, 10, 1"
    })
    void routes_areDifferentAndMinimal(String words, int nodes, int source, int destination, int expected) {
        Topology topology = topology(words, Cluster.of(nodes, 1));
        Set<List<Integer>> routes = new LinkedHashSet<>();
        int[] links = new int[topology.longestRoute()];
        for (int r = 0; r < topology.routes(source, destination); r++) {
            int length = topology.route(source, destination, r, links);
            routes.add(Arrays.stream(links, 0, length).boxed().toList());
        }
        List<Integer> fixed = Arrays.stream(links, 0, topology.route(source, destination, links))
                .boxed()
                .toList();

        assertThat(routes).hasSize(expected);
        assertThat(routes.iterator().next()).isEqualTo(fixed);
        assertThat(routes)
                .allMatch(route -> route.size() == fixed.size())
                .allMatch(route -> route.get(0).equals(fixed.get(0)))
                .allMatch(route -> route.get(route.size() - 1).equals(fixed.get(fixed.size() - 1)));
    }

    static List<String> route(Topology topology, int source, int destination) {
        int[] links = new int[topology.longestRoute()];
        List<String> names = new ArrayList<>();
        for (int i = 0; i < topology.route(source, destination, links); i++) {
            names.add(topology.link(links[i]).name());
        }
        return names;
    }

    @ParameterizedTest
    @CsvSource({
        "topology=star, 8",
        "topology=tree arity=2, 8",
        "topology=tree arity=3, 11",
        "topology=fat-tree down=4x4 up=1x2, 16",
        "topology=fat-tree down=2x3x2 up=2x2x3, 12",
        "topology=torus dimensions=4x3x2, 24",
        "topology=torus dimensions=5, 5",
        "topology=dragonfly groups=9x4x2, 72",
        "topology=dragonfly groups=4x5x1, 20",
        "topology=dragonfly groups=7x2x3, 42",
        "topology=dragonfly groups=3x1x2, 6",
        "topology=dragonfly groups=1x3x2, 6",
        "topology=dragonfly groups=4x5x2 routing=adaptive, 40",
        "topology=dragonfly groups=4x1x3 routing=valiant, 12",
        "topology=dragonfly groups=1x3x2 routing=adaptive, 6",
        "topology=dragonfly groups=1x1x6 routing=adaptive, 6",
        "topology=dragonfly-plus groups=4x3x3x2 routing=adaptive, 24",
        "topology=dragonfly-plus groups=1x3x2x2 routing=valiant, 6",
        "topology=dragonfly-plus groups=4x3x3x2, 24",
        "topology=dragonfly-plus groups=3x2x4x1 global-links=6, 6",
        "topology=dragonfly-plus groups=5x2x3x2 global-links=1, 20",
        "topology=dragonfly-plus groups=1x3x2x2, 6",
    })
    void routes_allPairs_areWellFormed(String words, int nodes) {
        Topology topology = topology(words, Cluster.of(nodes, 1));
        int[] links = new int[topology.longestRoute()];
        for (int source = 0; source < nodes; source++) {
            for (int destination = 0; destination < nodes; destination++) {
                if (source != destination) {
                    int length = topology.route(source, destination, links);
                    int[] route = Arrays.copyOf(links, length);
                    assertThat(Arrays.stream(route).distinct().count()).isEqualTo(length);
                    assertThat(Arrays.stream(route)).allMatch(link -> link >= 0 && link < topology.links());
                    assertThat(topology.link(route[0]).name())
                            .startsWith("node " + source + " ")
                            .endsWith("up");
                    assertThat(topology.link(route[length - 1]).name())
                            .startsWith("node " + destination + " ")
                            .endsWith("down");
                }
            }
        }
        List<String> names = new ArrayList<>();
        for (int link = 0; link < topology.links(); link++) {
            names.add(topology.link(link).name());
            assertThat(topology.capacity(link)).isPositive().isFinite();
        }
        assertThat(names).doesNotHaveDuplicates();
    }

    @Test
    void racks_inAndBetween_crossTheRackOnlyBetween() {
        Topology topology = topology("topology=racks bandwidth=1GB/s rack-bandwidth=2GB/s", RACKS);
        assertThat(route(topology, 0, 2)).containsExactly("node 0 up", "node 2 down");
        assertThat(route(topology, 0, 4))
                .containsExactly("node 0 up", "group 0 of height 1 up", "group 1 of height 1 down", "node 4 down");
        int[] links = new int[4];
        topology.route(0, 4, links);
        assertThat(topology.capacity(links[0])).isEqualTo(1e9);
        assertThat(topology.capacity(links[1])).isEqualTo(2e9);
    }

    @Test
    void tree_oversubscription_dividesWhatIsBelow() {
        Topology topology = topology("topology=tree arity=4 oversubscription=2", Cluster.of(16, 1));
        assertThat(route(topology, 1, 6))
                .containsExactly("node 1 up", "group 0 of height 1 up", "group 1 of height 1 down", "node 6 down");
        int[] links = new int[4];
        topology.route(1, 6, links);
        assertThat(topology.capacity(links[0])).isEqualTo(1);
        assertThat(topology.capacity(links[1])).isEqualTo(2);
    }

    @Test
    void dragonfly_minimalWay_byTheGroupsOwnCable() {
        // 8 distances dealt to 4 routers, 2 each
        Topology topology = topology("topology=dragonfly groups=9x4x2", Cluster.of(72, 1));
        assertThat(route(topology, 0, 1)).containsExactly("node 0 up", "node 1 down");
        assertThat(route(topology, 0, 7)).containsExactly("node 0 up", "group 0 router 0 to router 3", "node 7 down");
        // group 0 to 5 is distance 5: router 2; back it is distance 4: router 1
        assertThat(route(topology, 0, 47))
                .containsExactly(
                        "node 0 up",
                        "group 0 router 0 to router 2",
                        "group 0 to group 5",
                        "group 5 router 1 to router 3",
                        "node 47 down");
        assertThat(route(topology, 42, 4)).containsExactly("node 42 up", "group 5 to group 0", "node 4 down");
    }

    @Test
    void torus_dimensionOrder_shorterDirection() {
        Topology topology = topology("topology=torus dimensions=4x3", Cluster.of(12, 1));
        // 0 = (0,0), 7 = (3,1): one downwards round the first dimension, one upwards in the second
        assertThat(route(topology, 0, 7))
                .containsExactly(
                        "node 0 up", "router 0 dimension 0 downwards", "router 3 dimension 1 upwards", "node 7 down");
        assertThat(route(topology, 0, 2))
                .containsExactly(
                        "node 0 up", "router 0 dimension 0 upwards", "router 1 dimension 0 upwards", "node 2 down");
    }

    /** Zahavi 2010: destination-modulo routing of a tree with as many parents as children never blocks a shift. */
    @Test
    void fatTree_shiftPermutations_shareNoLink() {
        Topology topology = topology("topology=fat-tree down=4x4x2 up=1x4x4", Cluster.of(32, 1));
        int[] links = new int[topology.longestRoute()];
        for (int shift = 1; shift < 32; shift++) {
            int[] messages = new int[topology.links()];
            for (int source = 0; source < 32; source++) {
                for (int i = topology.route(source, (source + shift) % 32, links) - 1; i >= 0; i--) {
                    messages[links[i]]++;
                }
            }
            assertThat(Arrays.stream(messages).max().orElse(0))
                    .as("shift %d", shift)
                    .isEqualTo(1);
        }
    }

    @Test
    void fatTree_sameSwitch_staysBelow() {
        Topology topology = topology("topology=fat-tree down=4x4 up=1x2", Cluster.of(16, 1));
        assertThat(route(topology, 4, 7)).hasSize(2);
        assertThat(route(topology, 4, 9)).hasSize(4);
    }

    @Test
    void links_givenRoutes_areTaken() {
        Topology topology = TopologySettings.read(givenLinks("a")).on(Cluster.of(2, 1));
        assertThat(route(topology, 0, 1)).containsExactly("a", "b");
        assertThat(route(topology, 1, 0)).containsExactly("b", "a");
        assertThat(topology.capacity(1)).isEqualTo(2e9);
    }

    @Test
    void links_unknownLinkOnRoute_namesTheNearest() {
        assertThatThrownBy(() -> TopologySettings.read(givenLinks("bb")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("unknown link 'bb'")
                .hasMessageContaining("Links: a, b");
    }

    @Test
    void links_pairWithoutRoute_saysWhich() {
        Topology topology = TopologySettings.read(givenLinks("a")).on(Cluster.of(3, 1));
        assertThatThrownBy(() -> topology.route(0, 2, new int[2]))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("no route from node 0 to node 2");
    }

    public static Settings givenLinks(String first) {
        Value links = Value.list(
                "f:1",
                List.of(
                        Value.section(settings("name=a bandwidth=1GB/s")),
                        Value.section(settings("name=b bandwidth=2GB/s"))));
        Settings route = new Settings(
                "route",
                "f:2",
                Map.of(
                        "from", Value.scalar("f:2", "0"),
                        "to", Value.scalar("f:2", "1"),
                        "via", Value.scalar("f:2", first + " b"),
                        "both-ways", Value.scalar("f:2", "true")));
        return new Settings(
                "model",
                "f",
                Map.of(
                        "topology", Value.scalar("f:0", "links"),
                        "links", links,
                        "routes", Value.list("f:2", List.of(Value.section(route)))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "topology=ring                       | unknown topology 'ring'",
                "topology=racks                      | needs a cluster with racks",
                "topology=racks rack-bandwidth=1GB/s | 'rack-bandwidth' needs the bandwidth of a node's link too",
                "topology=tree                       | missing key 'arity'",
                "topology=tree arity=1               | 'arity' must be 2 to",
                "topology=fat-tree down=2x2 up=1     | 'down' has 2 levels and 'up' has 1",
                "topology=fat-tree down=2x1 up=1x1   | has positions for 2 nodes, the cluster has 4",
                "topology=torus dimensions=2x0       | expected sizes such as 4x4x2",
                "topology=dragonfly groups=4x4       | groups x routers of each x nodes of each router",
                "topology=dragonfly-plus groups=4x4x2 | groups x leaves x spines of each x nodes of each leaf",
                "topology=dragonfly-plus groups=1x1x4x2 | has positions for 2 nodes, the cluster has 4",
                "topology=dragonfly-plus groups=2x1x1x2 global-links=0 | 'global-links' must be 1 to",
                "topology=dragonfly-plus groups=99x1x1x2 global-links=99999 | defines more than 134217728 links",
                "topology=dragonfly-plus groups=2x1x1x2 global-bandwidth=1GB/s | needs the bandwidth of a node's link",
                "topology=torus dimensions=4 routing=adaptive | 'routing: adaptive' has no meaning under topology"
                        + " torus",
                "topology=dragonfly groups=2x2x2 groups-of=cell | 'groups-of' needs a cluster with a table of hosts",
                "topology=torus dimensions=4 groups-of=cell | 'groups-of' has no meaning under topology torus",
                "topology=torus dimensions=9999x9999x9 | is larger than any cluster",
                "topology=fat-tree down=1000x1000 up=1000x1000 | '1000x1000' defines more than 134217728 links",
                "topology=dragonfly groups=1000000x1x1 | defines more than 134217728 links",
                "topology=dragonfly groups=1x65536x1 routing=adaptive | defines more than 134217728 links",
                "topology=racks oversubscription=0   | 'oversubscription' must be > 0",
            })
    void read_badSettings_saysWhat(String words, String message) {
        assertThatThrownBy(() -> topology(words, Cluster.of(4, 1)))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("here: ")
                .hasMessageContaining(message);
    }
}
