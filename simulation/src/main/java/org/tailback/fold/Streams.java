package org.tailback.fold;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.tailback.random.SplitMix64;

/**
 * What the vertices of a program (its ranks, or its nodes) do. A vertex numbers its partners in the order in which it
 * first names them: its <i>labels</i>. A stream is all messages from a vertex to one partner. Vertices are read one
 * after the other: {@link #begin}, then {@link #note} and {@link #message} for each operation.
 */
public final class Streams {
    private final long[] hash;
    /** By vertex and label. */
    private final int[][] partner;

    private final BitSet[] sends;
    private final long most;

    /** By vertex: its label, if {@code namedBy} is the present vertex. */
    private final int[] labelOf;

    private final int[] namedBy;
    private int[] named = {};
    private int labels;
    private int vertex = -1;
    private long all;
    private final Set<Long> sizes = new HashSet<>();
    private long lastSize = -1;

    /** @param most streams that are remembered; with more, vertices are never alike */
    public Streams(int vertices, long most) {
        this.most = most;
        hash = new long[vertices];
        partner = new int[vertices][0];
        sends = new BitSet[vertices];
        labelOf = new int[vertices];
        namedBy = new int[vertices];
        Arrays.fill(namedBy, -1);
    }

    /** Begins to read a vertex, which is read once. */
    public void begin(int next) {
        end();
        vertex = next;
        labels = 0;
        sends[next] = new BitSet();
    }

    private void end() {
        if (vertex >= 0) {
            partner[vertex] = Arrays.copyOf(named, labels);
        }
    }

    /** Adds a property of the next operation of the vertex. */
    public void note(long value) {
        hash[vertex] = SplitMix64.mixed(hash[vertex] * 31 + value);
    }

    /**
     * Adds a message to or from a partner.
     *
     * @param bytes its size
     */
    public void message(int other, boolean isSent, long bytes) {
        if (namedBy[other] != vertex) {
            namedBy[other] = vertex;
            labelOf[other] = labels;
            named = labels < named.length ? named : Arrays.copyOf(named, Math.max(8, 2 * labels));
            named[labels++] = other;
            all++;
        }
        int label = labelOf[other];
        if (isSent) {
            sends[vertex].set(label);
        }
        note(label * 2L + (isSent ? 1 : 0));
        note(bytes);
        if (bytes != lastSize) {
            lastSize = bytes;
            sizes.add(bytes);
        }
    }

    /** Returns the sizes of messages, bytes. */
    Set<Long> sizes() {
        return sizes;
    }

    /** Returns whether there are more streams than are remembered. */
    public boolean areTooMany() {
        return all > most;
    }

    /** Returns the number of vertices. */
    public int vertices() {
        return hash.length;
    }

    /** Returns a number that tells the operations of vertices apart. */
    public long hash(int of) {
        return hash[of];
    }

    /** Returns the partners of a vertex, by label. */
    public int[] partners(int of) {
        end();
        return partner[of];
    }

    /** Returns whether a vertex sends to the partner of a label. */
    public boolean sends(int of, int label) {
        return sends[of].get(label);
    }

    /** Returns the label of one vertex at another, -1 if it has none. O(partners). */
    public int labelAt(int at, int of) {
        int[] its = partners(at);
        for (int label = 0; label < its.length; label++) {
            if (its[label] == of) {
                return label;
            }
        }
        return -1;
    }

    /**
     * Returns the number of vertices that differ from their representative: in an operation, in the representative of a
     * partner, or in the label that they have at a partner. O(streams), and O(partners) for each of a representative.
     */
    public int unlike(IntUnaryOperator representative) {
        int[][] opposite = new int[vertices()][];
        int found = 0;
        for (int each = 0; each < vertices(); each++) {
            int first = representative.applyAsInt(each);
            if (opposite[first] == null) {
                int of = first;
                opposite[first] = Arrays.stream(partners(first))
                        .map(other -> labelAt(other, of))
                        .toArray();
            }
            found += isAlike(each, first, opposite[first], representative) ? 0 : 1;
        }
        return found;
    }

    private boolean isAlike(int each, int first, int[] opposite, IntUnaryOperator representative) {
        int[] its = partners(each);
        int[] expected = partners(first);
        if (areTooMany() || hash[each] != hash[first] || its.length != expected.length) {
            return false;
        }
        for (int label = 0; label < its.length; label++) {
            int[] back = partners(its[label]);
            if (representative.applyAsInt(its[label]) != representative.applyAsInt(expected[label])
                    || opposite[label] < 0
                    || opposite[label] >= back.length
                    || back[opposite[label]] != each) {
                return false;
            }
        }
        return true;
    }
}
