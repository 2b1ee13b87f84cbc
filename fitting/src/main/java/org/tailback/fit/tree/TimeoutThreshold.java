package org.tailback.fit.tree;

import java.util.ArrayList;
import java.util.List;

/**
 * d(h) from the size at which messages begin to suffer retransmission timeouts: our own method, for networks in which
 * the load does not delay a small message but a full buffer drops packets, among them Tailback's simulated ones.
 *
 * <p>By PlogPT's eqs. (8) and (9) a message that ends at rate r, while another message to the same destination from
 * another part of the tree starts, can be hit if m > d(h) r. The smallest size that is hit is searched by halving; d(h)
 * = that size / r, at most one byte's time too long. Unknown if no size up to the limit is hit, as on a tree without
 * switches between its heights.
 *
 * @param network what is measured
 * @param largest largest size tried, bytes, >= 1
 */
public record TimeoutThreshold(Timeouts network, long largest) implements BufferDelayProbe {
    /** A network that shows timeouts. */
    public interface Timeouts {
        /** Whether a message of this size at this height is hit when one from another height follows it. */
        boolean isHit(int height, long bytes);

        /** Throughput of a lone message of this size at this height at its end, bytes per second. */
        double loneRate(int height, long bytes);
    }

    @Override
    public TreeData.Delay measure(int height, int repetitions) {
        List<Double> delays = new ArrayList<>();
        for (int i = 0; i < repetitions; i++) {
            double delay = bufferDelay(height);
            if (Double.isNaN(delay)) {
                return TreeData.Delay.UNKNOWN;
            }
            delays.add(delay);
        }
        return TreeData.Delay.of(delays);
    }

    private double bufferDelay(int height) {
        if (!network.isHit(height, largest)) {
            return Double.NaN;
        }
        long low = 0;
        long high = largest;
        while (high - low > 1) {
            long middle = (low + high) >>> 1;
            if (network.isHit(height, middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high / network.loneRate(height, high);
    }
}
