package org.tailback.platformfile;

import java.nio.file.Path;
import java.util.List;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Placement;
import org.tailback.cluster.PlacementRule;
import org.tailback.error.InputException;
import org.tailback.platformfile.NodeLines.Line;

/**
 * The nodes of a run as a scheduler writes them: a node a line, by its name or number. A line holds one rank, or as
 * many as a node gets; on a node with GPUs they take its GPUs in their order. Lines beyond the ranks are not used. What
 * follows a {@code #} is a comment; empty lines are skipped.
 */
final class AllocationFile implements PlacementRule {
    private final String name;
    private final Path file;
    private final int ranksPerLine;
    private final List<Line> lines;

    private AllocationFile(String name, Path file, int ranksPerLine, List<Line> lines) {
        this.name = name;
        this.file = file;
        this.ranksPerLine = ranksPerLine;
        this.lines = lines;
    }

    /**
     * Reads a file in UTF-8. What needs the cluster is checked when ranks are placed.
     *
     * @param ranksPerLine consecutive ranks that a line holds, >= 1
     * @param name the rule's name, as a user writes it
     * @throws InputException if the file cannot be read or a line has more than one word
     */
    static AllocationFile read(Path file, int ranksPerLine, String name) {
        List<Line> lines = NodeLines.read(file, "allocation file");
        for (Line line : lines) {
            if (line.content().matches("\\S+\\s.*")) {
                throw line.problem("expected one node, found '" + line.content() + "'");
            }
        }
        return new AllocationFile(name, file, ranksPerLine, lines);
    }

    @Override
    public String name() {
        return name;
    }

    /**
     * Puts ranks on the nodes in the order of the lines. O(ranks + nodes).
     *
     * @throws InputException if there are too few lines, a node that the cluster does not have, or more ranks on a node
     *     than it has cores or GPUs
     */
    @Override
    public Placement place(Cluster cluster, int ranks) {
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
            if (rank % ranksPerLine == 0) {
                node = node(machines, line);
            }
            line.occupy(ranksOnNode, node, line.content(), cluster.slotsPerMachine(), cluster.slotName());
            nodeOfRank[rank] = cluster.nodeOfSlot(node, ranksOnNode[node] - 1);
        }
        return Placement.of(cluster, nodeOfRank);
    }

    /** The node of a name; also that of a number in a cluster whose nodes have names. */
    private static int node(Cluster cluster, Line line) {
        String text = line.content();
        return text.matches("\\d{1,9}") && Integer.parseInt(text) < cluster.nodes()
                ? Integer.parseInt(text)
                : line.node(cluster, text);
    }
}
