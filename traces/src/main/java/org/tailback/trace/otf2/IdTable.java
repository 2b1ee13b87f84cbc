package org.tailback.trace.otf2;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Numbers by 64-bit ids, found without allocation: an array where the ids are dense, else a binary search. Memory
 * in proportion to the number of ids, whatever their size. Immutable.
 */
final class IdTable {
    private final long[] keys;
    private final long[] values;
    /** True if values are indexed by id; {@code keys} is empty then. */
    private final boolean dense;

    private IdTable(long[] keys, long[] values, boolean dense) {
        this.keys = keys;
        this.values = values;
        this.dense = dense;
    }

    /** Returns the values of ids 0, 1, …; the array is not copied. */
    static IdTable dense(long[] values) {
        return new IdTable(new long[0], values, true);
    }

    /**
     * Values of any ids. Of several values of one id the last one counts.
     *
     * @param missing what {@link #get} shall find for an unnamed id below the highest, if they turn out dense; must be
     *     what the caller passes there
     */
    static IdTable of(long[] ids, long[] values, int count, long missing) {
        long highest = -1;
        for (int i = 0; i < count; i++) {
            if (ids[i] < 0) {
                highest = Long.MAX_VALUE;
            }
            highest = Math.max(highest, ids[i]);
        }
        if (highest < 4L * count + 64) {
            long[] byId = new long[(int) highest + 1];
            Arrays.fill(byId, missing);
            for (int i = 0; i < count; i++) {
                byId[(int) ids[i]] = values[i];
            }
            return dense(byId);
        }
        return sparse(ids, values, count);
    }

    /** As {@link #of}, without the array of dense ids. */
    static IdTable sparse(long[] ids, long[] values, int count) {
        int[] order = IntStream.range(0, count)
                .boxed()
                .sorted((a, b) -> Long.compare(ids[a], ids[b]))
                .mapToInt(Integer::intValue)
                .toArray();
        long[] sortedIds = new long[count];
        long[] sortedValues = new long[count];
        int kept = 0;
        for (int i : order) {
            if (kept > 0 && sortedIds[kept - 1] == ids[i]) {
                kept--;
            }
            sortedIds[kept] = ids[i];
            sortedValues[kept++] = values[i];
        }
        return new IdTable(Arrays.copyOf(sortedIds, kept), Arrays.copyOf(sortedValues, kept), false);
    }

    /** Returns the value of an id, or {@code missing} if it has none. */
    long get(long id, long missing) {
        if (dense) {
            return id >= 0 && id < values.length ? values[(int) id] : missing;
        }
        int found = Arrays.binarySearch(keys, id);
        return found >= 0 ? values[found] : missing;
    }
}
