package org.tailback.model.loss;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The latest starts of messages: by height, and by destination and height those of the last two different senders. They
 * show whether a rank other than a given one has started a message since a time. Memory: O(destinations in use *
 * heights).
 */
final class RecentStarts {
    private static final double LONG_AGO = Double.NEGATIVE_INFINITY;

    private final double[] latestByHeight;
    private final @Nullable Latest[] byDestination;
    private final int heights;

    RecentStarts(int nodes, int heights) {
        this.heights = heights;
        latestByHeight = new double[heights + 1];
        Arrays.fill(latestByHeight, LONG_AGO);
        byDestination = new Latest[nodes];
    }

    RecentStarts copy() {
        RecentStarts copy = new RecentStarts(byDestination.length, heights);
        System.arraycopy(latestByHeight, 0, copy.latestByHeight, 0, latestByHeight.length);
        for (int node = 0; node < byDestination.length; node++) {
            Latest latest = byDestination[node];
            copy.byDestination[node] = latest == null ? null : new Latest(latest);
        }
        return copy;
    }

    /** Moves all starts back by a number of seconds. */
    void setBack(double seconds) {
        setBack(latestByHeight, seconds);
        for (Latest latest : byDestination) {
            if (latest != null) {
                setBack(latest.time, seconds);
                setBack(latest.otherTime, seconds);
            }
        }
    }

    private static void setBack(double[] times, double seconds) {
        Arrays.setAll(times, i -> times[i] - seconds);
    }

    void add(int sender, int height, int destination, double time) {
        latestByHeight[height] = time;
        Latest latest = byDestination[destination];
        if (latest == null) {
            latest = new Latest(heights);
            byDestination[destination] = latest;
        }
        latest.add(sender, height, time);
    }

    /** Returns true if a message of one of these heights has started after a time in seconds. */
    boolean any(boolean[] heightCounts, double after) {
        for (int h = 1; h <= heights; h++) {
            if (heightCounts[h] && latestByHeight[h] > after) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if another rank than a sender has started such a message to a node after a time in seconds. */
    boolean anyTo(int destination, int exceptSender, boolean[] heightCounts, double after) {
        Latest latest = byDestination[destination];
        if (latest == null) {
            return false;
        }
        for (int h = 1; h <= heights; h++) {
            double time = latest.sender[h] == exceptSender ? latest.otherTime[h] : latest.time[h];
            if (heightCounts[h] && time > after) {
                return true;
            }
        }
        return false;
    }

    /** The latest start, its sender, and the latest start of another sender, by height, in seconds. */
    private static final class Latest {
        private final double[] time;
        private final int[] sender;
        private final double[] otherTime;

        Latest(int heights) {
            time = new double[heights + 1];
            sender = new int[heights + 1];
            otherTime = new double[heights + 1];
            Arrays.fill(time, LONG_AGO);
            Arrays.fill(sender, -1);
            Arrays.fill(otherTime, LONG_AGO);
        }

        Latest(Latest other) {
            time = other.time.clone();
            sender = other.sender.clone();
            otherTime = other.otherTime.clone();
        }

        void add(int from, int height, double now) {
            if (sender[height] != from) {
                otherTime[height] = time[height];
                sender[height] = from;
            }
            time[height] = now;
        }
    }
}
