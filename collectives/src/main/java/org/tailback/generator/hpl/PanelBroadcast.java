package org.tailback.generator.hpl;

import org.tailback.generator.hpl.HplSettings.Bcast;

/**
 * Broadcast of a panel along a row of processes. In rings, a rank occasionally probes for the panel and forwards it
 * after arrival. The long variants scatter the panel along a tree and shift its blocks around a ring, without probes.
 */
record PanelBroadcast(HplSettings hpl, int row, int column, Steps steps) {
    /** Advances the broadcast: the root sends; other ranks probe, or perform their steps of a long broadcast. */
    void progress(Panel panel, int probes) {
        if (panel.arrived) {
            return;
        }
        if (column == panel.ownerColumn || isLong()) {
            finish(panel);
        } else {
            steps.probe(sender(panel), panel.tag, probes, () -> finish(panel));
        }
    }

    void finish(Panel panel) {
        if (panel.arrived) {
            return;
        }
        panel.arrived = true;
        switch (hpl.bcast()) {
            case LONG -> scatterAndRingShift(panel, Math.floorMod(column - panel.ownerColumn, hpl.q()), hpl.q(), 0);
            case LONG_MODIFIED -> longModified(panel);
            default -> ring(panel);
        }
    }

    private boolean isLong() {
        return hpl.bcast() == Bcast.LONG || hpl.bcast() == Bcast.LONG_MODIFIED;
    }

    private void ring(Panel panel) {
        int q = hpl.q();
        int root = panel.ownerColumn;
        if (column != root) {
            steps.receive(sender(panel), panel.tag, panel.bytes);
            int next = (column + 1) % q;
            boolean ends = next == root || next == secondRoot(panel) || isModified() && column == (root + 1) % q;
            if (!ends) {
                steps.send(rank(next), panel.tag, panel.bytes);
            }
            return;
        }
        steps.send(rank((root + 1) % q), panel.tag, panel.bytes);
        int third = (root + 2) % q;
        if (isModified() && q > 2 && third != secondRoot(panel)) {
            steps.send(rank(third), panel.tag, panel.bytes);
        }
        if (secondRoot(panel) >= 0 && q > 2) {
            steps.send(rank(secondRoot(panel)), panel.tag, panel.bytes);
        }
    }

    private boolean isModified() {
        return hpl.bcast() == Bcast.RING_MODIFIED || hpl.bcast() == Bcast.TWO_RINGS_MODIFIED;
    }

    /** Returns the column at which the second ring begins; -1 if there is one ring. */
    private int secondRoot(Panel panel) {
        boolean two = hpl.bcast() == Bcast.TWO_RINGS || hpl.bcast() == Bcast.TWO_RINGS_MODIFIED;
        return two ? (panel.ownerColumn + (hpl.q() + 1) / 2) % hpl.q() : -1;
    }

    /** Returns the rank that sends the panel to this rank in a ring. */
    int sender(Panel panel) {
        int q = hpl.q();
        int root = panel.ownerColumn;
        boolean fromRoot = column == secondRoot(panel) || isModified() && q > 2 && column == (root + 2) % q;
        return rank(fromRoot ? root : (column + q - 1) % q);
    }

    /**
     * Performs the modified long broadcast: the process after the root receives the panel separately and is excluded
     * from the rest of the broadcast.
     */
    private void longModified(Panel panel) {
        int q = hpl.q();
        int me = Math.floorMod(column - panel.ownerColumn, q);
        if (me == 0) {
            steps.synchronousSend(rank((column + 1) % q), panel.tag, panel.bytes);
        } else if (me == 1) {
            steps.receive(rank(panel.ownerColumn), panel.tag, panel.bytes);
        }
        if (me != 1 && q > 2) {
            scatterAndRingShift(panel, Math.max(0, me - 1), q - 1, 1);
        }
    }

    /**
     * Scatters the panel along a tree and shifts its blocks around a ring.
     *
     * @param skipped number of processes after the root that are excluded
     */
    private void scatterAndRingShift(Panel panel, int me, int count, int skipped) {
        long doubles = panel.bytes / 8;
        long part = Math.max(doubles / count, 1);
        for (int bit = Integer.highestOneBit(Math.max(1, count - 1)); bit > 0; bit >>= 1) {
            int upper = me | bit;
            if ((me & bit - 1) == 0 && upper < count) {
                long left = doubles - upper * part;
                long bytes = 8 * Math.max(0, upper + bit < count ? Math.min(left, bit * part) : left);
                int partner = member(panel, me ^ bit, skipped);
                if (me == upper) {
                    steps.receive(partner, panel.tag, bytes);
                } else {
                    steps.synchronousSend(partner, panel.tag, bytes);
                }
            }
        }
        for (int k = 0; k < count - 1; k++) {
            int l = k / 2;
            boolean down = (me + k) % 2 != 0;
            int partner = member(panel, Math.floorMod(down ? me - 1 : me + 1, count), skipped);
            steps.synchronousExchange(
                    partner,
                    panel.tag,
                    bytes(doubles, part, count, down ? me + l : me - l),
                    bytes(doubles, part, count, down ? me - l - 1 : me + l + 1));
        }
    }

    private static long bytes(long doubles, long part, int count, int index) {
        int place = Math.floorMod(index, count);
        long begin = place * part;
        long end = place == count - 1 ? doubles : Math.min(doubles, begin + part);
        return 8 * Math.max(0, end - begin);
    }

    private int member(Panel panel, int distance, int skipped) {
        return rank((panel.ownerColumn + distance + (distance == 0 ? 0 : skipped)) % hpl.q());
    }

    private int rank(int ofColumn) {
        return hpl.rank(row, ofColumn);
    }
}
