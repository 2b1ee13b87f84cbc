package org.tailback.model.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.tailback.model.topology.TopologyTest.route;
import static org.tailback.model.topology.TopologyTest.settings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.HostTable;
import org.tailback.cluster.HostTable.Host;
import org.tailback.error.InputException;
import org.tailback.settings.Settings;

/** Hosts in mixed order: cell 1 comes first, and both cells number their switches from 0. */
class HostPlacesTest {
    private static final Cluster MIXED = hosts("a,1,s1", "b,0,s0", "c,1,s0", "d,0,s1", "e,1,s1", "f,0,s0");

    private static Cluster hosts(String... lines) {
        List<Host> hosts = new ArrayList<>();
        for (String line : lines) {
            List<String> values = Arrays.asList(line.split(","));
            hosts.add(new Host(values.get(0), "hosts.csv:" + (hosts.size() + 2), values));
        }
        return Cluster.ofHosts(new HostTable(List.of("host", "cell", "switch"), hosts), 1);
    }

    private static Topology topology(String words) {
        return TopologySettings.read(settings(words)).on(MIXED);
    }

    /** Links between switches on the route. */
    private static List<String> inner(Topology topology, int source, int destination) {
        List<String> route = route(topology, source, destination);
        assertThat(route.get(0)).startsWith("node " + source + " ").endsWith("up");
        assertThat(route.get(route.size() - 1))
                .startsWith("node " + destination + " ")
                .endsWith("down");
        return route.subList(1, route.size() - 1);
    }

    @Test
    void dragonflyPlus_columns_arePlaces() {
        Topology topology = topology("topology=dragonfly-plus groups=2x2x2x2 groups-of=cell leaves-of=switch");

        // a and e are at one leaf: leaf 0 of group 0, as theirs is the first line
        assertThat(inner(topology, 0, 4)).isEmpty();
        // c is the first node at leaf 1: l + q = 0 + 2
        assertThat(inner(topology, 0, 2)).containsExactly("group 0 leaf 0 to spine 0", "group 0 leaf 1 from spine 0");
        // f is the second node at leaf 0 of group 1: l + q = 0 + 1
        assertThat(inner(topology, 0, 5))
                .containsExactly(
                        "group 0 leaf 0 to spine 1", "group 0 to group 1 link 1", "group 1 leaf 0 from spine 1");
        assertThat(topology.link(2 * 3).name()).isEqualTo("empty place 3 up");
        assertThat(topology.capacity(0)).isEqualTo(1);
    }

    @Test
    void dragonfly_columns_arePlaces() {
        Topology topology = topology("topology=dragonfly groups=2x2x2 groups-of=cell routers-of=switch");

        assertThat(inner(topology, 0, 4)).isEmpty();
        assertThat(inner(topology, 0, 2)).containsExactly("group 0 router 0 to router 1");
        assertThat(inner(topology, 0, 5)).containsExactly("group 0 to group 1");
    }

    @Test
    void fatTree_columns_arePlaces() {
        Topology topology = topology("topology=fat-tree down=2x2x2 up=1x1x1 groups-of=cell leaves-of=switch");

        assertThat(inner(topology, 0, 4)).isEmpty();
        assertThat(inner(topology, 0, 2)).hasSize(2);
        assertThat(inner(topology, 0, 5)).hasSize(4);
    }

    @Test
    void oneColumn_otherLevelsAreFilledInOrder() {
        Topology groups = topology("topology=dragonfly-plus groups=2x2x2x2 groups-of=cell");
        // cell 1: a and c fill the first leaf, e begins the second
        assertThat(inner(groups, 0, 2)).isEmpty();
        assertThat(inner(groups, 0, 4)).hasSize(2);

        Topology leaves = topology("topology=fat-tree down=3x2 up=1x1 leaves-of=switch");
        assertThat(inner(leaves, 0, 3)).isEmpty();
        assertThat(inner(leaves, 0, 1)).hasSize(2);
    }

    @Test
    void racks_ofAColumn_areGroups() {
        Topology topology = topology("topology=racks groups-of=cell bandwidth=1GB/s oversubscription=2");

        assertThat(inner(topology, 0, 2)).isEmpty();
        assertThat(inner(topology, 0, 1)).containsExactly("group 0 of height 1 up", "group 1 of height 1 down");
        int[] links = new int[4];
        topology.route(0, 1, links);
        assertThat(topology.capacity(links[1])).isEqualTo(1.5e9);
    }

    @Test
    void tree_ofTwoColumns_isNested() {
        Settings columns = Settings.ofScalars("model", "here", Map.of("groups-of", "cell switch"));
        Topology topology = TopologySettings.read(
                        settings("topology=tree oversubscription=2").overriddenBy(columns))
                .on(MIXED);

        assertThat(inner(topology, 0, 4)).isEmpty();
        assertThat(inner(topology, 0, 2)).containsExactly("group 0 of height 1 up", "group 2 of height 1 down");
        assertThat(inner(topology, 0, 5)).hasSize(4);
        int[] links = new int[6];
        topology.route(0, 5, links);
        // two nodes at the largest switch, two switches in a cell, each over 2
        assertThat(topology.capacity(links[1])).isEqualTo(1);
        assertThat(topology.capacity(links[2])).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "topology=dragonfly-plus groups=3x2x2x2 groups-of=cell leaves-of=switch",
                "topology=dragonfly groups=2x3x3 groups-of=cell routers-of=switch",
                "topology=fat-tree down=2x2x2 up=1x2x2 groups-of=cell leaves-of=switch",
                "topology=fat-tree down=6 up=1 leaves-of=host",
                "topology=dragonfly-plus groups=2x2x2x2 leaves-of=switch groups-of=cell global-links=3",
            })
    void routes_allPairs_beginAndEndAtTheirNodes(String words) {
        Topology topology = topology(words);
        for (int source = 0; source < 6; source++) {
            for (int destination = 0; destination < 6; destination++) {
                if (source != destination) {
                    assertThat(inner(topology, source, destination)).doesNotHaveDuplicates();
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "topology=dragonfly-plus groups=2x2x2x2 groups-of=rack | here: the table of hosts has no column 'rack'."
                        + " Columns: host, cell, switch",
                "topology=dragonfly-plus groups=1x2x2x4 groups-of=cell | csv:3: cell '0' is number 2 of its group,"
                        + " where 'groups: 1x2x2x4' has 1",
                "topology=dragonfly groups=2x1x3 groups-of=cell routers-of=switch | csv:4: switch 's0' is number 2 of",
                "topology=dragonfly groups=3x2x1 groups-of=cell routers-of=switch | csv:6: the host is number 2 of",
                "topology=racks | here: topology 'racks' needs a cluster with racks",
                "topology=racks groups-of=cells | has no column 'cells'. Did you mean 'cell'?",
                "topology=tree groups-of=cell arity=2 | here: 'arity' and 'groups-of' mean the same",
            })
    void put_misfit_saysWhereAndWhat(String words, String message) {
        assertThatThrownBy(() -> topology(words))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(message);
    }
}
