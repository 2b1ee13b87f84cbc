package org.tailback.model.topology;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.HostTable;
import org.tailback.error.InputException;
import org.tailback.settings.Settings;
import org.tailback.settings.Suggestion;
import org.tailback.sharing.Link;

/**
 * Placement of the hosts of a table in a topology by the table's columns. Hosts with the same value in a column are in
 * the same group. Groups are numbered in the order of their first hosts, nodes of a group in the order of the table.
 * Values of an inner column are compared inside one group of the outer column, so every group may number its switches
 * from 0.
 */
final class HostPlaces {
    /**
     * A level of a regular topology.
     *
     * @param key setting with the name of the level's column
     * @param size number of groups of this level in each group of the level above, >= 1
     */
    record Level(String key, int size) {}

    private static final class Group {
        private final int number;
        private final Map<String, Group> parts = new HashMap<>();
        private int nodes;

        Group(int number) {
            this.number = number;
        }
    }

    private HostPlaces() {}

    /**
     * Returns the topology with every host at a position in its groups; the topology itself if the settings have no
     * column. A level without a column is filled in the order of the table.
     *
     * @param all number of positions of the topology
     * @param sizes key of the sizes, for messages
     * @param levels levels from the outermost to the innermost
     * @param nodes number of positions in a group of the innermost level, >= 1
     */
    static Topology put(
            Cluster cluster,
            Topology regular,
            int all,
            Settings settings,
            String sizes,
            List<Level> levels,
            int nodes) {
        TopologySizes.checkNodes(settings, sizes, cluster, all);
        List<String> given =
                levels.stream().map(Level::key).filter(settings::has).toList();
        if (given.isEmpty()) {
            return regular;
        }
        HostTable table = table(cluster, settings, given.get(0));
        int[] columns = levels.stream()
                .map(Level::key)
                .mapToInt(key -> settings.has(key) ? column(table, settings, key, settings.text(key)) : -1)
                .toArray();
        Group root = new Group(0);
        int[] places = new int[cluster.nodes()];
        for (int node = 0; node < places.length; node++) {
            Group at = root;
            int free = 1;
            for (int i = 0; i < columns.length; i++) {
                free *= levels.get(i).size();
                if (columns[i] >= 0) {
                    Group outer = at;
                    String value = table.hosts().get(node).values().get(columns[i]);
                    at = outer.parts.computeIfAbsent(value, name -> new Group(outer.parts.size()));
                    String what = table.columns().get(columns[i]) + " '" + value + "'";
                    check(table, node, what, at.number, free, settings, sizes);
                    places[node] = places[node] * free + at.number;
                    free = 1;
                }
            }
            check(table, node, "the host", at.nodes, free * nodes, settings, sizes);
            places[node] = places[node] * free * nodes + at.nodes++;
        }
        return Placed.of(regular, places);
    }

    private static void check(
            HostTable table, int node, String what, int number, int places, Settings settings, String sizes) {
        if (number >= places) {
            throw InputException.at(
                    table.hosts().get(node).place(),
                    what + " is number " + (number + 1) + " of its group, where '" + sizes + ": " + settings.text(sizes)
                            + "' has " + places,
                    "Give larger sizes, or correct the table");
        }
    }

    /**
     * Returns the group of every node at each level of columns, numbered from 0 across all outer groups.
     *
     * @param key key whose value lists the names of columns, separated by blanks, from the outermost to the innermost
     * @return groups by [level][node], from the innermost level to the outermost
     */
    static int[][] groups(Cluster cluster, Settings settings, String key) {
        HostTable table = table(cluster, settings, key);
        String[] names = settings.text(key).strip().split("\\s+");
        int[][] groups = new int[names.length][cluster.nodes()];
        int[] outer = new int[cluster.nodes()];
        for (int level = names.length - 1, i = 0; level >= 0; level--, i++) {
            int column = column(table, settings, key, names[i]);
            Map<String, Integer> numbers = new HashMap<>();
            for (int node = 0; node < cluster.nodes(); node++) {
                String path =
                        outer[node] + " " + table.hosts().get(node).values().get(column);
                groups[level][node] = numbers.computeIfAbsent(path, name -> numbers.size());
            }
            outer = groups[level];
        }
        return groups;
    }

    private static HostTable table(Cluster cluster, Settings settings, String key) {
        return cluster.hosts()
                .orElseThrow(() -> settings.problem(
                        key, "'" + key + "' needs a cluster with a table of hosts", "Write cluster: {hosts: FILE}"));
    }

    private static int column(HostTable table, Settings settings, String key, String name) {
        int column = table.columns().indexOf(name);
        if (column < 0) {
            throw settings.problem(
                    key,
                    "the table of hosts has no column '" + name + "'",
                    Suggestion.of(name, table.columns()) + "Columns: " + String.join(", ", table.columns()));
        }
        return column;
    }

    /**
     * A topology whose nodes occupy positions in a different order; positions may be empty.
     *
     * @param regular topology that numbers the positions, which are the owners of its links
     * @param places position of every node, all different
     * @param nodes node at every position; -1 for an empty position
     */
    record Placed(Topology regular, int[] places, int[] nodes) implements ForwardingTopology {
        static Placed of(Topology regular, int[] places) {
            int[] nodes = new int[Arrays.stream(places).max().orElse(-1) + 1];
            Arrays.fill(nodes, -1);
            for (int node = 0; node < places.length; node++) {
                nodes[places[node]] = node;
            }
            return new Placed(regular, places, nodes);
        }

        @Override
        public Link link(int link) {
            Link placed = regular.link(link);
            Link.Owner owner = placed.owner();
            if (owner == null) {
                return placed;
            }
            int node = owner.node() < nodes.length ? nodes[owner.node()] : -1;
            return placed.withOwner(
                    node < 0 ? new Link.Owner(-1, 0, "empty place " + owner.node()) : Link.Owner.node(node));
        }

        @Override
        public double latency(int source, int destination) {
            return regular.latency(places[source], places[destination]);
        }

        @Override
        public double part(int link, int source, int destination) {
            return regular.part(link, places[source], places[destination]);
        }

        @Override
        public int routes(int source, int destination) {
            return regular.routes(places[source], places[destination]);
        }

        @Override
        public int route(int source, int destination, int number, int[] into) {
            return regular.route(places[source], places[destination], number, into);
        }
    }
}
