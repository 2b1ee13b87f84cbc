package org.tailback.trace.goal;

import java.util.Arrays;

/**
 * The labels of one rank and the operations that they name: a hash table (open addressing, linear probing) over the
 * bytes of the labels. Labels of up to eight bytes are their own key, longer ones are compared with the copy that is
 * kept. Forgetting all labels is O(1), so that one table serves a million ranks.
 */
final class GoalLabels {
    static final int UNKNOWN = -1;

    private static final int INLINE_LENGTH = 8;

    private long[] keys = new long[256];
    private int[] operations = new int[256];
    private int[] copyOf = new int[256];
    private int[] generationOf = new int[256];
    private int generation = 1;
    private int count;
    private byte[] copies = new byte[1024];
    private int copied;

    /** Forgets all labels. */
    void clear() {
        count = 0;
        copied = 0;
        if (++generation == Integer.MAX_VALUE) {
            Arrays.fill(generationOf, 0);
            generation = 1;
        }
    }

    /** Returns the operation of a label, or {@link #UNKNOWN}. */
    int find(byte[] text, int from, int to) {
        int slot = slot(key(text, from, to), text, from, to);
        return generationOf[slot] == generation ? operations[slot] : UNKNOWN;
    }

    /** Gives an operation a label; returns the operation that has it already (and keeps it), or {@link #UNKNOWN}. */
    int define(byte[] text, int from, int to, int operation) {
        long key = key(text, from, to);
        int slot = slot(key, text, from, to);
        if (generationOf[slot] == generation) {
            return operations[slot];
        }
        keys[slot] = key;
        operations[slot] = operation;
        generationOf[slot] = generation;
        if (to - from > INLINE_LENGTH) {
            copyOf[slot] = copy(text, from, to);
        }
        if (2 * ++count > keys.length) {
            rehash();
        }
        return UNKNOWN;
    }

    private static long key(byte[] text, int from, int to) {
        long key = 0;
        if (to - from <= INLINE_LENGTH) {
            for (int i = from; i < to; i++) {
                key = key << 8 | text[i];
            }
            return key;
        }
        for (int i = from; i < to; i++) {
            key = (key ^ text[i]) * 0x100000001B3L;
        }
        // labels are ASCII: no short one has the highest bit
        return key | Long.MIN_VALUE;
    }

    private int slot(long key, byte[] text, int from, int to) {
        int mask = keys.length - 1;
        int slot = home(key, mask);
        while (generationOf[slot] == generation && !(keys[slot] == key && (key >= 0 || isCopy(slot, text, from, to)))) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private static int home(long key, int mask) {
        long hash = key * 0x9E3779B97F4A7C15L;
        return (int) (hash >>> 32) & mask;
    }

    private boolean isCopy(int slot, byte[] text, int from, int to) {
        int at = copyOf[slot];
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

    private void rehash() {
        long[] oldKeys = keys;
        int[] oldOperations = operations;
        int[] oldCopyOf = copyOf;
        int[] oldGenerationOf = generationOf;
        int capacity = Math.multiplyExact(2, oldKeys.length);
        keys = new long[capacity];
        operations = new int[capacity];
        copyOf = new int[capacity];
        generationOf = new int[capacity];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldGenerationOf[i] == generation) {
                // all are different, so that a free slot is the right one
                int slot = home(oldKeys[i], capacity - 1);
                while (generationOf[slot] == generation) {
                    slot = slot + 1 & capacity - 1;
                }
                keys[slot] = oldKeys[i];
                operations[slot] = oldOperations[i];
                copyOf[slot] = oldCopyOf[i];
                generationOf[slot] = generation;
            }
        }
    }
}
