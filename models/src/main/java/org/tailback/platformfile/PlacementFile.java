package org.tailback.platformfile;

import com.google.common.collect.ImmutableList;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Placement;
import org.tailback.cluster.PlacementRule;
import org.tailback.error.InputException;
import org.tailback.error.Utf8;

/**
 * Placements given by a file in UTF-8, a line each: of ranks, {@code rank node}, in any order, every rank of the program
 * exactly once; or of nodes as a scheduler writes them. The first line of the former may be {@code nodes N}: the job has
 * the first N nodes, more than its ranks use. What follows a {@code #} is a comment; empty lines are skipped.
 * What needs the cluster is checked when ranks are placed. O(ranks + nodes).
 */
public final class PlacementFile {
    private PlacementFile() {}

    /** @param content without blanks at its ends, not empty */
    private record Line(Path file, int number, String content) {
        InputException problem(String problem) {
            return InputException.at(file + ":" + number, problem, "");
        }

        int node(Cluster cluster, String name) {
            try {
                return cluster.nodeNamed(name);
            } catch (InputException e) {
                throw problem(String.valueOf(e.getMessage()));
            }
        }

        /** Counts a rank on a node, which the line calls by a name; rejects more ranks than it has slots. */
        void occupy(int[] ranksOnNode, int node, String name, int slots, String slot) {
            if (++ranksOnNode[node] > slots) {
                throw problem("node " + name + " has " + slots + " " + slot + (slots == 1 ? "" : "s")
                        + ", and this is one rank more: a " + slot + " holds one rank");
            }
        }
    }

    private record Rule(String name, Placing placing) implements PlacementRule {
        interface Placing {
            int[] nodes(Cluster cluster, int ranks);
        }

        @Override
        public Placement place(Cluster cluster, int ranks) {
            return Placement.of(cluster, placing.nodes(cluster, ranks));
        }
    }

    private static List<Line> lines(Path file, String what) {
        List<String> texts = Utf8.read(file, what).lines().toList();
        ImmutableList.Builder<Line> lines = ImmutableList.builder();
        for (int i = 0; i < texts.size(); i++) {
            String text = texts.get(i);
            String content = text.substring(0, (text + '#').indexOf('#')).strip();
            if (!content.isEmpty()) {
                lines.add(new Line(file, i + 1, content));
            }
        }
        return lines.build();
    }

    /** Returns the nodes of the job that a file of ranks states in its first line, >= 1; 0 if it does not. */
    static int nodesOfJob(Path file) {
        return nodesOfJob(lines(file, "placement file"));
    }

    private static int nodesOfJob(List<Line> lines) {
        String first = lines.isEmpty() ? "" : lines.get(0).content();
        return first.matches("nodes\\s+[1-9]\\d{0,8}") ? Integer.parseInt(first.split("\\s+", -1)[1]) : 0;
    }

    /**
     * Reads lines {@code rank node}; nodes are names of the platform. The rule refuses a file that has no line or two
     * lines for a rank, a rank that the program or a node that the cluster does not have, or more ranks on a node than
     * it has cores.
     *
     * @param name the rule's name, as a user writes it
     * @throws InputException if the file cannot be read or a line is not {@code rank node}
     */
    public static PlacementRule read(Path file, String name) {
        List<Line> all = lines(file, "placement file");
        List<Line> lines = nodesOfJob(all) == 0 ? all : all.subList(1, all.size());
        for (Line line : lines) {
            if (!line.content().matches("\\d{1,9}\\s+\\S+")) {
                throw line.problem(
                        "expected a rank and the name of its node, as in '3 X1', found '" + line.content() + "'");
            }
        }
        return new Rule(name, (cluster, ranks) -> {
            int[] nodeOfRank = new int[ranks];
            @Nullable Line[] lineOfRank = new Line[ranks];
            int[] ranksOnNode = new int[cluster.nodes()];
            for (Line line : lines) {
                String[] words = line.content().split("\\s+", -1);
                int rank = Integer.parseInt(words[0]);
                if (rank >= ranks) {
                    throw line.problem("rank " + rank + ", but the program has ranks 0 to " + (ranks - 1));
                }
                Line other = lineOfRank[rank];
                if (other != null) {
                    throw line.problem("rank " + rank + " was placed in line " + other.number() + " already");
                }
                nodeOfRank[rank] = line.node(cluster, words[1]);
                line.occupy(ranksOnNode, nodeOfRank[rank], words[1], cluster.coresPerNode(), cluster.slotName());
                lineOfRank[rank] = line;
            }
            int first = Arrays.asList(lineOfRank).indexOf(null);
            if (first >= 0) {
                long more =
                        Arrays.stream(lineOfRank).filter(line -> line == null).count() - 1;
                throw InputException.at(
                        file.toString(),
                        "no line for rank " + first + (more == 0 ? "" : " and " + more + " more"),
                        "Every rank of the program needs a line 'rank node'");
            }
            return nodeOfRank;
        });
    }

    /**
     * Reads a node a line, by its name or number. A line holds one rank, or as many as a node gets; on a node with GPUs
     * they take its GPUs in their order. Lines beyond the ranks are not used. The rule refuses too few lines, a node
     * that the cluster does not have, and more ranks on a node than it has cores or GPUs.
     *
     * @param ranksPerLine consecutive ranks that a line holds, >= 1
     * @param name the rule's name, as a user writes it
     */
    static PlacementRule allocation(Path file, int ranksPerLine, String name) {
        List<Line> lines = lines(file, "allocation file");
        for (Line line : lines) {
            if (line.content().matches("\\S+\\s.*")) {
                throw line.problem("expected one node, found '" + line.content() + "'");
            }
        }
        return new Rule(name, (cluster, ranks) -> {
            if (ranks > (long) lines.size() * ranksPerLine) {
                throw InputException.at(
                        file.toString(),
                        lines.size() + (lines.size() == 1 ? " line" : " lines") + " with " + ranksPerLine
                                + (ranksPerLine == 1 ? " rank" : " ranks") + " each, but the program has " + ranks
                                + " ranks",
                        ranksPerLine == 1 ? "If a line is a node with several ranks, give ranks-per-node" : "");
            }
            int[] nodeOfRank = new int[ranks];
            Cluster machines = cluster.machines();
            int[] ranksOnNode = new int[machines.nodes()];
            int node = 0;
            for (int rank = 0; rank < ranks; rank++) {
                Line line = lines.get(rank / ranksPerLine);
                String text = line.content();
                if (rank % ranksPerLine == 0) {
                    // also the number of a node in a cluster whose nodes have names
                    node = text.matches("\\d{1,9}") && Integer.parseInt(text) < machines.nodes()
                            ? Integer.parseInt(text)
                            : line.node(machines, text);
                }
                line.occupy(ranksOnNode, node, text, cluster.slotsPerMachine(), cluster.slotName());
                nodeOfRank[rank] = cluster.nodeOfSlot(node, ranksOnNode[node] - 1);
            }
            return nodeOfRank;
        });
    }
}
