package org.tailback.model.loss;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.tailback.model.sharing.fairtree.FairTree;

/**
 * Bytes that arrive at the ports of switches within a round trip, from senders that no loss has slowed yet.
 *
 * <p>A port is an edge of the tree, except the edge from a node upwards, which is the node's card. Within the last T
 * seconds (a round trip), k nodes have started messages that use a port of height h. Each node sends with the bandwidth
 * of its card, b(1) in bytes per second, until it has sent the message; A bytes have arrived so far. The port's buffer
 * holds b(h) d(h) bytes, with the buffer delay d(h) in seconds, and drains at b(h) while they arrive:
 *
 * <pre>
 * excess(port) = A (1 - b(h) / (k b(1))) - b(h) d(h)      bytes
 * q(port)      = max(0, excess) / A                       fraction of the packets that find the buffer full
 * </pre>
 *
 * <p>A message times out where its last packet is lost, and also the probe that TCP sends two round trips later (tail
 * loss probe, RFC 8985). The probability is the square of the largest q on the message's route.
 */
final class Bursts {
    private final FairTree tree;
    private final double roundTrip;
    private final Map<Long, ArrayDeque<Arrival>> ports = new HashMap<>();

    /**
     * @param tree with buffer delays
     * @param roundTrip T in seconds, finite, > 0
     */
    Bursts(FairTree tree, double roundTrip) {
        this.tree = tree;
        this.roundTrip = roundTrip;
    }

    Bursts copy() {
        Bursts copy = new Bursts(tree, roundTrip);
        ports.forEach((port, arrivals) -> copy.ports.put(port, new ArrayDeque<>(arrivals)));
        return copy;
    }

    private record Arrival(int source, long bytes, double time) {
        Arrival setBack(double seconds) {
            return new Arrival(source, bytes, time - seconds);
        }
    }

    /** All messages have started so many seconds earlier. */
    void setBack(double seconds) {
        ports.values().forEach(arrivals -> {
            List<Arrival> earlier =
                    arrivals.stream().map(arrival -> arrival.setBack(seconds)).toList();
            arrivals.clear();
            arrivals.addAll(earlier);
        });
    }

    /** Counts a message that starts. O(height). */
    void started(int source, int destination, long bytes, double time) {
        Arrival arrival = new Arrival(source, bytes, time);
        for (int h = FairTree.height(source, destination); h >= 1; h--) {
            if (h > 1) {
                arrive(port(h, source, true), arrival);
            }
            arrive(port(h, destination, false), arrival);
        }
    }

    private void arrive(long port, Arrival arrival) {
        ArrayDeque<Arrival> arrivals = ports.computeIfAbsent(port, key -> new ArrayDeque<>());
        arrivals.add(arrival);
        forget(arrivals, arrival.time());
    }

    /** Returns the number of the edge of a height, >= 1, above a leaf, upward or downward. */
    private static long port(int h, int leaf, boolean isUpward) {
        return ((long) (leaf >>> (h - 1)) << 7) + 2L * h + (isUpward ? 1 : 0);
    }

    private void forget(ArrayDeque<Arrival> arrivals, double now) {
        while (!arrivals.isEmpty() && arrivals.peek().time() < now - roundTrip) {
            arrivals.remove();
        }
    }

    /**
     * Returns the probability that a message that ends now loses its last packet and the probe.
     * O(height * messages that started at a port within T).
     */
    double probabilityOfTimeout(int source, int destination, double now) {
        double worst = 0;
        for (int h = FairTree.height(source, destination); h >= 1; h--) {
            worst = Math.max(worst, h > 1 ? lost(port(h, source, true), h, now) : 0);
            worst = Math.max(worst, lost(port(h, destination, false), h, now));
        }
        return worst * worst;
    }

    /** Returns q of a port, 0 to 1. */
    private double lost(long port, int h, double now) {
        ArrayDeque<Arrival> arrivals = ports.get(port);
        if (arrivals == null) {
            return 0;
        }
        forget(arrivals, now);
        double bytes = 0;
        Set<Integer> senders = new HashSet<>();
        for (Arrival arrival : arrivals) {
            bytes += Math.min(arrival.bytes(), tree.bandwidth(1) * (now - arrival.time()));
            senders.add(arrival.source());
        }
        double leaves = tree.bandwidth(h) / (senders.size() * tree.bandwidth(1));
        double excess = bytes * (1 - leaves) - tree.bandwidth(h) * tree.bufferDelay(h);
        return excess > 0 ? excess / bytes : 0;
    }
}
