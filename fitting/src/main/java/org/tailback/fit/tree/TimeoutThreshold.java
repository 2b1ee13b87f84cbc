package org.tailback.fit.tree;

import java.util.List;
import org.tailback.fit.measure.Exchange;
import org.tailback.fit.measure.Flow;
import org.tailback.fit.measure.SimulatedHosts;

/**
 * Search for d(h) of a simulated network by the smallest message size that causes retransmission timeouts. Full buffers
 * of a simulated network drop messages but never delay small messages, so d(h) does not affect round trips under load.
 *
 * <p>By PlogPT's equations (8) and (9), a message of m bytes that ends at rate r can time out if m > d(h) r and another
 * message, from another subtree, starts to the same destination at that time. The smallest size that times out is found
 * by bisection. d(h) is this size over r, which is too long by at most the time of one byte.
 *
 * @param hosts the leaves of the tree
 */
public record TimeoutThreshold(SimulatedHosts hosts) {
    private static final long LARGEST = 64 << 20;

    /**
     * Returns d(h) in seconds; NaN if no size up to 64 MiB times out. The cost is O(log(size) * heights) replays of
     * three messages.
     */
    double bufferDelay(int height) {
        if (!isHit(height, LARGEST)) {
            return Double.NaN;
        }
        long low = 0;
        long high = LARGEST;
        while (high - low > 1) {
            long middle = (low + high) >>> 1;
            if (isHit(height, middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        // a difference of two times, so that the constant cost of a message does not affect the throughput
        return (seconds(height, 2 * high) - seconds(height, high));
    }

    private boolean isHit(int height, long bytes) {
        // the second sender first sends one byte and computes, so that its second message starts just after the message
        // of the first sender was sent
        double shortest = seconds(height, 1);
        double sent = seconds(height, bytes) - shortest + shortest / 200;
        for (int other = 1; 1 << other <= hosts.count(); other++) {
            if (other != height
                    && hosts.timeouts(List.of(
                                    message(height, bytes),
                                    new Flow(1 << (other - 1), 0, new Exchange(2, sent, 1, 1), 1)))
                            > 0) {
                return true;
            }
        }
        return false;
    }

    private double seconds(int height, long bytes) {
        return hosts.measure(List.of(message(height, bytes))).get(0)[0];
    }

    private static Flow message(int height, long bytes) {
        return new Flow(1 << (height - 1), 0, Exchange.oneWay(1, bytes), 1);
    }
}
