package org.tailback.platformfile;

import com.google.common.collect.ImmutableList;
import java.nio.file.Path;
import java.util.List;
import org.tailback.cluster.Cluster;
import org.tailback.error.InputException;
import org.tailback.error.Utf8;

/** The lines of a file that puts ranks on nodes, without empty ones and what follows a {@code #}. */
final class NodeLines {
    /**
     * A line.
     *
     * @param number from 1
     * @param content without blanks at its ends, not empty
     */
    record Line(Path file, int number, String content) {
        InputException problem(String problem) {
            return InputException.at(file + ":" + number, problem, "");
        }

        /** Returns the node with a name; the line is the place of the error if there is none. */
        int node(Cluster cluster, String name) {
            try {
                return cluster.nodeNamed(name);
            } catch (InputException e) {
                throw problem(String.valueOf(e.getMessage()));
            }
        }

        /**
         * Counts a rank on a node, which the line calls by a name; rejects more ranks than it has slots.
         *
         * @param slot what holds a rank: core or GPU
         */
        void occupy(int[] ranksOnNode, int node, String name, int slots, String slot) {
            if (++ranksOnNode[node] > slots) {
                throw problem("node " + name + " has " + slots + " " + slot + (slots == 1 ? "" : "s")
                        + ", and this is one rank more: a " + slot + " holds one rank");
            }
        }
    }

    private NodeLines() {}

    /** Reads a file in UTF-8; {@code what} is its name in messages. */
    static List<Line> read(Path file, String what) {
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
}
