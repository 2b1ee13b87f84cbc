package org.tailback.columns;

/**
 * Hash table from keys of one or two words to values, with open addressing and linear probing. It needs no tombstones,
 * because a removal moves the following entries up. O(1) expected; no allocation except growth.
 *
 * <p>A slot holds the words of a key next to the value, so that a probe loads one cache line, rarely two. The value 0
 * marks an empty slot.
 */
public final class LongTable {
    private final int width;
    private long[] slots;
    private int mask;
    private int size;

    /**
     * Creates an empty table.
     *
     * @param words number of words per key, 1 or 2
     * @param expected number of keys for which there is room initially
     */
    public LongTable(int words, int expected) {
        width = words + 1;
        mask = 2 * Integer.highestOneBit(Math.max(16, expected) - 1) - 1;
        slots = new long[Math.multiplyExact(width, mask + 1)];
    }

    /** Returns two numbers packed into one word. */
    public static long pair(int high, int low) {
        return (long) high << Integer.SIZE | low & 0xFFFF_FFFFL;
    }

    /** Returns the slot of a key of one word, or the empty slot in which to add it. Valid until the next change. */
    public int slot(long word) {
        int slot = home(word);
        while (slots[width * slot + 1] != 0 && slots[width * slot] != word) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    /** Returns the slot of a key of two words, as {@link #slot(long)} does. */
    public int slot(long first, long second) {
        int slot = home(first, second);
        int at = width * slot;
        while (slots[at + 2] != 0 && (slots[at] != first || slots[at + 1] != second)) {
            slot = slot + 1 & mask;
            at = width * slot;
        }
        return slot;
    }

    /** Returns the value in a slot; 0 if it is empty. */
    public long value(int slot) {
        return slots[width * slot + width - 1];
    }

    /** Changes the value of the key in a slot. The value must not be 0. */
    public void set(int slot, long value) {
        slots[width * slot + width - 1] = value;
    }

    /** Adds a key of one word in its empty slot, with a value that is not 0. */
    public void add(int slot, long word, long value) {
        slots[width * slot] = word;
        added(slot, value);
    }

    /** Adds a key of two words in its empty slot, with a value that is not 0. */
    public void add(int slot, long first, long second, long value) {
        slots[width * slot + 1] = second;
        add(slot, first, value);
    }

    private void added(int slot, long value) {
        set(slot, value);
        if (++size * 2 > mask + 1) {
            rehash();
        }
    }

    /** Removes the key in a slot. */
    public void remove(int slot) {
        size--;
        int gap = slot;
        for (int probe = slot + 1 & mask; value(probe) != 0; probe = probe + 1 & mask) {
            if ((probe - home(slots, width * probe) & mask) >= (probe - gap & mask)) {
                System.arraycopy(slots, width * probe, slots, width * gap, width);
                gap = probe;
            }
        }
        set(gap, 0);
    }

    /** Returns the number of slots. */
    public int capacity() {
        return mask + 1;
    }

    private int home(long word) {
        return (int) (word * 0x9E3779B97F4A7C15L >>> 32) & mask;
    }

    private int home(long first, long second) {
        return home(first * 0xD6E8FEB86659FD93L + second);
    }

    private int home(long[] words, int from) {
        return width == 2 ? home(words[from]) : home(words[from], words[from + 1]);
    }

    private void rehash() {
        long[] old = slots;
        mask = 2 * mask + 1;
        slots = new long[Math.multiplyExact(width, mask + 1)];
        for (int at = 0; at < old.length; at += width) {
            if (old[at + width - 1] != 0) {
                int slot = home(old, at);
                while (value(slot) != 0) {
                    slot = slot + 1 & mask;
                }
                System.arraycopy(old, at, slots, width * slot, width);
            }
        }
    }
}
