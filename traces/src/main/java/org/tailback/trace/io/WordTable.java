package org.tailback.trace.io;

import com.google.common.collect.ImmutableList;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.tailback.columns.LongTable;

/**
 * Table of the keywords of a text format, with lookups by their last eight letters and length without an allocation.
 * Immutable.
 */
public final class WordTable<T> {
    private final ImmutableList<T> meanings;
    private final byte[][] words;
    /** Position of a meaning in the list, plus 1, by the word's letters and length. */
    private final LongTable positions;

    /**
     * Creates a table.
     *
     * @param all meanings of all words
     * @param word function that returns the word of a meaning, in ASCII; words of the same length differ in their last
     *     eight letters
     */
    public WordTable(Collection<T> all, Function<T, String> word) {
        meanings = ImmutableList.copyOf(all);
        words = new byte[meanings.size()][];
        positions = new LongTable(1, 2 * meanings.size());
        for (int i = 0; i < words.length; i++) {
            words[i] = word.apply(meanings.get(i)).getBytes(StandardCharsets.US_ASCII);
            long key = key(letters(words[i]), words[i].length);
            positions.add(positions.slot(key), key, i + 1L);
        }
    }

    private static long key(long letters, int length) {
        return letters ^ (long) length << 56;
    }

    private static long letters(byte[] word) {
        long last = 0;
        for (byte letter : word) {
            last = last << 8 | letter & 0xff;
        }
        return last;
    }

    /** Returns the meaning of a word, or null for an unknown word. */
    public @Nullable T find(String word) {
        byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
        return find(letters(bytes), bytes, 0, bytes.length);
    }

    /**
     * Returns the meaning of a word in a range of bytes, or null for an unknown word.
     *
     * @param letters last eight letters of the word, the last letter in the lowest byte
     */
    public @Nullable T find(long letters, byte[] bytes, int from, int to) {
        int length = to - from;
        int position = (int) positions.value(positions.slot(key(letters, length))) - 1;
        return position < 0
                        || words[position].length != length
                        || length > Long.BYTES && !Arrays.equals(words[position], 0, length, bytes, from, to)
                ? null
                : meanings.get(position);
    }

    /** Returns whether a range of bytes contains exactly a given word. */
    public static boolean is(byte[] bytes, int from, int to, String word) {
        boolean equal = to - from == word.length();
        for (int i = 0; equal && i < word.length(); i++) {
            equal = bytes[from + i] == word.charAt(i);
        }
        return equal;
    }
}
