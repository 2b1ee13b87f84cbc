package org.tailback.model.sharing.headofline;

import java.util.Arrays;

/**
 * Limits of the packets that sources may send, by the injection rates of their messages: a batch has an allowance
 * that grows by its injection rate in every slot, up to a full queue.
 */
final class Allowances {
    /** Packets that a message which keeps up with its injection rate may have waiting at its source. */
    private static final int WAITING = 2;

    private static final int FRACTION_BEHIND = 16;

    private final PacketPart part;
    private final int buffer;
    /** Allowance by batch, in packets; 1 at first. */
    private final double[] allowance;
    /** True if the injection rate allowed more than the network took, by batch. */
    private final boolean[] isBehind;

    /** @param buffer packets that a queue holds, >= 1 */
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

    /** Advances by a slot, in a part with injection rates. */
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
     * Returns true if the injection rate of a batch allowed more than the network took since the start: a full queue,
     * or 1/16 of all and two packets that may just be waiting.
     */
    boolean isBehind(int batch, double slots) {
        return isBehind[batch] || allowance[batch] > WAITING + slots * part.injectionRates[batch] / FRACTION_BEHIND;
    }
}
