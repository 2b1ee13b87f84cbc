package org.tailback.report;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Groups of neighbouring ranks that a page shows together; the last group may be smaller.
 *
 * @param size number of ranks in a group
 */
record RankGroups(int ranks, int size) {
    static RankGroups atMost(int groups, int ranks) {
        return new RankGroups(ranks, (ranks + groups - 1) / groups);
    }

    int count() {
        return (ranks + size - 1) / size;
    }

    int of(int rank) {
        return rank / size;
    }

    /** Returns the number of ranks in a group. */
    int sizeOf(int group) {
        return Math.min(ranks, (group + 1) * size) - group * size;
    }

    /** Returns the ranks of each group: {@code 7}, or {@code 16-31}. */
    List<String> names() {
        return IntStream.range(0, count())
                .mapToObj(group -> group * size + (sizeOf(group) == 1 ? "" : "-" + (group * size + sizeOf(group) - 1)))
                .toList();
    }
}
