package org.tailback.report;

import java.util.ArrayList;
import java.util.List;

/** Messages between groups of neighbouring ranks, and the time that they lose to contention. */
final class Traffic {
    private static final int MOST_GROUPS = 128;

    private final int ranks;
    private final int ranksPerGroup;
    private final int groups;
    private final long[] bytes;
    private final long[] messages;
    private final double[] lost;

    Traffic(int ranks) {
        this.ranks = ranks;
        ranksPerGroup = (ranks + MOST_GROUPS - 1) / MOST_GROUPS;
        groups = (ranks + ranksPerGroup - 1) / ranksPerGroup;
        bytes = new long[groups * groups];
        messages = new long[groups * groups];
        lost = new double[groups * groups];
    }

    void add(int sender, int receiver, long size, double lostSeconds) {
        int cell = group(sender) * groups + group(receiver);
        bytes[cell] += size;
        messages[cell]++;
        lost[cell] += lostSeconds;
    }

    private int group(int rank) {
        return rank / ranksPerGroup;
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
                cells.add(new Cell(i / groups, i % groups, messages[i], bytes[i], Math.max(0, lost[i])));
            }
        }
        return cells;
    }

    List<String> groupNames() {
        List<String> names = new ArrayList<>();
        for (int group = 0; group < groups; group++) {
            int first = group * ranksPerGroup;
            int last = Math.min(ranks, first + ranksPerGroup) - 1;
            names.add(first == last ? Integer.toString(first) : first + "-" + last);
        }
        return names;
    }
}
