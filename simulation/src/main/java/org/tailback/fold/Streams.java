package org.tailback.fold;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntBinaryOperator;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import org.tailback.random.SplitMix64;

/**
 * Messages of the vertices of a program: its ranks, or its nodes. The partners of a vertex are numbered in the order in
 * which they first occur, separately for each kind of message: its <i>labels</i>. A stream consists of all messages of
 * a kind from a vertex to one partner. Vertices are read one after the other: call {@link #begin}, then {@link #note}
 * and {@link #message} for each operation.
 */
public final class Streams {
    private final long[] hash;
    /** Partner by vertex and label. */
    private final int[][] partner;
    /** Kind of messages, by vertex and label. */
    private final byte[][] kindOf;

    private final BitSet[] sends;
    private final long most;
    private final int kinds;

    /** Positions in the channels, by vertex and kind; null if the numbers of channels matter. */
    private final int[][] places;

    /** Label by vertex and kind; valid if {@code namedBy} is the current vertex. */
    private final int[] labelOf;

    private final int[] namedBy;
    private int[] named = {};
    private byte[] namedKind = {};
    private int labels;
    private int vertex = -1;
    private long all;
    private final Set<Long> sizes = new HashSet<>();
    private long lastSize = -1;

    /**
     * Creates empty streams.
     *
     * @param kinds number of kinds of messages, 1 to 127: the messages on communicator c, including those of its
     *     collective operations, are of kind c; with 1, all messages are of kind 0
     * @param most largest number of stored streams; with more streams, vertices are never considered equal
     */
    public Streams(int vertices, int kinds, long most) {
        this.most = most;
        this.kinds = kinds;
        kindOf = new byte[vertices][0];
        places = new int[vertices * kinds][];
        hash = new long[vertices];
        partner = new int[vertices][0];
        sends = new BitSet[vertices];
        labelOf = new int[vertices * kinds];
        namedBy = new int[vertices * kinds];
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
            kindOf[vertex] = Arrays.copyOf(namedKind, labels);
        }
    }

    /** Adds a property of the next operation of the vertex. */
    public void note(long value) {
        hash[vertex] = SplitMix64.mixed(hash[vertex] * 31 + value);
    }

    /**
     * Adds a message of a kind to or from a partner.
     *
     * @param bytes size of the message
     */
    public void message(int kind, int other, boolean isSent, long bytes) {
        int name = other * kinds + kind;
        if (namedBy[name] != vertex) {
            namedBy[name] = vertex;
            labelOf[name] = labels;
            if (labels == named.length) {
                named = Arrays.copyOf(named, Math.max(8, 2 * labels));
                namedKind = Arrays.copyOf(namedKind, named.length);
            }
            namedKind[labels] = (byte) kind;
            named[labels++] = other;
            all++;
        }
        int label = labelOf[name];
        if (isSent) {
            sends[vertex].set(label);
        }
        note((long) kind << Integer.SIZE | label * 2L + (isSent ? 1 : 0));
        note(bytes);
        if (bytes != lastSize) {
            lastSize = bytes;
            sizes.add(bytes);
        }
    }

    /**
     * Sets the positions of the current vertex in the channels of the collective operations of a kind, by channel. If
     * positions differ from the positions in earlier operations, the numbers of channels matter.
     */
    public void places(int kind, int[] ofChannels) {
        int name = vertex * kinds + kind;
        boolean areOthers = places[name] != null && !Arrays.equals(places[name], ofChannels);
        places[name] = areOthers ? new int[0] : ofChannels;
    }

    /** Returns the position of a vertex in a channel of a kind; the channel itself if its number matters. */
    int place(int of, int kind, int channel) {
        int[] its = places[of * kinds + kind];
        return its == null || channel >= its.length ? channel : its[channel];
    }

    /** Returns the kind of the messages of a communicator, or of the collective operations on it. */
    int kind(int communicator) {
        return kinds == 1 ? 0 : communicator < 0 ? -1 - communicator : communicator;
    }

    /** Returns the sizes of messages in bytes. */
    Set<Long> sizes() {
        return sizes;
    }

    /** Returns whether there are more streams than are stored. */
    public boolean areTooMany() {
        return all > most;
    }

    /** Returns the number of vertices. */
    public int vertices() {
        return hash.length;
    }

    /** Returns a hash of the operations of a vertex. */
    public long hash(int of) {
        return hash[of];
    }

    /** Returns the partners of a vertex, by label. */
    public int[] partners(int of) {
        end();
        return partner[of];
    }

    /** Returns whether a vertex sends to the partner with a label. */
    public boolean sends(int of, int label) {
        return sends[of].get(label);
    }

    /** Returns the label of one vertex at another for messages of a kind; -1 without a label. O(partners). */
    int labelAt(int at, int of, int kind) {
        int[] its = partners(at);
        for (int label = 0; label < its.length; label++) {
            if (its[label] == of && kindOf[at][label] == kind) {
                return label;
            }
        }
        return -1;
    }

    private int[] opposites(int of) {
        int[] its = partners(of);
        int[] found = new int[its.length];
        for (int label = 0; label < its.length; label++) {
            found[label] = labelAt(its[label], of, kindOf[of][label]);
        }
        return found;
    }

    /**
     * Returns whether the representatives of partners agree: the vertex that represents a partner is replayed, and its
     * own partner with the opposite label is represented by the first vertex. O(streams x partners).
     */
    boolean isMatched(IntPredicate isReplayed, IntBinaryOperator standIn) {
        for (int each = 0; each < vertices(); each++) {
            int[] opposite = isReplayed.test(each) ? opposites(each) : new int[0];
            for (int label = 0; label < opposite.length; label++) {
                int stands = standIn.applyAsInt(each, partner[each][label]);
                if (opposite[label] < 0
                        || !isReplayed.test(stands)
                        || standIn.applyAsInt(stands, partner[stands][opposite[label]]) != each) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * Returns the number of vertices that differ from their representative in an operation, in the representative of a
     * partner, or in their label at a partner. O(streams), and O(partners) for each stream of a representative.
     */
    public int countDiffering(IntUnaryOperator representative) {
        int[][] opposite = new int[vertices()][];
        int found = 0;
        for (int each = 0; each < vertices(); each++) {
            int first = representative.applyAsInt(each);
            if (opposite[first] == null) {
                opposite[first] = opposites(first);
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
