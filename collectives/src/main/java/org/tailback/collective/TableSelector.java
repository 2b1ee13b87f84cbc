package org.tailback.collective;

import com.google.common.collect.HashBasedTable;
import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.Iterables;
import com.google.common.collect.Table;
import com.google.common.math.LongMath;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Selector that makes the decisions of an MPI library. A table in the resources of this package contains the decisions
 * and their sources. Lines of the table have the form {@code operation key: text}, by key:
 *
 * <ul>
 *   <li>{@code <8}, {@code 2^n}, {@code else}: row for fewer than 8 ranks, for powers of two, or for all other numbers
 *       of ranks; the first row that applies is used. {@code binomial 2048 linear 65536 chain} means binomial below
 *       2048 bytes, linear from 2048 bytes on, and chain from 65536 bytes on.
 *   <li>{@code size}: size that determines the algorithm: {@code whole} is the size of all ranks' blocks, {@code block}
 *       their mean size. The default is {@link CollectiveCall#bytes}.
 *   <li>{@code few}: algorithms of the rows, each with its replacement if there are fewer elements than ranks (ring) or
 *       fewer than the largest power of two up to the number of ranks (all other algorithms).
 * </ul>
 *
 * <p>Elements are assumed to have {@value #ELEMENT_BYTES} bytes, and operators to be commutative. Algorithms that
 * depend on nodes are not supported.
 */
final class TableSelector extends NamedSelector {
    private static final int ELEMENT_BYTES = 8;

    private final String name;
    private final ImmutableListMultimap<Kind, Row> rows;
    private final Map<Kind, String> sizes = new HashMap<>();
    private final Table<Kind, String, String> few = HashBasedTable.create();

    /** Algorithms for fewer than a number of ranks, by the size in bytes from which each is used. */
    private record Row(int below, boolean ofPowersOfTwo, TreeMap<Long, String> bySize) {
        static Row of(String key, String[] words) {
            TreeMap<Long, String> bySize = new TreeMap<>();
            for (int i = 0; i < words.length; i += 2) {
                bySize.put(i == 0 ? 0 : Long.parseLong(words[i - 1]), words[i]);
            }
            int below = key.startsWith("<") ? Integer.parseInt(key.substring(1)) : Integer.MAX_VALUE;
            return new Row(below, key.equals("2^n"), bySize);
        }

        boolean applies(int ranks) {
            return ranks < below && (!ofPowersOfTwo || Sizes.isPowerOfTwo(ranks));
        }
    }

    /**
     * Reads the table of a library.
     *
     * @param name name of the library and of its table
     */
    TableSelector(String name) {
        this.name = name;
        ImmutableListMultimap.Builder<Kind, Row> read = ImmutableListMultimap.builder();
        for (TableLine line : TableLine.read(name + ".txt")) {
            String[] words = line.text().split(" ");
            switch (line.key()) {
                case "size" -> sizes.put(line.kind(), line.text());
                case "few" -> {
                    for (int i = 0; i < words.length; i += 2) {
                        few.put(line.kind(), words[i], words[i + 1]);
                    }
                }
                default -> read.put(line.kind(), Row.of(line.key(), words));
            }
        }
        rows = read.build();
    }

    @Override
    public String name() {
        return name;
    }

    /** Returns the name of the algorithm in the library's table. O(rows of the kind). */
    @Override
    String choose(CollectiveCall call, int ranks) {
        Row row = Iterables.tryFind(rows.get(call.kind()), each -> each.applies(ranks))
                .get();
        String chosen = row.bySize.floorEntry(size(call, ranks)).getValue();
        int leastElements = chosen.equals("ring") ? ranks : Integer.highestOneBit(ranks);
        return call.bytes() / ELEMENT_BYTES < leastElements
                ? Objects.requireNonNullElse(few.get(call.kind(), chosen), chosen)
                : chosen;
    }

    private long size(CollectiveCall call, int ranks) {
        return switch (sizes.getOrDefault(call.kind(), "")) {
            case "whole" -> LongMath.saturatedMultiply(call.bytes(), ranks);
            case "block" -> call.bytes() / ranks;
            default -> call.bytes();
        };
    }
}
