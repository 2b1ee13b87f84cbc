package org.tailback.timeline;

import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Ranges of a rank's next operations that belong to collectives, as far as its program has been produced. */
final class CollectiveRanges {
    private static final long NOT_KNOWN = Long.MAX_VALUE;

    private final ArrayDeque<Range> ranges = new ArrayDeque<>(2);
    private @Nullable Range latest;

    private static final class Range {
        private final Slice slice;
        private long end = NOT_KNOWN;
        private boolean entered;

        Range(Slice slice) {
            this.slice = slice;
        }
    }

    void begin(Slice slice) {
        Range range = new Range(slice);
        ranges.addLast(range);
        latest = range;
    }

    void end(long operation) {
        if (latest != null) {
            latest.end = operation;
            latest = null;
        }
    }

    /** An operation is next: ends and begins what ends and begins before it. */
    void reach(long operation, Consumer<Slice> enter, Consumer<Slice> leave) {
        while (!ranges.isEmpty()) {
            Range range = ranges.getFirst();
            if (range.slice.index() > operation) {
                return;
            }
            if (!range.entered) {
                range.entered = true;
                enter.accept(range.slice);
            }
            if (range.end > operation) {
                return;
            }
            leave.accept(range.slice);
            ranges.removeFirst();
        }
    }

    /** The program has ended. */
    void reachEnd(Consumer<Slice> enter, Consumer<Slice> leave) {
        reach(NOT_KNOWN - 1, enter, leave);
    }
}
