package org.tailback.generator.hpl;

import java.util.Arrays;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/** When the ranks have a panel, and when they have updated their columns meanwhile if they do. */
final class BroadcastTimes {
    /** The update that ranks make while the panel is under way. */
    interface Updates {
        /** When a rank has swapped its rows if nothing disturbs it. */
        double swapped(int rank);

        /** How often a rank asks for the panel in a swap. */
        int looks(int c);

        /** Columns that a rank of a column of processes updates. */
        int columns(int c);

        /** The time of the update of some of them at once. */
        double block(int r, int c, int n);
    }

    private final HplSettings hpl;
    private final Timing timing;
    private final int p;
    private final int q;
    private double[] clock = new double[0];
    private @Nullable Updates updates;
    /** By rank: time of its panel from the rank before it. */
    private final double[] took;
    /** By rank: when it began to take the panel. */
    private final double[] taken;
    /** By rank: the blocks of columns done before that, or -1 if it was before the end of its swap. */
    private final int[] blocks;

    BroadcastTimes(HplSettings hpl, Timing timing) {
        this.hpl = hpl;
        this.timing = timing;
        p = hpl.p();
        q = hpl.q();
        took = new double[p * q];
        taken = new double[p * q];
        blocks = new int[p * q];
    }

    /**
     * Follows a broadcast.
     *
     * @param bytes of the panel, by row of processes
     * @param ready by rank: when it is ready; then when it has the panel, and has updated
     */
    void run(int root, IntToLongFunction bytes, double[] ready, @Nullable Updates meanwhile) {
        clock = ready;
        updates = meanwhile;
        switch (hpl.bcast()) {
            case LONG, LONG_MODIFIED -> {
                for (int r = 0; r < p; r++) {
                    longOne(r, root, bytes.applyAsLong(r));
                }
                if (meanwhile != null) {
                    for (int c = 0; c < q; c++) {
                        for (int r = 0; r < p; r++) {
                            int rank = r * q + c;
                            clock[rank] = meanwhile.swapped(rank) + meanwhile.block(r, c, meanwhile.columns(c));
                        }
                    }
                }
            }
            default -> rings(root, bytes);
        }
    }

    private void rings(int root, IntToLongFunction bytes) {
        boolean two = hpl.bcast() == HplSettings.Bcast.TWO_RINGS || hpl.bcast() == HplSettings.Bcast.TWO_RINGS_MODIFIED;
        boolean modified =
                hpl.bcast() == HplSettings.Bcast.RING_MODIFIED || hpl.bcast() == HplSettings.Bcast.TWO_RINGS_MODIFIED;
        int second = two && q > 2 ? (q + 1) / 2 : q;
        double[] offer = new double[p];
        for (int r = 0; r < p; r++) {
            offer[r] = clock[r * q + root];
        }
        // the first and in modified forms the second after the root, then the head of the second ring
        double[] rootFree = offer.clone();
        if (modified && q > 2) {
            rootFree = chain(root, 1, 2, rootFree, bytes);
            rootFree = second > 2 ? chain(root, 2, second, rootFree, bytes) : rootFree;
        } else {
            rootFree = chain(root, 1, second, rootFree, bytes);
        }
        rootFree = second < q ? chain(root, second, q, rootFree, bytes) : rootFree;
        finish(root, rootFree, offer);
    }

    /** Lets the ranks at distances from begin to end - 1 pass the panel on; returns when the root is free. */
    private double[] chain(int root, int begin, int end, double[] offered, IntToLongFunction bytes) {
        double[] offer = offered.clone();
        double[] rootFree = offered;
        double[] free = new double[p];
        for (int distance = begin; distance < end; distance++) {
            int c = (root + distance) % q;
            int from = distance == begin ? root : (c + q - 1) % q;
            double[] senderFree = new double[p];
            for (int r = 0; r < p; r++) {
                int rank = r * q + c;
                long size = bytes.applyAsLong(r);
                double moves = timing.transfer(r * q + from, rank, size);
                boolean both = timing.waitsForBoth(size);
                took[rank] = both ? moves : timing.receiveOverhead(size);
                taken[rank] = look(r, c, both ? offer[r] : offer[r] + timing.sendOverhead(size) + moves);
                senderFree[r] = both ? taken[rank] + moves : offer[r] + timing.sendOverhead(size);
            }
            if (distance == begin) {
                rootFree = senderFree;
            } else {
                finish(from, senderFree, null);
            }
            for (int r = 0; r < p; r++) {
                free[r] = taken[r * q + c] + took[r * q + c];
            }
            offer = free.clone();
        }
        finish((root + end - 1) % q, offer, null);
        return rootFree;
    }

    /** When a rank begins to take a panel that is offered from a time on. */
    private double look(int r, int c, double offer) {
        int rank = r * q + c;
        blocks[rank] = -1;
        Updates at = updates;
        if (at == null || offer <= clock[rank]) {
            return Math.max(offer, clock[rank]);
        }
        double now = at.swapped(rank);
        if (offer <= now) {
            double between = (now - clock[rank]) / at.looks(c);
            return Math.min(now, clock[rank] + Math.ceil((offer - clock[rank]) / between) * between);
        }
        int left = at.columns(c);
        blocks[rank] = 0;
        while (left > 0 && now < offer) {
            int n = Math.min(hpl.nb(), left);
            now += at.block(r, c, n);
            left -= n;
            blocks[rank]++;
        }
        return Math.max(now, offer);
    }

    /**
     * Ends the work of a column of processes.
     *
     * @param free when its ranks have sent the panel on
     * @param begun when its ranks began with it, for the root; null for those that took it
     */
    private void finish(int c, double[] free, double @Nullable [] begun) {
        Updates at = updates;
        if (at == null) {
            for (int r = 0; r < p; r++) {
                clock[r * q + c] = free[r];
            }
            return;
        }
        double delay = 0;
        for (int r = 0; r < p; r++) {
            int rank = r * q + c;
            if (begun != null || blocks[rank] < 0) {
                delay = Math.max(delay, free[r] - (begun == null ? taken[rank] : begun[r]));
            }
        }
        for (int r = 0; r < p; r++) {
            int rank = r * q + c;
            double swapped = at.swapped(rank) + delay;
            int done = begun != null ? -1 : blocks[rank];
            int left = at.columns(c) - Math.max(0, done) * hpl.nb();
            double begin = done >= 0 ? free[r] : Math.max(free[r], swapped);
            clock[rank] = begin + (left > 0 ? at.block(r, c, left) : 0);
        }
    }

    private void longOne(int r, int root, long bytes) {
        boolean modified = hpl.bcast() == HplSettings.Bcast.LONG_MODIFIED;
        int row = r * q;
        int next = row + (root + 1) % q;
        int members = modified ? q - 1 : q;
        double begin = clock[row + root];
        if (modified) {
            begin = Math.max(begin, clock[next]) + timing.transfer(row + root, next, bytes);
            clock[next] = begin;
        }
        for (int c = 0; c < q; c++) {
            begin = modified && row + c == next ? begin : Math.max(begin, clock[row + c]);
        }
        long part = bytes / Math.max(1, members);
        double seconds = 0;
        for (int bit = members > 1 ? Integer.highestOneBit(members - 1) : 0; bit > 0; bit >>= 1) {
            seconds += timing.transfer(row + root, row + (root + bit) % q, part * bit);
        }
        double slowest = 0;
        for (int c = 0; c < q; c++) {
            slowest = Math.max(slowest, timing.transfer(row + c, row + (c + 1) % q, part));
        }
        seconds += (members - 1) * slowest;
        for (int c = 0; c < q; c++) {
            if (!modified || row + c != next) {
                clock[row + c] = begin + seconds;
            }
        }
        Arrays.fill(blocks, -1);
    }
}
