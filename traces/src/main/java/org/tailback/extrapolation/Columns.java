package org.tailback.extrapolation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.tailback.extrapolation.Event.Type;

/**
 * Operations of all ranks of a class in a recording, as a single sequence. All ranks of the class perform the same
 * types of operations; the numbers of the operations may differ.
 *
 * @param recording recording of all ranks
 * @param ranks ranks of the class, in ascending order
 * @param types types of the operations
 * @param contents one identifier per operation, equal for operations with equal numbers on all ranks
 * @param texts operations with their loops, determined on demand
 */
record Columns(Recording recording, int[] ranks, List<Type> types, int[] contents, Map<Folding.Blocks, Text> texts) {
    /**
     * Returns the sequence of operations of the given ranks.
     *
     * @throws LawNotFound if two ranks perform different types of operations
     */
    static Columns of(Recording recording, int[] ranks, String className) {
        List<Type> types =
                recording.events().get(ranks[0]).stream().map(Event::type).toList();
        for (int rank : ranks) {
            List<Event> events = recording.events().get(rank);
            int shorter = Math.min(events.size(), types.size());
            for (int j = 0; j < shorter; j++) {
                if (!events.get(j).type().equals(types.get(j))) {
                    throw new LawNotFound(
                            j,
                            className + ", operation " + (j + 1) + ": " + types.get(j) + " at rank " + ranks[0] + ", "
                                    + events.get(j).type() + " at rank " + rank + " of " + recording.name());
                }
            }
            if (events.size() != types.size()) {
                throw new LawNotFound(
                        shorter,
                        className + ": " + (types.size() - 1) + " operations at rank " + ranks[0] + ", "
                                + (events.size() - 1) + " at rank " + rank + " of " + recording.name());
            }
        }
        Columns plain = new Columns(recording, ranks, types, new int[0], new EnumMap<>(Folding.Blocks.class));
        return new Columns(recording, ranks, types, plain.numbered(column -> plain.content(column, true)), plain.texts);
    }

    /** Returns for each operation whether no rank has an open request before the operation. */
    boolean[] idle() {
        boolean[] idle = new boolean[types.size()];
        int inUse = 0;
        for (int j = 0; j < types.size(); j++) {
            idle[j] = inUse == 0;
            inUse += switch (types.get(j).kind()) {
                case ISEND, IRECV, ICOLLECTIVE -> 1;
                case AWAIT -> -1;
                case AWAIT_ALL -> -inUse;
                case AWAIT_SELECTED -> -types.get(j).ages().length;
                default -> 0;
            };
        }
        return idle;
    }

    /** Returns the number of ranks in the whole recording. */
    int world() {
        return recording.ranks();
    }

    Event event(int column, int rank) {
        return recording.events().get(rank).get(column);
    }

    /** Returns the mean computation time before an operation, seconds, >= 0. */
    double secondsBefore(int column) {
        double sum = 0;
        for (int rank : ranks) {
            sum += event(column, rank).secondsBefore();
        }
        return sum / ranks.length;
    }

    /** Returns the operations with their loops, which are determined on the first call. */
    Text text(Folding.Blocks blocks) {
        return texts.computeIfAbsent(blocks, some -> new Text(this, Folding.of(this, some)));
    }

    /** Returns one identifier per operation, equal for operations with the same type and partners on all ranks. */
    int[] partners() {
        return numbered(column -> content(column, false));
    }

    /** Returns one identifier per operation, equal for operations of the same type. */
    int[] numberedTypes() {
        return numbered(types::get);
    }

    private int[] numbered(IntFunction<Object> content) {
        Map<Object, Integer> known = new HashMap<>();
        return IntStream.range(0, types.size())
                .map(column -> known.computeIfAbsent(content.apply(column), fresh -> known.size()))
                .toArray();
    }

    private Object content(int column, boolean withNumbers) {
        List<Object> content = new ArrayList<>();
        content.add(types.get(column));
        for (int rank : ranks) {
            Event event = event(column, rank);
            content.add(event.peer());
            content.add(event.group());
            if (withNumbers || !event.type().isMessage()) {
                content.add(Arrays.stream(event.numbers()).boxed().toList());
            }
        }
        return content;
    }
}
