package org.tailback.extrapolation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.tailback.extrapolation.Event.Type;

/**
 * Program of a class of ranks for any number of ranks. It consists of operations and loops whose numbers of iterations
 * are variable.
 */
final class Text {
    private final List<Type> types = new ArrayList<>();
    private final List<List<Integer>> around = new ArrayList<>();
    private final List<Integer> counts = new ArrayList<>();
    private final List<Integer> depth = new ArrayList<>();
    private final List<List<Type>> performed = new ArrayList<>();
    private final List<Node> nodes;
    private final int[] own;

    /**
     * Creates the text of a class.
     *
     * @param nodes operations of the columns, with their loops
     */
    Text(Columns columns, List<Node> nodes) {
        this.nodes = numbered(columns, nodes, List.of());
        this.own = counts.stream().mapToInt(Integer::intValue).toArray();
    }

    private List<Node> numbered(Columns columns, List<Node> some, List<Integer> path) {
        List<Node> numbered = new ArrayList<>();
        for (Node node : some) {
            if (node.isLoop()) {
                int loop = counts.size();
                counts.add(node.number());
                depth.add(path.size());
                performed.add(List.of());
                List<Integer> inside = new ArrayList<>(path);
                inside.add(loop);
                int first = types.size();
                numbered.add(new Node(loop, numbered(columns, node.body(), List.copyOf(inside))));
                performed.set(loop, List.copyOf(types.subList(first, types.size())));
            } else {
                numbered.add(new Node(types.size(), List.of()));
                around.add(path);
                types.add(columns.types().get(node.number()));
            }
        }
        return numbered;
    }

    /** Returns the types of the text's operations. */
    List<Type> types() {
        return types;
    }

    /** Returns the loops around an operation, the outermost first. */
    List<Integer> around(int slot) {
        return around.get(slot);
    }

    /** Returns the number of iterations of each loop in the recording from which the text was made. */
    int[] counts() {
        return own.clone();
    }

    /** Returns the number of times that an operation is performed with given numbers of iterations. */
    long instances(int slot, int[] iterations) {
        return around.get(slot).stream().mapToLong(loop -> iterations[loop]).reduce(1, (a, b) -> a * b);
    }

    /** Returns the number of occurrences of each type of operation with given numbers of iterations. */
    Map<Type, Long> frequencies(int[] iterations) {
        Map<Type, Long> frequencies = new HashMap<>();
        for (int slot = 0; slot < types.size(); slot++) {
            frequencies.merge(types.get(slot), instances(slot, iterations), Long::sum);
        }
        return frequencies;
    }

    /**
     * Returns the numbers of iterations of the loops with which the text performs a sequence of operations; empty if no
     * numbers do. If possible, loops with equal numbers of iterations keep equal numbers, or at least the loops around
     * the same operations. As few loops as possible differ from the recording from which the text was made.
     */
    Optional<int[]> parse(List<Type> sequence) {
        if (performs(own, sequence)) {
            return Optional.of(own);
        }
        // numbers of steps depend on the number of ranks rather than on the numbers of iterations of enclosing loops
        Comparator<List<Integer>> innermostFirst = Comparator.comparingInt(
                loops -> -loops.stream().mapToInt(depth::get).max().orElse(0));
        List<IntFunction<Object>> kinds =
                List.of(loop -> own[loop], loop -> List.of(own[loop], performed.get(loop)), loop -> loop);
        for (IntFunction<Object> kind : kinds) {
            List<List<Integer>> alike = IntStream.range(0, own.length)
                    .boxed()
                    .collect(Collectors.groupingBy(kind::apply, LinkedHashMap::new, Collectors.toList()))
                    .values()
                    .stream()
                    .sorted(innermostFirst)
                    .toList();
            Optional<int[]> found = new LoopCounts(this, alike, sequence).found();
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** Returns whether the text performs a sequence with given numbers of iterations. */
    boolean performs(int[] iterations, List<Type> sequence) {
        return Arrays.stream(slots(iterations)).mapToObj(types::get).toList().equals(sequence);
    }

    /**
     * Returns the sequence of operations with given numbers of iterations. Each operation is represented by its slot.
     */
    int[] slots(int[] iterations) {
        IntStream.Builder slots = IntStream.builder();
        unroll(nodes, iterations, slots);
        return slots.build().toArray();
    }

    private static void unroll(List<Node> some, int[] iterations, IntStream.Builder into) {
        for (Node node : some) {
            if (node.isLoop()) {
                for (int i = 0; i < iterations[node.number()]; i++) {
                    unroll(node.body(), iterations, into);
                }
            } else {
                into.add(node.number());
            }
        }
    }
}
