package org.tailback.platformfile;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Placement;
import org.tailback.cluster.PlacementRule;
import org.tailback.error.InputException;

/**
 * A placement given rank by rank in a file: a line {@code rank node} each, in any order, every rank of the program
 * exactly once. Nodes are names of the platform. What follows a {@code #} is a comment; empty lines are skipped.
 */
public final class PlacementFile implements PlacementRule {
    private record Line(int number, int rank, String node) {}

    private final String name;
    private final Path file;
    private final List<Line> lines;

    private PlacementFile(String name, Path file, List<Line> lines) {
        this.name = name;
        this.file = file;
        this.lines = lines;
    }

    /**
     * Reads a file in UTF-8. What needs the cluster is checked when ranks are placed.
     *
     * @param name the rule's name, as a user writes it
     * @throws InputException if the file cannot be read or a line is not {@code rank node}
     */
    public static PlacementFile read(Path file, String name) {
        List<Line> lines = new ArrayList<>();
        try (BufferedReader reader = Files.newBufferedReader(file)) {
            int number = 0;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                number++;
                String content = line.substring(0, (line + '#').indexOf('#')).strip();
                if (!content.isEmpty()) {
                    lines.add(line(file, number, content));
                }
            }
        } catch (IOException e) {
            throw Files.exists(file)
                    ? InputException.unreadable(file, e)
                    : new InputException(file + ": there is no such placement file", e);
        }
        return new PlacementFile(name, file, lines);
    }

    private static Line line(Path file, int number, String content) {
        String[] words = content.split("\\s+");
        if (words.length != 2 || !words[0].matches("\\d{1,9}")) {
            throw InputException.at(
                    file + ":" + number,
                    "expected a rank and the name of its node, as in '3 X1', found '" + content + "'",
                    "");
        }
        return new Line(number, Integer.parseInt(words[0]), words[1]);
    }

    @Override
    public String name() {
        return name;
    }

    /**
     * Puts every rank on the node that the file says. O(ranks + nodes).
     *
     * @throws InputException if the file has no line or two lines for a rank, a rank that the program does not have, a
     *     node that the cluster does not have, or more ranks on a node than it has cores
     */
    @Override
    public Placement place(Cluster cluster, int ranks) {
        int[] nodeOfRank = new int[ranks];
        int[] lineOfRank = new int[ranks]; // 0: none yet
        int[] ranksOnNode = new int[cluster.nodes()];
        for (Line line : lines) {
            int rank = line.rank();
            if (rank >= ranks) {
                throw at(line, "rank " + rank + ", but the program has ranks 0 to " + (ranks - 1));
            }
            if (lineOfRank[rank] != 0) {
                throw at(line, "rank " + rank + " was placed in line " + lineOfRank[rank] + " already");
            }
            int node = node(cluster, line);
            if (++ranksOnNode[node] > cluster.coresPerNode()) {
                throw at(
                        line,
                        "node " + line.node() + " has " + cluster.coresPerNode()
                                + " cores, and this is one rank more: a core holds one rank");
            }
            nodeOfRank[rank] = node;
            lineOfRank[rank] = line.number();
        }
        requireAll(lineOfRank);
        return Placement.of(cluster, nodeOfRank);
    }

    private int node(Cluster cluster, Line line) {
        try {
            return cluster.nodeNamed(line.node());
        } catch (InputException e) {
            throw at(line, String.valueOf(e.getMessage()));
        }
    }

    private void requireAll(int[] lineOfRank) {
        int missing = 0;
        int first = -1;
        for (int rank = lineOfRank.length - 1; rank >= 0; rank--) {
            if (lineOfRank[rank] == 0) {
                missing++;
                first = rank;
            }
        }
        if (missing > 0) {
            throw InputException.at(
                    file.toString(),
                    "no line for rank " + first + (missing == 1 ? "" : " and " + (missing - 1) + " more"),
                    "Every rank of the program needs a line 'rank node'");
        }
    }

    private InputException at(Line line, String problem) {
        return InputException.at(file + ":" + line.number(), problem, "");
    }
}
