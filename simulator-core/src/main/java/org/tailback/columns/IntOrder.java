package org.tailback.columns;

/** Order of numbers, by which it sorts them. The sort is stable. No allocation except growth. */
public abstract class IntOrder {
    private static final int FEW = 24;

    private int[] merged = new int[0];

    /** Returns whether a number is before another one. */
    protected abstract boolean before(int a, int b);

    /** Sorts the first {@code count} numbers. O(count) if they are in order, O(count log count) otherwise. */
    public final void sort(int[] ids, int count) {
        int sorted = 1;
        while (sorted < count && !before(ids[sorted], ids[sorted - 1])) {
            sorted++;
        }
        if (sorted < count) {
            merged = Columns.fit(merged, count - 1);
            sort(ids, 0, count);
        }
    }

    private void sort(int[] ids, int from, int to) {
        if (to - from <= FEW) {
            for (int i = from + 1; i < to; i++) {
                int id = ids[i];
                int at = i;
                while (at > from && before(id, ids[at - 1])) {
                    ids[at] = ids[at - 1];
                    at--;
                }
                ids[at] = id;
            }
            return;
        }
        int middle = (from + to) >>> 1;
        sort(ids, from, middle);
        sort(ids, middle, to);
        System.arraycopy(ids, from, merged, from, middle - from);
        int left = from;
        int right = middle;
        for (int at = from; left < middle; at++) {
            ids[at] = right < to && before(ids[right], merged[left]) ? ids[right++] : merged[left++];
        }
    }
}
