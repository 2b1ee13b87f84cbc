package org.tailback.timeline;

import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.tailback.stability.Internal;

/**
 * Ranges of a rank's next operations that belong to collectives. They cover the part of the program that has been
 * produced.
 *
 * @param <T> description of a collective
 */
@Internal
public final class CollectiveRanges<T> {
    static final long AFTER_ALL = Long.MAX_VALUE - 1;

    private final ArrayDeque<Range<T>> ranges = new ArrayDeque<>(2);

    private static final class Range<T> {
        private final long begin;
        private final T collective;
        private long end = Long.MAX_VALUE;
        private boolean entered;

        Range(long begin, T collective) {
            this.begin = begin;
            this.collective = collective;
        }
    }

    public void begin(long operation, T collective) {
        ranges.addLast(new Range<>(operation, collective));
    }

    /** Ends the collective that began last. */
    public void end(long operation) {
        ranges.getLast().end = operation;
    }

    /**
     * Ends and begins the collectives that end and begin before the next operation. Before {@link #AFTER_ALL}, these
     * are all remaining collectives.
     */
    public void reach(long operation, Consumer<T> enter, Consumer<T> leave) {
        while (!ranges.isEmpty() && ranges.getFirst().begin <= operation) {
            Range<T> range = ranges.getFirst();
            if (!range.entered) {
                range.entered = true;
                enter.accept(range.collective);
            }
            if (range.end > operation) {
                return;
            }
            leave.accept(range.collective);
            ranges.removeFirst();
        }
    }
}
