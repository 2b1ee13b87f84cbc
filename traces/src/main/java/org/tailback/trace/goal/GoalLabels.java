package org.tailback.trace.goal;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.tailback.trace.io.NumberTable;

/**
 * Labels of one rank and the operations that they name. Labels of up to eight bytes, which are the most common, are
 * found without an allocation.
 */
final class GoalLabels {
    static final int UNKNOWN = NumberTable.NONE;

    private final NumberTable shortOnes = new NumberTable();
    private final Map<String, Integer> longOnes = new HashMap<>();

    void clear() {
        shortOnes.clear();
        longOnes.clear();
    }

    /** Returns the operation of a label, or {@link #UNKNOWN}. */
    int find(byte[] text, int from, int to) {
        return isLong(from, to)
                ? longOnes.getOrDefault(string(text, from, to), UNKNOWN)
                : shortOnes.get(key(text, from, to));
    }

    /** Defines a new label of an operation. */
    void define(byte[] text, int from, int to, int operation) {
        if (isLong(from, to)) {
            longOnes.put(string(text, from, to), operation);
        } else {
            shortOnes.put(key(text, from, to), operation);
        }
    }

    private static boolean isLong(int from, int to) {
        return to - from > Long.BYTES;
    }

    private static String string(byte[] text, int from, int to) {
        return new String(text, from, to - from, StandardCharsets.US_ASCII);
    }

    private static long key(byte[] text, int from, int to) {
        long key = 0;
        for (int i = from; i < to; i++) {
            key = key << 8 | text[i];
        }
        return key;
    }
}
