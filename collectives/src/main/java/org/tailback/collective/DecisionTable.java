package org.tailback.collective;

import java.util.Map;
import java.util.TreeMap;
import org.tailback.program.CollectiveCall.Kind;

/**
 * The algorithm of a kind that a library uses, by the number of ranks and a size: rows by ranks, each a sequence of
 * algorithms with the size from which on it is used.
 */
final class DecisionTable {
    /** Rows by the number of ranks below which they hold; Integer.MAX_VALUE for the last one. */
    private final TreeMap<Integer, TreeMap<Long, CollectiveAlgorithm>> rows = new TreeMap<>();

    private DecisionTable() {}

    /**
     * Reads a table as text: a line per row, {@code <8: binomial 2048 linear 65536 chain}, is used for fewer than 8
     * ranks: binomial below 2048 bytes, linear from there on, chain from 65536 bytes on. The last line begins with
     * {@code else:}.
     */
    static DecisionTable of(Kind kind, String text) {
        DecisionTable table = new DecisionTable();
        Map<String, CollectiveAlgorithm> algorithms = new TreeMap<>();
        for (String line : text.strip().split("\n")) {
            String[] sides = line.strip().split(":");
            int below = sides[0].equals("else") ? Integer.MAX_VALUE : Integer.parseInt(sides[0].substring(1));
            TreeMap<Long, CollectiveAlgorithm> row = new TreeMap<>();
            String[] words = sides[1].strip().split(" +");
            for (int i = 0; i < words.length; i += 2) {
                row.put(
                        i == 0 ? 0 : Long.parseLong(words[i - 1]),
                        algorithms.computeIfAbsent(words[i], name -> CollectiveAlgorithms.named(kind, name)));
            }
            table.rows.put(below, row);
        }
        return table;
    }

    /** O(log rows + log sizes). */
    CollectiveAlgorithm choose(int ranks, long bytes) {
        return rows.higherEntry(ranks).getValue().floorEntry(bytes).getValue();
    }
}
