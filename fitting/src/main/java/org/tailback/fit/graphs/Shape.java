package org.tailback.fit.graphs;

import com.google.common.base.Preconditions;
import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.tailback.model.graph.ContentionGraph;
import org.tailback.random.SplitMix64;

/**
 * A directed multigraph without names: the number of messages from each node to each other node. Two graphs have the
 * same shape if renaming the nodes of one graph yields the other.
 *
 * <p>The renaming is found by a search that is pruned by colours of nodes (a node's degrees, refined by the degrees of
 * its neighbours). The search is fast for measured graphs but exponential for adversarial graphs with many
 * indistinguishable nodes; {@link #MAX_NODES} limits its cost.
 */
public final class Shape {
    /** Largest number of nodes. */
    public static final int MAX_NODES = 32;

    private final int nodes;
    private final int[][] messages;
    private final long[] colors;
    private final long signature;

    private Shape(int[][] messages) {
        this.nodes = messages.length;
        this.messages = messages;
        this.colors = refined(messages);
        long[] sorted = colors.clone();
        Arrays.sort(sorted);
        this.signature = Arrays.hashCode(sorted);
    }

    /**
     * Returns the shape of messages between nodes 0 to nodes - 1. Every node must have a message.
     *
     * @param messages row: source, column: destination, entry: number of messages
     */
    public static Shape of(int[][] messages) {
        Preconditions.checkArgument(messages.length <= MAX_NODES, "too many nodes: %s", messages.length);
        return new Shape(messages);
    }

    /** Returns the shape of a contention graph. Its nodes are numbered in the order of their first appearance. */
    public static Shape of(ContentionGraph graph) {
        List<String> numbers = numbers(graph);
        int[][] messages = new int[numbers.size()][numbers.size()];
        for (ContentionGraph.Edge edge : graph.edges()) {
            messages[numbers.indexOf(edge.source())][numbers.indexOf(edge.destination())]++;
        }
        return of(messages);
    }

    /** Returns the nodes' names, by their numbers in {@link #of(ContentionGraph)}. */
    public static List<String> numbers(ContentionGraph graph) {
        return ImmutableList.copyOf(graph.nodeNames());
    }

    /** Returns the number of nodes. */
    public int nodes() {
        return nodes;
    }

    /** Returns the number of messages from one node to another. */
    public int messages(int source, int destination) {
        return messages[source][destination];
    }

    /** Returns a hash value. Graphs of the same shape have equal values; other graphs mostly have different values. */
    public long signature() {
        return signature;
    }

    /**
     * Returns the shape in the graph language. Nodes are named by number, and messages a, b, c and so on in the order
     * of source and destination.
     */
    public String inWords() {
        StringJoiner words = new StringJoiner(" ");
        int count = 0;
        for (int[] pair : pairs()) {
            for (int i = 0; i < messages[pair[0]][pair[1]]; i++) {
                words.add("m" + ++count + ":" + pair[0] + ">" + pair[1]);
            }
        }
        return words.toString();
    }

    /** Returns the pairs (source, destination) with messages, sorted by source and destination. */
    public List<int[]> pairs() {
        List<int[]> pairs = new ArrayList<>();
        for (int source = 0; source < nodes; source++) {
            for (int destination = 0; destination < nodes; destination++) {
                if (messages[source][destination] > 0) {
                    pairs.add(new int[] {source, destination});
                }
            }
        }
        return pairs;
    }

    /**
     * Returns whether a renaming of the nodes that preserves the shape maps one pair to the other. The pairs are then
     * indistinguishable.
     */
    public boolean areAlike(int[] pair, int[] otherPair) {
        return renaming(this, new int[] {pair[0], otherPair[0]}, new int[] {pair[1], otherPair[1]}) != null;
    }

    /**
     * Returns for every node the corresponding node of the other shape, or null if the shapes differ.
     *
     * @param fixed pairs of a node and its given corresponding node
     */
    public int @Nullable [] renaming(Shape other, int[]... fixed) {
        if (nodes != other.nodes || signature != other.signature) {
            return null;
        }
        int[] to = new int[nodes];
        Arrays.fill(to, -1);
        boolean[] used = new boolean[nodes];
        for (int[] each : fixed) {
            if (!assign(other, to, used, each[0], each[1])) {
                return null;
            }
        }
        return search(other, to, used) ? to : null;
    }

    private boolean assign(Shape other, int[] to, boolean[] used, int node, int image) {
        if (used[image] || !fits(other, to, node, image)) {
            return false;
        }
        to[node] = image;
        used[image] = true;
        return true;
    }

    private boolean search(Shape other, int[] to, boolean[] used) {
        int node = next(to);
        if (node < 0) {
            return true;
        }
        for (int image = 0; image < nodes; image++) {
            if (assign(other, to, used, node, image)) {
                if (search(other, to, used)) {
                    return true;
                }
                to[node] = -1;
                used[image] = false;
            }
        }
        return false;
    }

    /**
     * Returns a node without an image, preferably a neighbour of a node with an image; -1 if every node has an image.
     */
    private int next(int[] to) {
        int any = -1;
        for (int node = 0; node < nodes; node++) {
            if (to[node] < 0) {
                any = any < 0 ? node : any;
                for (int other = 0; other < nodes; other++) {
                    if (to[other] >= 0 && messages[node][other] + messages[other][node] > 0) {
                        return node;
                    }
                }
            }
        }
        return any;
    }

    private boolean fits(Shape other, int[] to, int node, int image) {
        if (colors[node] != other.colors[image]) {
            return false;
        }
        for (int known = 0; known < nodes; known++) {
            if (to[known] >= 0
                    && (messages[node][known] != other.messages[image][to[known]]
                            || messages[known][node] != other.messages[to[known]][image])) {
                return false;
            }
        }
        return true;
    }

    private static long[] refined(int[][] messages) {
        int nodes = messages.length;
        long[] colors = new long[nodes];
        for (int round = 0; round <= nodes; round++) {
            long[] finer = new long[nodes];
            for (int node = 0; node < nodes; node++) {
                // a sum is independent of the order of neighbours
                long sum = SplitMix64.mixed(colors[node] + 1);
                for (int other = 0; other < nodes; other++) {
                    if (messages[node][other] > 0) {
                        sum += SplitMix64.mixed(SplitMix64.mixed(colors[other] + 3) + messages[node][other]);
                    }
                    if (messages[other][node] > 0) {
                        sum += SplitMix64.mixed(SplitMix64.mixed(colors[other] + 7) - messages[other][node]);
                    }
                }
                finer[node] = SplitMix64.mixed(sum);
            }
            colors = finer;
        }
        return colors;
    }
}
