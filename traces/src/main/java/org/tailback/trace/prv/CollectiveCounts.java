package org.tailback.trace.prv;

import java.util.Arrays;
import org.tailback.columns.Columns;
import org.tailback.columns.LongTable;
import org.tailback.error.InputException;
import org.tailback.trace.io.NumberTable;

/**
 * The numbers of collective operations of each task on each communicator. Tasks of a cut trace may have different
 * numbers: operations began before the cut or would have followed after it. Matching records are then found by time:
 * the first operation of a task is taken for that one of the task with the most operations that begins nearest to it.
 *
 * <p>Memory: about 600 bytes per communicator and task that uses it.
 */
final class CollectiveCounts {
    private static final int MOST_MISSING = 63;

    private final NumberTable index = new NumberTable();
    private int[] counts = new int[16];
    private long[][] begins = new long[16][];
    /** Lag of the numbers of a task's operations behind those of the task with the most. */
    private int[] offsets = new int[16];
    /** First and last (exclusive) operation that all members have; by communicator. */
    private int[] from = new int[0];

    private int[] to = new int[0];
    private long dropped;

    /** Adds a task's next operation, which begins at a time; returns its number, from 0. */
    int add(int communicator, int task, long time) {
        int entry = entry(communicator, task);
        if (entry == NumberTable.NONE) {
            entry = index.size();
            index.put(LongTable.pair(communicator, task), entry);
            counts = Columns.fit(counts, entry);
            offsets = Columns.fit(offsets, entry);
            begins = Columns.fit(begins, entry);
            begins[entry] = new long[4];
        }
        int number = counts[entry]++;
        if (number <= MOST_MISSING) {
            if (number == begins[entry].length) {
                begins[entry] = Arrays.copyOf(begins[entry], 4 * number);
            }
            begins[entry][number] = time;
        }
        return number;
    }

    private int entry(int communicator, int task) {
        return index.get(LongTable.pair(communicator, task));
    }

    /**
     * Finds the operations that belong together.
     *
     * @param members tasks of each communicator
     * @param file for messages
     */
    void align(int[][] members, String file) {
        from = new int[members.length];
        to = new int[members.length];
        for (int communicator = 0; communicator < members.length; communicator++) {
            align(communicator, members[communicator], file);
        }
        begins = new long[0][];
    }

    private void align(int communicator, int[] members, String file) {
        int most = NumberTable.NONE;
        int least = Integer.MAX_VALUE;
        for (int task : members) {
            int entry = entry(communicator, task);
            least = Math.min(least, entry == NumberTable.NONE ? 0 : counts[entry]);
            if (entry != NumberTable.NONE && (most == NumberTable.NONE || counts[entry] > counts[most])) {
                most = entry;
            }
        }
        int last = most == NumberTable.NONE ? 0 : counts[most];
        int first = 0;
        if (least < last) {
            for (int task : members) {
                int entry = entry(communicator, task);
                if (entry == NumberTable.NONE) {
                    last = 0;
                    continue;
                }
                int missing = counts[most] - counts[entry];
                if (missing > MOST_MISSING && least > 0) {
                    throw new InputException(file + ": of the collective operations of a communicator one task has "
                            + counts[most] + " and another one " + counts[entry]
                            + ". Cut the trace where less of them are under way");
                }
                offsets[entry] = least == 0 ? 0 : nearest(begins[most], begins[entry][0], missing);
                first = Math.max(first, offsets[entry]);
                last = Math.min(last, offsets[entry] + counts[entry]);
            }
        }
        from[communicator] = first;
        to[communicator] = Math.max(first, last);
        for (int task : members) {
            int entry = entry(communicator, task);
            dropped += entry == NumberTable.NONE ? 0 : counts[entry] - (to[communicator] - from[communicator]);
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

    /** Returns the number of a task's operation among those of all members, with partners or not. */
    int aligned(int communicator, int task, int number) {
        int entry = entry(communicator, task);
        return number + (entry == NumberTable.NONE ? 0 : offsets[entry]);
    }

    /** Returns the number of operations without partners. */
    long dropped() {
        return dropped;
    }
}
