package org.tailback.platformfile;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Placement;
import org.tailback.cluster.PlacementRule;
import org.tailback.error.InputException;
import org.tailback.platformfile.NodeLines.Line;

/**
 * A placement given rank by rank in a file: a line {@code rank node} each, in any order, every rank of the program
 * exactly once. Nodes are names of the platform. What follows a {@code #} is a comment; empty lines are skipped.
 */
public final class PlacementFile implements PlacementRule {
    private record Place(Line line, int rank, String node) {}

    private final String name;
    private final Path file;
    private final List<Place> places;

    private PlacementFile(String name, Path file, List<Place> places) {
        this.name = name;
        this.file = file;
        this.places = places;
    }

    /**
     * Reads a file in UTF-8. What needs the cluster is checked when ranks are placed.
     *
     * @param name the rule's name, as a user writes it
     * @throws InputException if the file cannot be read or a line is not {@code rank node}
     */
    public static PlacementFile read(Path file, String name) {
        return new PlacementFile(
                name,
                file,
                NodeLines.read(file, "placement file").stream()
                        .map(PlacementFile::place)
                        .toList());
    }

    private static Place place(Line line) {
        String[] words = line.content().split("\\s+");
        if (words.length != 2 || !words[0].matches("\\d{1,9}")) {
            throw line.problem(
                    "expected a rank and the name of its node, as in '3 X1', found '" + line.content() + "'");
        }
        return new Place(line, Integer.parseInt(words[0]), words[1]);
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
        @Nullable Line[] lineOfRank = new Line[ranks];
        int[] ranksOnNode = new int[cluster.nodes()];
        for (Place place : places) {
            int rank = place.rank();
            Line line = place.line();
            if (rank >= ranks) {
                throw line.problem("rank " + rank + ", but the program has ranks 0 to " + (ranks - 1));
            }
            Line other = lineOfRank[rank];
            if (other != null) {
                throw line.problem("rank " + rank + " was placed in line " + other.number() + " already");
            }
            nodeOfRank[rank] = line.node(cluster, place.node());
            line.occupy(ranksOnNode, nodeOfRank[rank], place.node(), cluster.coresPerNode(), cluster.slotName());
            lineOfRank[rank] = line;
        }
        requireAll(lineOfRank);
        return Placement.of(cluster, nodeOfRank);
    }

    private void requireAll(@Nullable Line[] lineOfRank) {
        int missing = 0;
        int first = -1;
        for (int rank = lineOfRank.length - 1; rank >= 0; rank--) {
            if (lineOfRank[rank] == null) {
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
}
