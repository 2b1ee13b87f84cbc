package org.tailback.model.sharing.headofline;

import java.util.function.Supplier;

/**
 * Estimate of rates by a {@link PacketWalk} over a bounded number of slots. Slots are grouped in windows, the first
 * quarter of which is warm-up. When all windows are full and the scatter of their means is too large, pairs of windows
 * are merged, and the sampling continues.
 */
final class WalkEstimate {
    private static final int WINDOWS = 32;
    private static final int WARM_UP = WINDOWS / 4;
    /** Initial number of slots per window where all links are equally fast. */
    private static final int FIRST_WINDOW = 32;

    private static final int SHORTEST_WINDOW = 8;

    private final PacketPart part;
    private final Supplier<PacketWalk> start;
    private final double[][] windows;
    private PacketWalk walk;
    private long slotsInAll;

    /** Number of slots before the deadlock after which the queues were split. */
    private long slotsBefore;

    /**
     * Creates an estimate.
     *
     * @param start supplier of samplings of the part
     */
    WalkEstimate(PacketPart part, Supplier<PacketWalk> start) {
        this.part = part;
        this.start = start;
        windows = new double[WINDOWS][part.streams];
        walk = start.get();
    }

    /**
     * Estimates packets per slot. Where packets deadlock in a cycle of full queues, the method splits the queues and
     * restarts.
     *
     * @param classes class by stream; streams of one class have one rate
     * @param precision relative standard error at which the sampling ends, > 0
     * @param most maximum number of visits to queues (slots times queues)
     * @param rate output by stream: packets per slot of all messages of the stream
     * @return the relative standard error, root mean square over streams
     */
    double rates(int[] classes, double precision, long most, double[] rate) {
        int slots = firstWindow(most);
        int full = 0;
        while (true) {
            for (; full < WINDOWS; full++) {
                walk.pass(slots, windows[full]);
                slotsInAll += slots;
            }
            if (!part.isSplit && walk.standsStill()) {
                part.split();
                walk = start.get();
                slotsBefore = slotsInAll;
                slots = Math.max(slots, firstWindow(most));
                full = 0;
                continue;
            }
            double error = evaluate(classes, slots, rate);
            if (error <= precision || 2 * slotsInAll * walk.outlets.queues > most) {
                return error;
            }
            for (int w = 0; w < WINDOWS / 2; w++) {
                for (int i = 0; i < part.streams; i++) {
                    windows[w][i] = windows[2 * w][i] + windows[2 * w + 1][i];
                }
            }
            full = WINDOWS / 2;
            slots *= 2;
        }
    }

    private int firstWindow(long most) {
        double perWindow = most / ((double) WINDOWS * walk.outlets.queues);
        double first = Math.min(FIRST_WINDOW, Math.max(SHORTEST_WINDOW, perWindow));
        return (int) Math.ceil(Math.min(first / walk.slowest, Math.max(first, perWindow)));
    }

    private double evaluate(int[] classes, int slots, double[] rate) {
        int streams = part.streams;
        double[][] mean = new double[(WINDOWS - WARM_UP) / 2][streams];
        int[] members = new int[streams];
        for (int i = 0; i < streams; i++) {
            members[classes[i]]++;
            for (int w = WARM_UP; w < WINDOWS; w++) {
                mean[(w - WARM_UP) / 2][classes[i]] += windows[w][i] / (2.0 * slots);
            }
        }
        double squares = 0;
        double[] ofClass = new double[streams];
        for (int c = 0; c < streams && members[c] > 0; c++) {
            double sum = 0;
            double sumOfSquares = 0;
            for (double[] ofWindow : mean) {
                sum += ofWindow[c];
                sumOfSquares += ofWindow[c] * ofWindow[c];
            }
            int n = mean.length;
            double average = sum / n;
            double variance = Math.max(0, sumOfSquares / n - average * average) / (n - 1);
            squares += members[c] * (average > 0 ? variance / (average * average) : 1);
            ofClass[c] = average > 0 ? average / members[c] : 0.5 / ((WINDOWS - WARM_UP) * (double) slots);
        }
        for (int i = 0; i < streams; i++) {
            rate[i] = ofClass[classes[i]];
        }
        for (int b = 0; b < part.batches && part.hasInjectionRates; b++) {
            if (part.injectionRates[b] < Double.POSITIVE_INFINITY
                    && !walk.allowances.isBehind(b, slotsInAll - slotsBefore)) {
                rate[part.stream[b]] = part.injectionRates[b];
            }
        }
        return Math.sqrt(squares / streams);
    }
}
