package org.tailback.trace.chakra;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.tailback.error.InputException;
import org.tailback.trace.WritingLosses;

/**
 * Dependencies of the nodes of a rank and an order that respects them: the next node is always the first node whose
 * dependencies precede it. Nodes are identified by their positions in a list.
 *
 * <p>Converters keep relations of the host's call tree as control dependencies, which can form cycles. Control
 * dependencies inside a cycle of control and data dependencies are omitted; all others are respected.
 *
 * @param before nodes that must end before a node starts, by node
 * @param order all nodes in the order
 */
record NodeOrder(int[][] before, int[] order) {
    /**
     * Returns the order of nodes. O(n log n + dependencies).
     *
     * @throws InputException if data dependencies form a cycle, or a node depends on a node that is missing in the file
     */
    static NodeOrder of(List<ChakraNode> nodes, WritingLosses counts) {
        Map<Long, Integer> positions = positions(nodes);
        int[][] data = new int[nodes.size()][];
        int[][] all = new int[nodes.size()][];
        for (int i = 0; i < data.length; i++) {
            ChakraNode node = nodes.get(i);
            data[i] = LongStream.of(node.dependencies.build().toArray())
                    .mapToInt(id -> position(node, positions, id))
                    .distinct()
                    .toArray();
            all[i] = withControl(node, data[i], positions, counts);
        }
        int[] circle = circles(all);
        for (int i = 0; i < data.length; i++) {
            leaveOut(i, all, data[i], circle, counts);
        }
        return new NodeOrder(all, order(nodes, all));
    }

    private static Map<Long, Integer> positions(List<ChakraNode> nodes) {
        Map<Long, Integer> positions = new HashMap<>();
        for (int i = 0; i < nodes.size(); i++) {
            if (positions.put(nodes.get(i).id, i) != null) {
                throw InputException.at(nodes.get(i).place(), "has the number of an earlier node", "");
            }
        }
        return positions;
    }

    private static int position(ChakraNode node, Map<Long, Integer> positions, long id) {
        Integer position = positions.get(id);
        if (position == null) {
            throw InputException.at(
                    node.place(),
                    "depends on node " + Long.toUnsignedString(id) + ", which the file does not have",
                    "Is the file complete and undamaged?");
        }
        return position;
    }

    /**
     * Returns the data dependencies of a node, followed by its control dependencies that are not data dependencies.
     */
    private static int[] withControl(ChakraNode node, int[] data, Map<Long, Integer> positions, WritingLosses counts) {
        long[] written = node.controlDependencies.build().toArray();
        long[] known = Arrays.stream(written).filter(positions::containsKey).toArray();
        if (known.length < written.length) {
            counts.count("node with a control dependency on a node that the file does not have: left out, as the"
                    + " feeder of the reference implementation ignores them");
        }
        return IntStream.concat(Arrays.stream(data), Arrays.stream(known).mapToInt(positions::get))
                .distinct()
                .toArray();
    }

    private static void leaveOut(int node, int[][] all, int[] data, int[] circle, WritingLosses counts) {
        int[] kept = all[node];
        int size = data.length;
        for (int i = data.length; i < kept.length; i++) {
            if (kept[i] != node && circle[kept[i]] != circle[node]) {
                kept[size++] = kept[i];
            }
        }
        counts.count(
                kept.length - size,
                "control dependency in a cycle of dependencies: left out, as the feeder of the reference implementation"
                        + " ignores them");
        all[node] = Arrays.copyOf(kept, size);
    }

    /** Returns the number of each node's cycle. Nodes that depend on each other have the same number (Tarjan). */
    private static int[] circles(int[][] before) {
        int count = before.length;
        int[] found = new int[count];
        int[] low = new int[count];
        int[] component = new int[count];
        Arrays.fill(component, -1);
        int[] followed = new int[count];
        int[] open = new int[count];
        int[] path = new int[count];
        int openSize = 0;
        int visited = 0;
        for (int start = 0; start < count; start++) {
            int depth = 0;
            if (found[start] == 0) {
                path[depth++] = start;
            }
            while (depth > 0) {
                int node = path[depth - 1];
                if (found[node] == 0) {
                    found[node] = low[node] = ++visited;
                    open[openSize++] = node;
                }
                if (followed[node] < before[node].length) {
                    int next = before[node][followed[node]];
                    if (found[next] == 0) {
                        path[depth++] = next;
                        continue;
                    }
                    if (component[next] < 0) {
                        low[node] = Math.min(low[node], low[next]);
                    }
                    followed[node]++;
                    continue;
                }
                depth--;
                if (low[node] == found[node]) {
                    int member;
                    do {
                        member = open[--openSize];
                        component[member] = node;
                    } while (member != node);
                }
            }
        }
        return component;
    }

    private static int[] order(List<ChakraNode> nodes, int[][] before) {
        int[] waiting = new int[before.length];
        int[][] after = successors(before);
        PriorityQueue<Integer> ready = new PriorityQueue<>();
        for (int node = 0; node < before.length; node++) {
            waiting[node] = before[node].length;
            if (waiting[node] == 0) {
                ready.add(node);
            }
        }
        int[] order = new int[before.length];
        int done = 0;
        while (!ready.isEmpty()) {
            int node = ready.remove();
            order[done++] = node;
            for (int successor : after[node]) {
                if (--waiting[successor] == 0) {
                    ready.add(successor);
                }
            }
        }
        if (done < order.length) {
            int stuck = 0;
            while (waiting[stuck] == 0) {
                stuck++;
            }
            throw InputException.at(
                    nodes.get(stuck).place(),
                    "is in a cycle of dependencies, or depends on a node in a cycle",
                    "Data dependencies (data_deps) must not form cycles");
        }
        return order;
    }

    private static int[][] successors(int[][] before) {
        int[] counts = new int[before.length];
        for (int[] ofNode : before) {
            for (int node : ofNode) {
                counts[node]++;
            }
        }
        int[][] after = new int[before.length][];
        Arrays.setAll(after, node -> new int[counts[node]]);
        for (int node = before.length - 1; node >= 0; node--) {
            for (int earlier : before[node]) {
                after[earlier][--counts[earlier]] = node;
            }
        }
        return after;
    }
}
