package org.tailback.trace.io;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The keywords of a text format, found without an allocation: a hash table with linear probing. Immutable. */
public final class WordTable<T> {
    private final byte[][] words;
    private final long[] letters;
    private final Object[] meanings;
    private final int mask;

    /**
     * Creates a table.
     *
     * @param all meanings of the words
     * @param word the word of each, ASCII
     */
    public WordTable(Collection<T> all, Function<T, String> word) {
        mask = Integer.highestOneBit(8 * all.size()) - 1;
        words = new byte[mask + 1][];
        letters = new long[mask + 1];
        meanings = new Object[mask + 1];
        for (T meaning : all) {
            byte[] bytes = word.apply(meaning).getBytes(StandardCharsets.US_ASCII);
            long last = letters(bytes, 0, bytes.length);
            int slot = slot(last);
            while (words[slot] != null) {
                slot = slot + 1 & mask;
            }
            words[slot] = bytes;
            letters[slot] = last;
            meanings[slot] = meaning;
        }
    }

    private static long letters(byte[] bytes, int from, int to) {
        long last = 0;
        for (int i = from; i < to; i++) {
            last = last << 8 | bytes[i];
        }
        return last;
    }

    private int slot(long last) {
        return (int) (last * 0x9E3779B97F4A7C15L >>> 32) & mask;
    }

    /**
     * Returns the meaning of a word of up to eight letters, or null.
     *
     * @param last the letters, the last one in the lowest byte
     */
    @SuppressWarnings("unchecked") // only meanings are put in
    public @Nullable T find(long last) {
        for (int slot = slot(last); words[slot] != null; slot = slot + 1 & mask) {
            if (letters[slot] == last && words[slot].length <= Long.BYTES) {
                return (T) meanings[slot];
            }
        }
        return null;
    }

    @SuppressWarnings("unchecked") // only meanings are put in
    public @Nullable T find(byte[] bytes, int from, int to) {
        long last = letters(bytes, from, to);
        for (int slot = slot(last); words[slot] != null; slot = slot + 1 & mask) {
            if (letters[slot] == last && Arrays.equals(words[slot], 0, words[slot].length, bytes, from, to)) {
                return (T) meanings[slot];
            }
        }
        return null;
    }
}
