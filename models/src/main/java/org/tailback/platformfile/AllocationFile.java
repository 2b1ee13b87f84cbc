package org.tailback.platformfile;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Placement;
import org.tailback.cluster.PlacementRule;
import org.tailback.error.InputException;

/**
 * The nodes of a run as a scheduler writes them: a node a line, by its name or number. A line holds one rank, or as
 * many as a node gets. Lines beyond the ranks are not used. What follows a {@code #} is a comment; empty lines are
 * skipped.
 */
final class AllocationFile implements PlacementRule {
    private record Line(int number, String node) {}

    private final String name;
    private final Path file;
    private final int ranksPerLine;
    private final ImmutableList<Line> lines;

    private AllocationFile(String name, Path file, int ranksPerLine, ImmutableList<Line> lines) {
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
        List<String> texts;
        try {
            texts = Files.readAllLines(file);
        } catch (IOException e) {
            throw Files.exists(file)
                    ? InputException.unreadable(file, e)
                    : new InputException(file + ": there is no such allocation file", e);
        }
        ImmutableList.Builder<Line> lines = ImmutableList.builder();
        for (int i = 0; i < texts.size(); i++) {
            String text = texts.get(i);
            String content = text.substring(0, (text + '#').indexOf('#')).strip();
            if (content.matches("\\S+\\s.*")) {
                throw InputException.at(file + ":" + (i + 1), "expected one node, found '" + content + "'", "");
            }
            if (!content.isEmpty()) {
                lines.add(new Line(i + 1, content));
            }
        }
        return new AllocationFile(name, file, ranksPerLine, lines.build());
    }

    @Override
    public String name() {
        return name;
    }

    /**
     * Puts ranks on the nodes in the order of the lines. O(ranks + nodes).
     *
     * @throws InputException if there are too few lines, a node that the cluster does not have, or more ranks on a node
     *     than it has cores
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
        int[] ranksOnNode = new int[cluster.nodes()];
        int node = 0;
        for (int rank = 0; rank < ranks; rank++) {
            Line line = lines.get(rank / ranksPerLine);
            if (rank % ranksPerLine == 0) {
                node = node(cluster, line);
            }
            nodeOfRank[rank] = node;
            if (++ranksOnNode[node] > cluster.coresPerNode()) {
                throw at(
                        line,
                        "node " + line.node() + " has " + cluster.coresPerNode()
                                + " cores, and this is one rank more: a core holds one rank");
            }
        }
        return Placement.of(cluster, nodeOfRank);
    }

    /** The node of a name; also that of a number in a cluster whose nodes have names. */
    private int node(Cluster cluster, Line line) {
        String text = line.node();
        if (text.matches("\\d{1,9}") && Integer.parseInt(text) < cluster.nodes()) {
            return Integer.parseInt(text);
        }
        try {
            return cluster.nodeNamed(text);
        } catch (InputException e) {
            throw at(line, String.valueOf(e.getMessage()));
        }
    }

    private InputException at(Line line, String problem) {
        return InputException.at(file + ":" + line.number(), problem, "");
    }
}
