package org.tailback.model.closedform;

import com.google.common.base.Preconditions;
import org.jspecify.annotations.Nullable;
import org.tailback.cost.MessageCost;
import org.tailback.model.loss.TailDrop;
import org.tailback.model.sharing.fairtree.FairTree;

/**
 * Formulas of Nomura et al. (section IV.B) for the two all-to-all algorithms, for comparison with a simulation.
 *
 *
 * <p>With P = 2^D ranks on P nodes, message size m, gap g(m) and latency L:
 *
 * <pre>
 *   PlogP,  A: (P - 1) (g(m) + L)                                                     eq. (18)
 *   PlogP,  B: (P - 1) g(m) + L                                                       eq. (19)
 *   PlogPT, A: sum over h = 1..D of 2^(h-1) 2^(h-1) b(1)/b(h) g(m)  +  (P - 1) L      eq. (23)
 *   PlogPT, B: the same sum  +  L  +  N_RTO T_RTO                                     eq. (25)
 * </pre>
 *
 * <p>Where b(1) is below the injection rate m / g(m), m / b(1) replaces g(m) in eqs. (23) and (25), as in the
 * simulation.
 *
 * <p>N_RTO counts the heights h below D with P_S(h, h + 1) and m > d(h) b(h) / 2^(h-1) (the paper's P_C in eq. (24) is
 * P_B). This is the worst case, in which every rank is delayed at every change of switch.
 *
 * <p><b>Given and effective b(h).</b> In section III.A, b(h+1) is at most 2 b(h); Table II exceeds this limit at height
 * 4. {@link Bandwidths#COUNTED} follows the section and agrees with the simulation; {@link Bandwidths#AS_GIVEN} uses
 * the printed values and yields the buffer threshold of 32942.0 B at height 4, whereas the effective b(4) yields
 * 32760.0 B ({@code AlltoallClosedFormsTest}).
 *
 * @param tree b(h) and d(h)
 * @param cost g(m) and L
 * @param loss T_RTO and eps_S; null without timeouts
 * @param bandwidths variant of b(h)
 */
public record AlltoallClosedForms(
        FairTree tree, MessageCost cost, @Nullable TailDrop loss, Bandwidths bandwidths) {
    /** Variant of b(h) in the formulas. */
    public enum Bandwidths {
        /** Effective value min(b(h), 2 b(h-1)), as in the simulation. */
        COUNTED,
        /** Value of b(h) as given. */
        AS_GIVEN
    }

    /** Returns the time by equation (18), seconds. */
    public static double plogpA(MessageCost cost, int ranks, long bytes) {
        return (ranks - 1) * (cost.gap(bytes) + cost.latency(bytes));
    }

    /** Returns the time by equation (19), seconds. */
    public static double plogpB(MessageCost cost, int ranks, long bytes) {
        return (ranks - 1) * cost.gap(bytes) + cost.latency(bytes);
    }

    /**
     * Returns the time by equation (23), seconds.
     *
     * @param ranks a power of two, at most 2^heights
     */
    public double plogptA(int ranks, long bytes) {
        return transfers(ranks, bytes) + (ranks - 1) * cost.latency(bytes);
    }

    /** Returns the time by equation (25), in seconds, with the parameters of {@link #plogptA}. */
    public double plogptB(int ranks, long bytes) {
        double delays = loss == null ? 0 : timeouts(ranks, bytes) * loss.timeout();
        return transfers(ranks, bytes) + cost.latency(bytes) + delays;
    }

    /** Returns N_RTO of equation (25): the number of changes of height at which a message of this size times out. */
    public int timeouts(int ranks, long bytes) {
        if (loss == null || !loss.losesMessages() || !tree.hasBufferDelays()) {
            return 0;
        }
        int timeouts = 0;
        for (int h = 1; h < heightsOf(ranks); h++) {
            if (bytes > bufferThreshold(h) && loss.hasSwitchBetween(tree, h, h + 1)) {
                timeouts++;
            }
        }
        return timeouts;
    }

    /**
     * Returns the largest size at which a message of height h fits into the buffers while all nodes send at this
     * height: d(h) b(h) / 2^(h-1), bytes (equations (8), (9)).
     */
    public double bufferThreshold(int h) {
        return tree.bufferDelay(h) * Math.scalb(b(h), 1 - h);
    }

    private double transfers(int ranks, long bytes) {
        double gap = Math.max(cost.gap(bytes), cost.wireBytes(bytes) / b(1));
        double sum = 0;
        for (int h = 1; h <= heightsOf(ranks); h++) {
            double messages = Math.scalb(1.0, h - 1);
            sum += messages * messages * b(1) / b(h) * gap;
        }
        return sum;
    }

    private double b(int h) {
        return bandwidths == Bandwidths.COUNTED ? tree.bandwidth(h) : tree.givenBandwidth(h);
    }

    private int heightsOf(int ranks) {
        Preconditions.checkArgument(
                Integer.bitCount(ranks) == 1 && ranks <= 1L << tree.heights(),
                "the closed forms need a power of two of at most %s ranks, not %s",
                1L << tree.heights(),
                ranks);
        return Integer.numberOfTrailingZeros(ranks);
    }
}
