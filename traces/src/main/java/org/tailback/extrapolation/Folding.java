package org.tailback.extrapolation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Search for the loops of a sequence of operations. Consecutive equal blocks are folded into iterations. The shortest
 * blocks are folded first, so that loops nest. Optionally, at least three blocks of the same types are also iterations
 * if their numbers change by a constant step or double (phases of an exchange in log2 steps, or with one partner after
 * the other). Takes time O(length^2) in the worst case.
 */
final class Folding {
    private static final int FEWEST_STEPS = 3;

    /** Rules by which blocks are iterations of the same loop. */
    enum Blocks {
        /** Equal blocks. */
        EQUAL,
        /** Equal blocks, and blocks whose numbers change by a constant step or double. */
        STEPPED,
        /** Blocks as in {@link #STEPPED}, and blocks with the same partners, with any sizes and tags. */
        SAME_PARTNERS
    }

    /** Identifiers of nodes, equal for equal nodes: given numbers for operations, numbers below 0 for loops. */
    private record Numbers(int[] ofColumns, Map<List<Integer>, Integer> ofLoops) {
        Numbers(int[] ofColumns) {
            this(ofColumns, new HashMap<>());
        }

        private int of(Node node) {
            if (!node.isLoop()) {
                return ofColumns[node.number()];
            }
            List<Integer> parts = new ArrayList<>(List.of(node.number()));
            node.body().forEach(part -> parts.add(of(part)));
            return ofLoops.computeIfAbsent(parts, fresh -> -1 - ofLoops.size());
        }

        int[] of(List<Node> nodes) {
            return nodes.stream().mapToInt(this::of).toArray();
        }
    }

    private final Columns columns;
    private final boolean isStepped;
    /** True for each operation before which no request is open. */
    private final boolean[] idle;

    private Numbers numbers;

    private Folding(Columns columns, boolean isStepped) {
        this.columns = columns;
        this.isStepped = isStepped;
        this.idle = columns.idle();
        this.numbers = new Numbers(columns.contents());
    }

    /**
     * Returns the text of a sequence.
     *
     * @param blocks rule by which blocks are iterations of the same loop
     */
    static List<Node> of(Columns columns, Blocks blocks) {
        Folding equal = new Folding(columns, false);
        Folding stepped = new Folding(columns, true);
        stepped.numbers = new Numbers(columns.numberedTypes());
        List<Node> folded = new ArrayList<>();
        for (int column = 0; column < columns.types().size(); column++) {
            folded.add(new Node(column, List.of()));
        }
        for (boolean anywhere : new boolean[] {false, true}) {
            folded = equal.folded(folded, anywhere);
            if (blocks == Blocks.STEPPED) {
                folded = stepped.foldedInside(folded, anywhere);
            } else if (blocks == Blocks.SAME_PARTNERS) {
                equal.numbers = new Numbers(columns.partners());
                folded = equal.foldedInside(folded, anywhere);
            }
        }
        return folded;
    }

    /** Folds a sequence, the bodies of its loops first. */
    private List<Node> foldedInside(List<Node> sequence, boolean anywhere) {
        List<Node> nodes = new ArrayList<>();
        for (Node node : sequence) {
            nodes.add(node.isLoop() ? new Node(node.number(), foldedInside(node.body(), anywhere)) : node);
        }
        return folded(nodes, anywhere);
    }

    /**
     * Folds the blocks of a sequence.
     *
     * @param anywhere whether loops may begin and end while requests are open
     */
    private List<Node> folded(List<Node> sequence, boolean anywhere) {
        int fewest = isStepped ? FEWEST_STEPS : 2;
        List<Node> nodes = sequence;
        int[] id = numbers.of(nodes);
        for (int length = 1; fewest * length <= nodes.size(); length++) {
            List<Node> out = new ArrayList<>();
            int at = 0;
            while (at < nodes.size()) {
                int count = repetitions(id, at, length);
                if (count >= fewest && !anywhere && !(isIdle(nodes, at) && isIdle(nodes, at + length))) {
                    count = 1;
                }
                if (count >= fewest && isStepped) {
                    count = steps(nodes, count, at, length);
                }
                if (count >= fewest) {
                    out.add(new Node(count, List.copyOf(nodes.subList(at, at + length))));
                    at += count * length;
                } else {
                    out.add(nodes.get(at++));
                }
            }
            if (out.size() < nodes.size()) {
                nodes = out;
                id = numbers.of(nodes);
            }
        }
        return nodes;
    }

    /** Returns whether no request is open before a node. */
    private boolean isIdle(List<Node> nodes, int at) {
        return at == nodes.size() || idle[firstColumn(nodes.get(at))];
    }

    private static int firstColumn(Node node) {
        return node.isLoop() ? firstColumn(node.body().get(0)) : node.number();
    }

    /** Returns the number of consecutive copies of a block, including the block itself. */
    private static int repetitions(int[] id, int at, int length) {
        int until = at + length;
        while (until < id.length && id[until] == id[until - length]) {
            until++;
        }
        return Math.max(1, (until - at) / length);
    }

    /** Returns the number of blocks, out of consecutive blocks of the same shape, whose numbers change regularly. */
    private int steps(List<Node> nodes, int blocks, int at, int length) {
        int count = blocks;
        for (int j = 0; j < length; j++) {
            List<List<Integer>> iterations = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                iterations.add(columns(nodes.get(at + i * length + j)).toList());
            }
            for (int leaf = 0; leaf < iterations.get(0).size(); leaf++) {
                int its = leaf;
                int[] column =
                        iterations.stream().mapToInt(each -> each.get(its)).toArray();
                count = Math.min(count, Steps.of(columns, column));
            }
        }
        return count;
    }

    private static Stream<Integer> columns(Node node) {
        return node.isLoop() ? node.body().stream().flatMap(Folding::columns) : Stream.of(node.number());
    }
}
