package org.tailback.model.sharing.headofline;

import java.util.Arrays;

/**
 * Limits on the number of packets that sources may send, due to the injection rates of their messages. The allowance of
 * a batch grows by its injection rate in every slot, up to a full queue.
 */
final class Allowances {
    /** Number of packets that a message at its full injection rate may have waiting at its source. */
    private static final int WAITING = 2;

    private static final int FRACTION_BEHIND = 16;

    private final PacketPart part;
    private final int buffer;
    /** Allowance by batch, in packets; initially 1. */
    private final double[] allowance;
    /** Whether the injection rate allowed more packets than the network accepted, by batch. */
    private final boolean[] isBehind;

    /**
     * Creates the allowances of a part.
     *
     * @param buffer number of packets that a queue holds, >= 1
     */
    Allowances(PacketPart part, int buffer) {
        this.part = part;
        this.buffer = buffer;
        allowance = new double[part.batches];
        Arrays.fill(allowance, 1);
        isBehind = new boolean[part.batches];
    }

    boolean maySend(int batch) {
        return allowance[batch] >= 1;
    }

    void sent(int batch) {
        allowance[batch]--;
    }

    /** Increases the allowances by one slot, in a part with injection rates. */
    void refill() {
        for (int b = 0; b < part.batches; b++) {
            allowance[b] += part.injectionRates[b];
            if (allowance[b] > buffer) {
                allowance[b] = buffer;
                isBehind[b] = true;
            }
        }
    }

    /**
     * Returns whether the injection rate of a batch allowed more packets than the network accepted since the start. The
     * threshold is a full queue, or 1/16 of all packets plus the two packets that may wait at the source.
     */
    boolean isBehind(int batch, double slots) {
        return isBehind[batch] || allowance[batch] > WAITING + slots * part.injectionRates[batch] / FRACTION_BEHIND;
    }
}
