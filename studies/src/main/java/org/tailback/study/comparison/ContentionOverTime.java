package org.tailback.study.comparison;

import java.util.Arrays;
import org.tailback.cluster.Placement;
import org.tailback.columns.Columns;
import org.tailback.observe.Observer;

/**
 * Time that messages between nodes lose to contention, over time: while a message has penalty p, it loses 1 - 1/p
 * seconds every second, which sums up to its time in the network beyond its contention-free time. Waiting for a
 * retransmission is not counted.
 *
 * <p>The run is kept as at most {@link #BINS} intervals of equal length, joined in pairs when it grows longer; so a
 * part of the run is known to within a thousandth of its length. O(1) for each change of a rate, beside the intervals
 * that pass.
 */
final class ContentionOverTime implements Observer {
    private static final int BINS = 2048;

    private final Placement placement;
    private final double[] lost = new double[BINS];
    private double width = 1e-9;
    private double now;
    /** Seconds that all messages together lose in a second. */
    private double rate;

    private int disturbed;
    private double[] rateOfMessage = new double[64];
    private boolean[] counts = new boolean[64];

    ContentionOverTime(Placement placement) {
        this.placement = placement;
    }

    @Override
    public void messageStarted(int message, int sender, int receiver, long bytes, double time) {
        rateOfMessage = Columns.fit(rateOfMessage, message);
        counts = Columns.fit(counts, message);
        counts[message] = placement.nodeOf(sender) != placement.nodeOf(receiver);
        rateOfMessage[message] = 0;
    }

    @Override
    public void rateChanged(int message, double penalty, double time) {
        if (counts[message]) {
            set(message, 1 - 1 / penalty, time);
        }
    }

    @Override
    public void retransmissionTimeout(int message, double time, double until) {
        set(message, 0, time);
    }

    @Override
    public void messageEnded(int message, double time, double arrival) {
        set(message, 0, time);
    }

    private void set(int message, double newRate, double time) {
        double oldRate = rateOfMessage[message];
        if (oldRate == newRate) {
            return;
        }
        advance(time);
        disturbed += (newRate != 0 ? 1 : 0) - (oldRate != 0 ? 1 : 0);
        rateOfMessage[message] = newRate;
        // sums of differences would keep a rounding error
        rate = disturbed == 0 ? 0 : rate + newRate - oldRate;
    }

    private void advance(double time) {
        while (time > width * BINS) {
            for (int i = 0; i < BINS / 2; i++) {
                lost[i] = lost[2 * i] + lost[2 * i + 1];
            }
            Arrays.fill(lost, BINS / 2, BINS, 0);
            width *= 2;
        }
        if (rate != 0) {
            int last = Math.min(BINS - 1, (int) (time / width));
            for (int bin = Math.min(BINS - 1, (int) (now / width)); bin <= last; bin++) {
                double from = Math.max(now, bin * width);
                double to = bin == last ? time : Math.min(time, (bin + 1) * width);
                lost[bin] += rate * Math.max(0, to - from);
            }
        }
        now = time;
    }

    /**
     * Returns the losses in equal parts of a run, in seconds summed over messages.
     *
     * @param makespan how long the run took, seconds, >= 0
     * @param parts >= 1
     */
    double[] inParts(double makespan, int parts) {
        double[] sums = new double[parts];
        for (int bin = 0; bin < BINS; bin++) {
            // an interval over an edge is shared out by length
            double from = Math.min(parts, bin * width / makespan * parts);
            double to = Math.min(parts, (bin + 1) * width / makespan * parts);
            for (int part = (int) from; part < parts && part < to && lost[bin] != 0; part++) {
                double share = (Math.min(to, part + 1) - Math.max(from, part)) / (to - from);
                sums[part] += share * lost[bin];
            }
        }
        return sums;
    }
}
