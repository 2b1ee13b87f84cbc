package org.tailback.collective;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.tailback.program.CollectiveCall.Kind;

/**
 * The algorithm of a kind that a library uses, by the number of ranks and a size: rows by ranks, each a sequence of
 * algorithms with the size from which on it is used.
 */
final class DecisionTable {
    /** Rows by the number of ranks below which they apply; Integer.MAX_VALUE for the last one. */
    private final TreeMap<Integer, TreeMap<Long, CollectiveAlgorithm>> rows = new TreeMap<>();

    private DecisionTable() {}

    /**
     * Reads the tables of a library: a line per row, {@code bcast <8: binomial 2048 linear 65536 chain}, is used for
     * fewer than 8 ranks: binomial below 2048 bytes, linear from there on, chain from 65536 bytes on. The last line of
     * a kind begins with {@code else}.
     */
    static Map<Kind, DecisionTable> read(String resource) {
        Map<Kind, DecisionTable> tables = new EnumMap<>(Kind.class);
        TableLine.read(resource)
                .forEach(line -> tables.computeIfAbsent(line.kind(), kind -> new DecisionTable())
                        .add(line));
        return tables;
    }

    private void add(TableLine line) {
        TreeMap<Long, CollectiveAlgorithm> row = new TreeMap<>();
        String[] words = line.text().split(" ");
        for (int i = 0; i < words.length; i += 2) {
            row.put(i == 0 ? 0 : Long.parseLong(words[i - 1]), CollectiveAlgorithms.named(line.kind(), words[i]));
        }
        boolean isLast = line.key().equals("else");
        rows.put(isLast ? Integer.MAX_VALUE : Integer.parseInt(line.key().substring(1)), row);
    }

    /** Returns the algorithm for a number of ranks and a size. O(log rows + log sizes). */
    CollectiveAlgorithm choose(int ranks, long bytes) {
        return rows.higherEntry(ranks).getValue().floorEntry(bytes).getValue();
    }
}
