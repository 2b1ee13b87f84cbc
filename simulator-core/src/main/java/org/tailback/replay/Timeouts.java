package org.tailback.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Retransmission timeouts of a replay: total seconds for each rank, and a list of the first timeouts. */
final class Timeouts {
    private final int ranks;
    private final List<Timeout> first = new ArrayList<>();
    private double[] ofRank = new double[0];
    private double seconds;

    Timeouts(int ranks) {
        this.ranks = ranks;
    }

    void add(int sender, int receiver, double at, double waited) {
        if (ofRank.length == 0) {
            ofRank = new double[ranks];
        }
        ofRank[sender] += waited;
        seconds += waited;
        if (first.size() < ReplayResult.MOST_TIMEOUTS) {
            first.add(new Timeout(sender, receiver, at, waited));
        }
    }

    /** Returns the seconds for which the messages of each rank waited, without copying; empty if none waited. */
    double[] ofRanks() {
        return ofRank;
    }

    double seconds() {
        return seconds;
    }

    List<Timeout> first() {
        if (first.isEmpty()) {
            return List.of();
        }
        return first.stream()
                .sorted(Comparator.comparingDouble(Timeout::at)
                        .thenComparingInt(Timeout::sender)
                        .thenComparingInt(Timeout::receiver))
                .toList();
    }
}
