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
import org.tailback.extrapolation.Node.Leaf;
import org.tailback.extrapolation.Node.Loop;

/**
 * The program of a class of ranks with its loops, whose numbers of iterations are open: the operations of the class for
 * any number of ranks.
 */
final class Text {
    private final List<Type> types = new ArrayList<>();
    private final List<Integer> counts = new ArrayList<>();
    private final List<Integer> depth = new ArrayList<>();
    private final List<List<Integer>> around = new ArrayList<>();
    private final List<List<Type>> performed = new ArrayList<>();
    private final List<Item> items;
    private final int[] own;

    /** A node whose operation or loop has a number. */
    sealed interface Item {
        /** @param slot its number among the operations of the text */
        record Operation(int slot) implements Item {}

        /** @param loop its number among the loops of the text */
        record Repeated(int loop, List<Item> body) implements Item {}
    }

    Text(Columns columns, List<Node> nodes) {
        this.items = numbered(columns, nodes, List.of());
        this.own = counts.stream().mapToInt(Integer::intValue).toArray();
    }

    private List<Item> numbered(Columns columns, List<Node> nodes, List<Integer> path) {
        List<Item> numbered = new ArrayList<>();
        for (Node node : nodes) {
            if (node instanceof Loop loop) {
                int number = counts.size();
                counts.add(loop.count());
                depth.add(path.size());
                List<Integer> inside = new ArrayList<>(path);
                inside.add(number);
                int first = types.size();
                performed.add(List.of());
                numbered.add(new Item.Repeated(number, numbered(columns, loop.body(), List.copyOf(inside))));
                performed.set(number, List.copyOf(types.subList(first, types.size())));
            } else {
                numbered.add(new Item.Operation(types.size()));
                around.add(path);
                types.add(columns.types().get(((Leaf) node).column()));
            }
        }
        return numbered;
    }

    List<Item> items() {
        return items;
    }

    /** Returns the types of its operations. */
    List<Type> types() {
        return types;
    }

    /** Returns the loops around an operation, the outermost first. */
    List<Integer> around(int slot) {
        return around.get(slot);
    }

    int loops() {
        return counts.size();
    }

    /** Returns the iterations of each loop in the recording that the text was made from. */
    int[] counts() {
        return own.clone();
    }

    /** Returns how often each operation is performed with numbers of iterations. */
    int[] instances(int[] iterations) {
        return around.stream()
                .mapToInt(loops ->
                        loops.stream().mapToInt(loop -> iterations[loop]).reduce(1, Math::multiplyExact))
                .toArray();
    }

    /** Returns how often each type of operation occurs with numbers of iterations. */
    Map<Type, Long> frequencies(int[] iterations) {
        Map<Type, Long> frequencies = new HashMap<>();
        frequencies(items, iterations, 1, frequencies);
        return frequencies;
    }

    private void frequencies(List<Item> some, int[] iterations, long times, Map<Type, Long> into) {
        for (Item item : some) {
            if (item instanceof Item.Repeated loop) {
                frequencies(loop.body(), iterations, times * iterations[loop.loop()], into);
            } else {
                into.merge(types.get(((Item.Operation) item).slot()), times, Long::sum);
            }
        }
    }

    /**
     * Returns the iterations of the loops with which the text performs a sequence of operations; empty if there are
     * none. Loops with equal numbers of iterations keep them equal if that is possible, or at least the loops around
     * the same operations do. As few loops as possible have other numbers than in the recording that the text was made
     * from.
     */
    Optional<int[]> parse(List<Type> sequence) {
        if (performs(own, sequence)) {
            return Optional.of(own);
        }
        // numbers of steps follow the number of ranks rather than numbers of iterations around them
        Comparator<List<Integer>> innermostFirst = Comparator.comparingInt(
                loops -> -loops.stream().mapToInt(depth::get).max().orElse(0));
        List<IntFunction<Object>> kinds =
                List.of(loop -> own[loop], loop -> List.of(own[loop], performed.get(loop)), loop -> loop);
        for (IntFunction<Object> kind : kinds) {
            List<List<Integer>> alike = new ArrayList<>(IntStream.range(0, own.length)
                    .boxed()
                    .collect(Collectors.groupingBy(kind::apply, LinkedHashMap::new, Collectors.toList()))
                    .values());
            alike.sort(innermostFirst);
            Optional<int[]> found = new LoopCounts(this, alike, sequence).found();
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** Returns whether the text performs a sequence with numbers of iterations. */
    boolean performs(int[] iterations, List<Type> sequence) {
        return Arrays.stream(slots(iterations)).mapToObj(types::get).toList().equals(sequence);
    }

    /** Returns the sequence of operations for numbers of iterations, each by its slot. */
    int[] slots(int[] iterations) {
        List<Integer> slots = new ArrayList<>();
        unroll(items, iterations, slots);
        return slots.stream().mapToInt(Integer::intValue).toArray();
    }

    private static void unroll(List<Item> some, int[] iterations, List<Integer> into) {
        for (Item item : some) {
            if (item instanceof Item.Repeated loop) {
                for (int i = 0; i < iterations[loop.loop()]; i++) {
                    unroll(loop.body(), iterations, into);
                }
            } else {
                into.add(((Item.Operation) item).slot());
            }
        }
    }
}
