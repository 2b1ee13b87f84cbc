package org.tailback.model.sharing.headofline;

import java.util.Arrays;

/**
 * How many packets the paces of messages let their sources send: a batch has an allowance that grows by its pace in
 * every slot, up to a full queue.
 */
final class Allowances {
    /** Packets that a message which keeps up with its pace may have waiting at its source. */
    private static final int WAITING = 2;

    private static final int FRACTION_BEHIND = 16;

    private final int buffer;
    private PacketPart part = new PacketPart(1);
    // by batch
    private double[] allowance = new double[16];
    /** True if the pace allowed more than the network took. */
    private boolean[] isBehind = new boolean[16];

    /** @param buffer packets that a queue holds, >= 1 */
    Allowances(int buffer) {
        this.buffer = buffer;
    }

    /** Each batch may send a packet. */
    void start(PacketPart of) {
        part = of;
        if (part.batches > allowance.length) {
            allowance = new double[2 * part.batches];
            isBehind = new boolean[2 * part.batches];
        }
        Arrays.fill(allowance, 0, part.batches, 1);
        Arrays.fill(isBehind, 0, part.batches, false);
    }

    /** True if the pace allows a packet of a batch. */
    boolean maySend(int batch) {
        return allowance[batch] >= 1;
    }

    /** A packet of a batch leaves its source. */
    void sent(int batch) {
        allowance[batch]--;
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
