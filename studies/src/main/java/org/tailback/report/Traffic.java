package org.tailback.report;

import java.util.ArrayList;
import java.util.List;

/** Messages between groups of neighbouring ranks, and the time that the messages lose to contention. */
final class Traffic {
    private static final int MOST_GROUPS = 128;

    final RankGroups groups;
    private final long[] bytes;
    private final long[] messages;
    private final double[] lost;

    Traffic(int ranks) {
        groups = RankGroups.atMost(MOST_GROUPS, ranks);
        int cells = groups.count() * groups.count();
        bytes = new long[cells];
        messages = new long[cells];
        lost = new double[cells];
    }

    void add(int sender, int receiver, long size, double lostSeconds) {
        int cell = groups.of(sender) * groups.count() + groups.of(receiver);
        bytes[cell] += size;
        messages[cell]++;
        lost[cell] += lostSeconds;
    }

    /**
     * The messages from one group to another.
     *
     * @param lost seconds beyond the contention-free time, summed over the messages
     */
    record Cell(int sender, int receiver, long messages, long bytes, double lost) {}

    List<Cell> cells() {
        List<Cell> cells = new ArrayList<>();
        for (int i = 0; i < messages.length; i++) {
            if (messages[i] > 0) {
                cells.add(
                        new Cell(i / groups.count(), i % groups.count(), messages[i], bytes[i], Math.max(0, lost[i])));
            }
        }
        return cells;
    }
}
