package org.tailback.platformfile;

import com.google.common.collect.ImmutableList;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Placement;
import org.tailback.cluster.PlacementRule;
import org.tailback.error.InputException;
import org.tailback.platformfile.NodeList.Entry;
import org.tailback.stability.Internal;

/**
 * Reader of placements in a UTF-8 file. A file of ranks has one {@code rank node} per line or is a rankfile, in any
 * order, with every rank of the program exactly once. A file of nodes has a scheduler's format ({@link NodeList}). The
 * first line of a file of ranks may be {@code nodes N}: the job has the first N nodes, including nodes without ranks.
 * Rules that need the cluster are checked when ranks are placed. O(ranks + nodes).
 */
@Internal
public final class PlacementFile {
    private static final String NODES_OF_JOB = "nodes\\s+[1-9]\\d{0,8}";

    private PlacementFile() {}

    private record Rule(String name, Placing placing) implements PlacementRule {
        interface Placing {
            /**
             * Returns the node of each rank.
             *
             * @param warnings receiver of sentences about unused nodes and guesses
             */
            int[] nodes(Cluster cluster, int ranks, Consumer<String> warnings);
        }

        @Override
        public Placement place(Cluster cluster, int ranks) {
            return Placement.of(cluster, placing.nodes(cluster, ranks, unused -> {}));
        }

        @Override
        public List<String> warnings(Cluster cluster, int ranks) {
            List<String> warnings = new ArrayList<>();
            placing.nodes(cluster, ranks, warnings::add);
            return warnings;
        }
    }

    /** Counts a rank on a node; rejects more ranks than the node has slots. */
    private static void occupy(Entry entry, int[] ranksOnNode, int node, int slots, String slot) {
        if (++ranksOnNode[node] > slots) {
            String has = "node " + entry.host() + " has " + counted(slots, slot);
            throw entry.problem(has + ", but more ranks are placed on it: a " + slot + " holds one rank", "");
        }
    }

    /** Returns the number of nodes of the job in the first line of a file of ranks, >= 1; 0 if it is not given. */
    static int nodesOfJob(Path file) {
        String first = NodeList.contents(file, "placement file").values().stream()
                .findFirst()
                .orElse("");
        return first.matches(NODES_OF_JOB) ? Integer.parseInt(first.split("\\s+", -1)[1]) : 0;
    }

    /**
     * Reads lines {@code rank node}, or a rankfile of Open MPI ({@code rank 0=node slot=0}); nodes are names of the
     * platform. The rule rejects a file with no line or two lines for a rank, with a rank outside the program or a node
     * outside the cluster, or with more ranks on a node than it has cores.
     *
     * @param name name of the rule in the user's form
     * @throws InputException if the file cannot be read or a line is not {@code rank node}
     */
    public static PlacementRule read(Path file, String name) {
        SortedMap<Integer, String> lines = NodeList.contents(file, "placement file");
        if (lines.values().stream().anyMatch(text -> text.matches("rank\\s+\\d+\\s*=.*"))) {
            List<Entry> entries = NodeList.read(file, "placement file");
            entries.stream().filter(entry -> entry.rank() < 0).findFirst().ifPresent(entry -> {
                throw entry.problem("expected 'rank N=HOST slot=S' as in the other lines", "");
            });
            return ranks(file.toString(), entries, true, name);
        }
        ImmutableList.Builder<Entry> entries = ImmutableList.builder();
        lines.forEach((number, content) -> {
            String place = file + ":" + number;
            if (content.matches("\\d{1,9}\\s+\\S+")) {
                String[] words = content.split("\\s+", -1);
                entries.add(new Entry(place, number, words[1], 0, Integer.parseInt(words[0])));
            } else if (number > lines.firstKey() || !content.matches(NODES_OF_JOB)) {
                throw InputException.at(
                        place, "expected a rank and the name of its node, as in '3 X1', found '" + content + "'", "");
            }
        });
        return ranks(file.toString(), entries.build(), false, name);
    }

    /**
     * Returns the rule of a file of ranks.
     *
     * @param areHosts whether entries name machines, whose GPUs are filled in their order; otherwise they name GPUs
     */
    private static PlacementRule ranks(String source, List<Entry> entries, boolean areHosts, String name) {
        return new Rule(name, (cluster, ranks, warnings) -> {
            Cluster named = areHosts ? cluster.machines() : cluster;
            int slots = areHosts ? cluster.slotsPerMachine() : cluster.coresPerNode();
            NodeNames names = new NodeNames(named);
            int[] nodeOfRank = new int[ranks];
            @Nullable Entry[] entryOfRank = new Entry[ranks];
            int[] ranksOnNode = new int[named.nodes()];
            for (Entry entry : entries) {
                int rank = entry.rank();
                if (rank >= ranks) {
                    throw entry.problem("rank " + rank + ", but the program has ranks 0 to " + (ranks - 1), "");
                }
                Entry other = entryOfRank[rank];
                if (other != null) {
                    throw entry.problem("rank " + rank + " was placed in line " + other.line() + " already", "");
                }
                int node = names.node(entry);
                occupy(entry, ranksOnNode, node, slots, cluster.slotName());
                nodeOfRank[rank] = areHosts ? cluster.nodeOfSlot(node, ranksOnNode[node] - 1) : node;
                entryOfRank[rank] = entry;
            }
            int first = Arrays.asList(entryOfRank).indexOf(null);
            if (first >= 0) {
                int more = Collections.frequency(Arrays.asList(entryOfRank), null) - 1;
                throw InputException.at(
                        source,
                        "no line for rank " + first + (more == 0 ? "" : " and " + more + " more"),
                        "Every rank of the program needs a line 'rank node'");
            }
            warn(names.warning(), warnings);
            return nodeOfRank;
        });
    }

    /**
     * Reads nodes in the formats of schedulers. A node holds the listed number of ranks, or by default one rank for
     * each of its lines; on a node with GPUs the ranks use its GPUs in their order. Nodes beyond the ranks remain
     * unused, with a warning. The rule rejects too few nodes, a node outside the cluster, and more ranks on a node than
     * it has cores or GPUs.
     *
     * @param file file, or the list itself if no such file exists
     * @param ranksPerNode number of ranks per node, >= 1; 0 if not given
     * @param name name of the rule in the user's form
     */
    static PlacementRule allocation(Path file, int ranksPerNode, String name) {
        List<Entry> entries =
                NodeList.isList(file) ? NodeList.ofText(file.toString()) : NodeList.read(file, "allocation file");
        if (entries.stream().anyMatch(entry -> entry.rank() >= 0)) {
            if (ranksPerNode > 0) {
                throw InputException.at(file.toString(), "a rankfile places each rank", "Leave out ranks-per-node");
            }
            return ranks(file.toString(), entries, true, name);
        }
        if (ranksPerNode > 0) {
            contradictions(entries, ranksPerNode);
        }
        return new Rule(
                name,
                (cluster, ranks, warnings) ->
                        allocated(file.toString(), entries, ranksPerNode, cluster, ranks, warnings));
    }

    private static void contradictions(List<Entry> entries, int ranksPerNode) {
        Map<String, Entry> before = new HashMap<>();
        for (Entry entry : entries) {
            Entry other = before.putIfAbsent(entry.host(), entry);
            if (other != null) {
                throw entry.problem(
                        "node " + entry.host() + " is listed again"
                                + (other.line() > 0 ? ", after line " + other.line() : "")
                                + ", but ranks-per-node gives the number of ranks per node",
                        "Leave out ranks-per-node if the node is listed for each rank, or list it once");
            }
            if (entry.slots() > 0 && entry.slots() < ranksPerNode) {
                throw entry.problem(
                        "node " + entry.host() + " has " + entry.slots() + " slots, but ranks-per-node is "
                                + ranksPerNode,
                        "Leave out ranks-per-node, or give the node more slots");
            }
        }
    }

    private static int[] allocated(
            String source,
            List<Entry> entries,
            int ranksPerNode,
            Cluster cluster,
            int ranks,
            Consumer<String> warnings) {
        long places =
                entries.stream().mapToLong(entry -> places(entry, ranksPerNode)).sum();
        if (ranks > places) {
            boolean says = ranksPerNode > 0 || entries.stream().anyMatch(entry -> entry.slots() > 0);
            throw InputException.at(
                    source,
                    counted(entries.size(), "node") + " for " + counted(places, "rank")
                            + " in total, but the program has " + ranks + " ranks",
                    says
                            ? ""
                            : "If a node is listed once for several ranks, give ranks-per-node"
                                    + (NodeList.isList(Path.of(source)) ? "; no such file exists" : ""));
        }
        int[] nodeOfRank = new int[ranks];
        Cluster machines = cluster.machines();
        NodeNames names = new NodeNames(machines);
        int[] ranksOnNode = new int[machines.nodes()];
        int rank = 0;
        int unused = 0;
        for (Entry entry : entries) {
            int node = names.node(entry);
            int free = places(entry, ranksPerNode);
            for (int i = 0; i < free && rank < ranks; i++) {
                occupy(entry, ranksOnNode, node, cluster.slotsPerMachine(), cluster.slotName());
                nodeOfRank[rank++] = cluster.nodeOfSlot(node, ranksOnNode[node] - 1);
            }
            unused += ranksOnNode[node] == 0 ? 1 : 0;
        }
        if (places > ranks) {
            warnings.accept(source + ": unused slots for ranks: " + (places - ranks) + " of " + places
                    + (unused == 0 ? "" : "; nodes without a rank: " + unused));
        }
        warn(names.warning(), warnings);
        return nodeOfRank;
    }

    private static String counted(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    private static int places(Entry entry, int ranksPerNode) {
        return ranksPerNode > 0 ? ranksPerNode : Math.max(1, entry.slots());
    }

    private static void warn(String sentence, Consumer<String> warnings) {
        if (!sentence.isEmpty()) {
            warnings.accept(sentence + ".");
        }
    }

    /**
     * Reads the names of hosts in the order in which they are first listed, in any form of {@link NodeList}.
     *
     * @throws InputException if the file cannot be read, or a line is not a node
     */
    public static List<String> hosts(Path file) {
        return NodeList.read(file, "file of host names").stream()
                .map(Entry::host)
                .distinct()
                .toList();
    }
}
