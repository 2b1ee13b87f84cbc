package org.tailback.model.sharing.headofline;

import java.util.Arrays;

/**
 * How many packets the paces and windows of messages let their sources send. A batch has an allowance that grows by its
 * pace in every slot, up to a full queue, and a number of packets under way, which its window bounds.
 */
final class Allowances {
    /** Packets that a message which keeps up with its pace may have waiting at its source. */
    private static final int WAITING = 2;

    private static final int FRACTION_BEHIND = 16;

    private final int buffer;
    private Part part = new Part(1, HeadOfLine.UNBOUNDED);
    // by batch
    private int[] underWay = new int[16];
    private double[] allowance = new double[16];
    /** True if the pace allowed more than the network took. */
    private boolean[] isBehind = new boolean[16];

    /** @param buffer packets that a queue holds, >= 1 */
    Allowances(int buffer) {
        this.buffer = buffer;
    }

    /** No packet is in flight, and each batch may send one. */
    void start(Part of) {
        part = of;
        if (part.batches > allowance.length) {
            underWay = new int[2 * part.batches];
            allowance = new double[2 * part.batches];
            isBehind = new boolean[2 * part.batches];
        }
        Arrays.fill(underWay, 0, part.batches, 0);
        Arrays.fill(allowance, 0, part.batches, 1);
        Arrays.fill(isBehind, 0, part.batches, false);
    }

    /** True if pace and window allow a packet of a batch. */
    boolean maySend(int batch) {
        return (!part.isPaced || allowance[batch] >= 1)
                && (!part.hasWindow() || underWay[batch] < (long) part.window * part.messages(batch));
    }

    /** A packet of a batch leaves its source. */
    void sent(int batch) {
        allowance[batch] -= part.isPaced ? 1 : 0;
        underWay[batch] += part.hasWindow() ? 1 : 0;
    }

    /** A packet of a batch, or of one of its routes, is in flight at the start. */
    void isUnderWay(int batch) {
        underWay[part.ofRoute(batch)]++;
    }

    /** A packet of a batch, or of one of its routes, has arrived. */
    void arrived(int batch) {
        underWay[part.ofRoute(batch)]--;
    }

    /** A slot passes, in a part with paces. */
    void refill() {
        for (int b = 0; b < part.batches; b++) {
            allowance[b] += part.pace[b];
            if (allowance[b] > buffer) {
                allowance[b] = buffer;
                isBehind[b] = true;
            }
        }
    }

    /**
     * True if the pace of a batch allowed more than the network took since the start: a full queue, or 1/16 of all and
     * two packets that may just be waiting.
     */
    boolean isBehind(int batch, double slots) {
        return isBehind[batch] || allowance[batch] > WAITING + slots * part.pace[batch] / FRACTION_BEHIND;
    }
}
