package org.tailback.trace.prv;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.tailback.columns.Columns;
import org.tailback.columns.LongTable;
import org.tailback.error.InputException;
import org.tailback.trace.io.IdTable;

/**
 * Numbers of collective operations of each task on each communicator. Tasks of a cut trace may have different numbers,
 * because operations began before the cut or follow after it. In this case, matching records are found by time: the
 * first operation of a task corresponds to the operation nearest in time of the task with the most operations.
 *
 * <p>Memory: about 600 bytes per communicator and task that uses it.
 */
final class CollectiveCounts {
    private static final int MOST_MISSING = 63;

    private final IdTable<Entry> entries = new IdTable<>();
    /**
     * First operation that all members have, by communicator; {@link #to} contains the end of these operations,
     * exclusive.
     */
    private int[] from = new int[0];

    private int[] to = new int[0];
    /** Number of operations without partners. */
    long dropped;

    /** Operations of a task on a communicator. */
    private static final class Entry {
        private int count;
        /** Times at which the first operations began. */
        private long[] begins = new long[4];
        /** Lag of the task's operation numbers behind the numbers of the task with the most operations. */
        private int offset;
    }

    /** Adds a task's next operation, which begins at the given time; returns its number, from 0. */
    int add(int communicator, int task, long time) {
        Entry entry = entry(communicator, task);
        if (entry == null) {
            entry = new Entry();
            entries.put(LongTable.pair(communicator, task), entry);
        }
        int number = entry.count++;
        if (number <= MOST_MISSING) {
            entry.begins = Columns.fit(entry.begins, number);
            entry.begins[number] = time;
        }
        return number;
    }

    private @Nullable Entry entry(int communicator, int task) {
        return entries.get(LongTable.pair(communicator, task));
    }

    /**
     * Determines the operations that belong together.
     *
     * @param members tasks of each communicator
     * @param file name of the file, for messages
     */
    void align(int[][] members, String file) {
        from = new int[members.length];
        to = new int[members.length];
        for (int communicator = 0; communicator < members.length; communicator++) {
            align(communicator, members[communicator], file);
        }
    }

    private void align(int communicator, int[] members, String file) {
        List<Entry> of = Arrays.stream(members)
                .mapToObj(task -> entry(communicator, task))
                .filter(Objects::nonNull)
                .toList();
        boolean all = of.size() == members.length;
        Entry most =
                of.stream().max(Comparator.comparingInt(entry -> entry.count)).orElseGet(Entry::new);
        int first = 0;
        int last = all ? most.count : 0;
        for (Entry entry : of) {
            int missing = most.count - entry.count;
            if (missing > MOST_MISSING && all) {
                throw new InputException(file + ": one task has "
                        + most.count + " collective operations of a communicator, and another task has " + entry.count
                        + ". Cut the trace where fewer of them are in progress");
            }
            entry.offset = all ? nearest(most.begins, entry.begins[0], missing) : 0;
            first = Math.max(first, entry.offset);
            last = Math.min(last, entry.offset + entry.count);
        }
        from[communicator] = first;
        to[communicator] = Math.max(first, last);
        for (Entry entry : of) {
            dropped += entry.count - (to[communicator] - from[communicator]);
            entry.begins = new long[0]; // releases the memory
        }
    }

    private static int nearest(long[] times, long time, int most) {
        int nearest = 0;
        for (int i = 1; i <= most; i++) {
            if (Math.abs(times[i] - time) < Math.abs(times[nearest] - time)) {
                nearest = i;
            }
        }
        return nearest;
    }

    boolean hasPartners(int communicator, int aligned) {
        return aligned >= from[communicator] && aligned < to[communicator];
    }

    /**
     * Returns the number of a task's operation in the common numbering of all members, which includes operations
     * without partners.
     */
    int aligned(int communicator, int task, int number) {
        Entry entry = entry(communicator, task);
        return number + (entry == null ? 0 : entry.offset);
    }
}
