package org.tailback.trace.goal;

import java.util.Arrays;
import org.tailback.columns.Columns;
import org.tailback.trace.io.NumberTable;

/**
 * The labels of one rank and the operations that they name, found by the bytes of the labels. Labels of up to eight
 * bytes are their own key, longer ones are compared with the copy that is kept.
 */
final class GoalLabels {
    static final int UNKNOWN = NumberTable.NONE;

    private static final int INLINE_LENGTH = 8;
    private static final long MIXER = 0x100000001B3L;

    private final NumberTable operations = new NumberTable();
    /** Position of the copy of a long label, by operation. */
    private int[] copyOf = new int[64];

    private byte[] copies = new byte[1024];
    private int copied;

    void clear() {
        operations.clear();
        copied = 0;
    }

    int find(byte[] text, int from, int to) {
        return operations.get(key(text, from, to));
    }

    /** Gives an operation a label; returns the operation that has it already (and keeps it), or {@link #UNKNOWN}. */
    int define(byte[] text, int from, int to, int operation) {
        long key = key(text, from, to);
        int other = operations.get(key);
        if (other != UNKNOWN) {
            return other;
        }
        operations.put(key, operation);
        if (to - from > INLINE_LENGTH) {
            copyOf = Columns.fit(copyOf, operation);
            copyOf[operation] = copy(text, from, to);
        }
        return UNKNOWN;
    }

    /** Returns the key of a label: its own, or the first unused one that it may take. */
    private long key(byte[] text, int from, int to) {
        long key = 0;
        if (to - from <= INLINE_LENGTH) {
            for (int i = from; i < to; i++) {
                key = key << 8 | text[i];
            }
            return key;
        }
        for (int i = from; i < to; i++) {
            key = (key ^ text[i]) * MIXER;
        }
        // labels are ASCII: no short one has the highest bit
        key |= Long.MIN_VALUE;
        for (int other = operations.get(key);
                other != UNKNOWN && !isCopy(copyOf[other], text, from, to);
                other = operations.get(key)) {
            key = key * MIXER | Long.MIN_VALUE;
        }
        return key;
    }

    private boolean isCopy(int at, byte[] text, int from, int to) {
        int end = at + to - from;
        return end < copied && copies[end] == 0 && Arrays.equals(copies, at, end, text, from, to);
    }

    /** Keeps a label, ended by a zero byte. */
    private int copy(byte[] text, int from, int to) {
        int length = to - from;
        if (copied + length + 1 > copies.length) {
            copies = Arrays.copyOf(copies, Math.max(2 * copies.length, copied + length + 1));
        }
        int at = copied;
        System.arraycopy(text, from, copies, at, length);
        copies[at + length] = 0;
        copied += length + 1;
        return at;
    }
}
