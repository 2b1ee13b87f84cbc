package org.tailback.extrapolation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.tailback.extrapolation.Node.Leaf;
import org.tailback.extrapolation.Node.Loop;

/**
 * Finds the loops of a sequence of operations: equal blocks that follow each other are iterations, the shortest blocks
 * first, so that loops nest. On request, at least three blocks of the same types whose numbers change by a
 * constant step, or double, are iterations too (phases of an exchange in log2 steps, or with one partner after the
 * other). Takes time O(length^2) in the worst case.
 */
final class Folding {
    private static final int FEWEST_STEPS = 3;

    /** Rule for the blocks that are iterations of one loop. */
    enum Blocks {
        /** Equal blocks. */
        EQUAL,
        /** Also blocks whose numbers change by a constant step, or double. */
        STEPPED,
        /** Also blocks with the same partners, with any sizes and tags. */
        SAME_PARTNERS
    }

    private final Columns columns;
    private final Map<Object, Integer> contents = new HashMap<>();
    private final Map<Object, Integer> shapes = new HashMap<>();
    private int[] leaves;

    private Folding(Columns columns) {
        this.columns = columns;
        this.leaves = columns.contents();
    }

    /**
     * Returns the text of a sequence.
     *
     * @param blocks rule for the iterations of one loop
     */
    static List<Node> of(Columns columns, Blocks blocks) {
        Folding folding = new Folding(columns);
        List<Node> nodes = new ArrayList<>();
        for (int column = 0; column < columns.length(); column++) {
            nodes.add(new Leaf(column));
        }
        List<Node> folded = nodes;
        for (boolean anywhere : new boolean[] {false, true}) {
            folded = folding.equalBlocks(folded, anywhere);
            folded = switch (blocks) {
                case EQUAL -> folded;
                case STEPPED -> folding.steppedBlocks(folded, anywhere);
                case SAME_PARTNERS -> folding.samePartners(folded, anywhere);
            };
        }
        return folded;
    }

    private int content(Node node) {
        if (node instanceof Loop loop) {
            List<Integer> parts = new ArrayList<>();
            parts.add(-loop.count());
            loop.body().forEach(part -> parts.add(content(part)));
            return contents.computeIfAbsent(parts, fresh -> -1 - contents.size());
        }
        return leaves[((Leaf) node).column()];
    }

    private List<Node> equalBlocks(List<Node> sequence, boolean anywhere) {
        List<Node> nodes = sequence;
        int[] id = nodes.stream().mapToInt(this::content).toArray();
        for (int length = 1; 2 * length <= nodes.size(); length++) {
            List<Node> out = new ArrayList<>();
            int at = 0;
            while (at < nodes.size()) {
                int count = 1;
                while (at + (count + 1) * length <= nodes.size()
                        && (anywhere || isIdle(nodes, at + count * length))
                        && equal(id, at, at + count * length, length)) {
                    count++;
                }
                if (count > 1 && (anywhere || isIdle(nodes, at))) {
                    out.add(new Loop(count, List.copyOf(nodes.subList(at, at + length))));
                    at += count * length;
                } else {
                    out.add(nodes.get(at++));
                }
            }
            if (out.size() < nodes.size()) {
                nodes = out;
                id = nodes.stream().mapToInt(this::content).toArray();
            }
        }
        return nodes;
    }

    /** Returns true if no request is in use before a node: loops preferably begin and end there. */
    private boolean isIdle(List<Node> nodes, int at) {
        return at == nodes.size() || columns.isIdleBefore(firstColumn(nodes.get(at)));
    }

    private static int firstColumn(Node node) {
        return node instanceof Loop loop ? firstColumn(loop.body().get(0)) : ((Leaf) node).column();
    }

    private static boolean equal(int[] id, int first, int second, int length) {
        for (int j = 0; j < length; j++) {
            if (id[first + j] != id[second + j]) {
                return false;
            }
        }
        return true;
    }

    private int shape(Node node) {
        Object shape;
        if (node instanceof Loop loop) {
            List<Object> parts = new ArrayList<>();
            parts.add(loop.count());
            loop.body().forEach(part -> parts.add(shape(part)));
            shape = parts;
        } else {
            shape = columns.types().get(((Leaf) node).column());
        }
        return shapes.computeIfAbsent(shape, fresh -> shapes.size());
    }

    private List<Node> samePartners(List<Node> sequence, boolean anywhere) {
        contents.clear();
        leaves = columns.partners();
        return samePartnersInside(sequence, anywhere);
    }

    private List<Node> samePartnersInside(List<Node> sequence, boolean anywhere) {
        List<Node> nodes = new ArrayList<>();
        for (Node node : sequence) {
            nodes.add(
                    node instanceof Loop loop
                            ? new Loop(loop.count(), samePartnersInside(loop.body(), anywhere))
                            : node);
        }
        return equalBlocks(nodes, anywhere);
    }

    private List<Node> steppedBlocks(List<Node> sequence, boolean anywhere) {
        List<Node> nodes = new ArrayList<>();
        for (Node node : sequence) {
            nodes.add(node instanceof Loop loop ? new Loop(loop.count(), steppedBlocks(loop.body(), anywhere)) : node);
        }
        int[] shape = nodes.stream().mapToInt(this::shape).toArray();
        for (int length = 1; FEWEST_STEPS * length <= nodes.size(); length++) {
            List<Node> out = new ArrayList<>();
            int at = 0;
            while (at < nodes.size()) {
                int count = steps(nodes, shape, at, length);
                if (count >= FEWEST_STEPS && (anywhere || isIdle(nodes, at) && isIdle(nodes, at + length))) {
                    out.add(new Loop(count, List.copyOf(nodes.subList(at, at + length))));
                    at += count * length;
                } else {
                    out.add(nodes.get(at++));
                }
            }
            if (out.size() < nodes.size()) {
                nodes = out;
                shape = nodes.stream().mapToInt(this::shape).toArray();
            }
        }
        return nodes;
    }

    private int steps(List<Node> nodes, int[] shape, int at, int length) {
        int count = 1;
        while (at + (count + 1) * length <= nodes.size() && equal(shape, at, at + count * length, length)) {
            count++;
        }
        if (count < FEWEST_STEPS) {
            return 1;
        }
        for (int j = 0; j < length; j++) {
            List<List<Leaf>> iterations = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                List<Leaf> leaves = new ArrayList<>();
                leaves(nodes.get(at + i * length + j), leaves);
                iterations.add(leaves);
            }
            for (int leaf = 0; leaf < iterations.get(0).size(); leaf++) {
                int itsLeaf = leaf;
                int[] column = iterations.stream()
                        .mapToInt(leaves -> leaves.get(itsLeaf).column())
                        .toArray();
                count = Math.min(count, Steps.of(columns, column));
            }
        }
        return count;
    }

    private static void leaves(Node node, List<Leaf> into) {
        if (node instanceof Loop loop) {
            loop.body().forEach(part -> leaves(part, into));
        } else {
            into.add((Leaf) node);
        }
    }
}
