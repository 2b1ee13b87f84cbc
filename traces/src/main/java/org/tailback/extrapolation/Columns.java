package org.tailback.extrapolation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.tailback.extrapolation.Event.Type;

/**
 * The operations of all ranks of one class at one number of ranks, as one sequence: the ranks perform the same types of
 * operations, their numbers may differ.
 */
final class Columns {
    private final Recording recording;
    private final int[] ranks;
    private final List<Type> types;
    private final int[] inUse;
    private final Map<Folding.Blocks, Text> texts = new EnumMap<>(Folding.Blocks.class);
    private int @Nullable [] contents;

    private Columns(Recording recording, int[] ranks) {
        this.recording = recording;
        this.ranks = ranks;
        this.types = recording.events().get(ranks[0]).stream().map(Event::type).toList();
        this.inUse = new int[types.size() + 1];
        for (int j = 0; j < types.size(); j++) {
            inUse[j + 1] = switch (types.get(j).kind()) {
                case ISEND, IRECV, ICOLLECTIVE -> inUse[j] + 1;
                case AWAIT -> inUse[j] - 1;
                case AWAIT_ALL -> 0;
                case AWAIT_SELECTED -> inUse[j] - types.get(j).ages().length;
                default -> inUse[j];
            };
        }
    }

    /**
     * Returns the sequence of the given ranks.
     *
     * @throws LawNotFound if two ranks perform different types of operations
     */
    static Columns of(Recording recording, int[] ranks, String className) {
        Columns columns = new Columns(recording, ranks);
        for (int rank : ranks) {
            List<Event> events = recording.events().get(rank);
            int shorter = Math.min(events.size(), columns.length());
            for (int j = 0; j < shorter; j++) {
                if (!events.get(j).type().equals(columns.types.get(j))) {
                    throw new LawNotFound(
                            j,
                            className + ", operation " + (j + 1) + ": " + columns.types.get(j) + " at rank " + ranks[0]
                                    + ", " + events.get(j).type() + " at rank " + rank + " of " + recording.name());
                }
            }
            if (events.size() != columns.length()) {
                throw new LawNotFound(
                        shorter,
                        className + ": " + (columns.length() - 1) + " operations at rank " + ranks[0] + ", "
                                + (events.size() - 1) + " at rank " + rank + " of " + recording.name());
            }
        }
        return columns;
    }

    /** Returns whether the ranks have no request in use before an operation. */
    boolean isIdleBefore(int column) {
        return inUse[column] == 0;
    }

    Recording recording() {
        return recording;
    }

    /** Returns the number of ranks in the whole recording. */
    int world() {
        return recording.ranks();
    }

    int[] ranks() {
        return ranks;
    }

    int length() {
        return types.size();
    }

    List<Type> types() {
        return types;
    }

    Event event(int column, int rank) {
        return recording.events().get(rank).get(column);
    }

    /** Returns the mean computation before an operation, seconds, >= 0. */
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

    /** Returns a number by operation that is equal where all numbers of the operations are equal at all ranks. */
    int[] contents() {
        if (contents == null) {
            contents = numbered(column -> content(column, true));
        }
        return contents;
    }

    /** Returns a number by operation that is equal where types and partners are equal at all ranks. */
    int[] partners() {
        return numbered(column -> content(column, false));
    }

    /** Returns a number by operation that is equal where types are equal. */
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
