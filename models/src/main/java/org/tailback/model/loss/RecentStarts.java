package org.tailback.model.loss;

import java.util.Arrays;

/**
 * Latest starts of messages: one start per height, and the starts of the last two different senders per destination and
 * height. They determine whether a rank other than a given rank has started a message since a time. The memory is
 * O(nodes * heights).
 */
final class RecentStarts {
    private final double[] latestByHeight;
    // time and sender of the latest start, indexed by destination * heights + height
    private final double[] time;
    private final int[] sender;
    /** Latest start of another sender, indexed by destination * heights + height. */
    private final double[] otherTime;

    /**
     * Creates the record of starts, initially empty.
     *
     * @param heights number of heights, numbered from 1
     */
    RecentStarts(int nodes, int heights) {
        latestByHeight = new double[heights + 1];
        time = new double[nodes * latestByHeight.length];
        sender = new int[time.length];
        otherTime = new double[time.length];
        Arrays.fill(sender, -1);
        for (double[] times : new double[][] {latestByHeight, time, otherTime}) {
            Arrays.fill(times, Double.NEGATIVE_INFINITY);
        }
    }

    private RecentStarts(RecentStarts original) {
        latestByHeight = original.latestByHeight.clone();
        time = original.time.clone();
        sender = original.sender.clone();
        otherTime = original.otherTime.clone();
    }

    RecentStarts copy() {
        return new RecentStarts(this);
    }

    /** Subtracts a number of seconds from the times of all starts. */
    void setBack(double seconds) {
        for (double[] times : new double[][] {latestByHeight, time, otherTime}) {
            Arrays.setAll(times, i -> times[i] - seconds);
        }
    }

    void add(int from, int height, int destination, double now) {
        latestByHeight[height] = now;
        int at = destination * latestByHeight.length + height;
        if (sender[at] != from) {
            otherTime[at] = time[at];
            sender[at] = from;
        }
        time[at] = now;
    }

    /** Returns whether a message of one of the given heights has started after a time in seconds. */
    boolean any(boolean[] heightCounts, double after) {
        for (int h = 1; h < latestByHeight.length; h++) {
            if (heightCounts[h] && latestByHeight[h] > after) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns whether a rank other than a sender has started a message of one of the given heights to a node after a
     * time in seconds.
     */
    boolean anyTo(int destination, int exceptSender, boolean[] heightCounts, double after) {
        for (int h = 1; h < latestByHeight.length; h++) {
            int at = destination * latestByHeight.length + h;
            if (heightCounts[h] && (sender[at] == exceptSender ? otherTime[at] : time[at]) > after) {
                return true;
            }
        }
        return false;
    }
}
