package org.tailback.study.placement;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.tailback.cluster.Placement;
import org.tailback.observe.Observer;

/**
 * The bytes that each pair of ranks exchanges, both directions together, whatever node they are on; messages of a rank
 * to itself are left out. For each rank its partners in ascending order. Immutable.
 */
record RankTraffic(int[][] partners, double[][] bytes, double total) {
    static final class Recorder implements Observer {
        private final Map<Long, long[]> byPair = new HashMap<>(); // sorted before use
        private final int ranks;

        Recorder(int ranks) {
            this.ranks = ranks;
        }

        @Override
        public void messageStarted(
                int message, int communication, int sender, int receiver, long messageBytes, double time) {
            if (sender != receiver) {
                long pair = (long) Math.min(sender, receiver) << 32 | Math.max(sender, receiver);
                // a message without data has a latency all the same: one byte
                byPair.computeIfAbsent(pair, any -> new long[1])[0] += Math.max(1, messageBytes);
            }
        }

        /** Returns the counted traffic. O(pairs log pairs). */
        RankTraffic traffic() {
            long[] pairs =
                    byPair.keySet().stream().mapToLong(Long::longValue).sorted().toArray();
            int[] counts = new int[ranks];
            for (long pair : pairs) {
                counts[(int) (pair >>> 32)]++;
                counts[(int) pair]++;
            }
            int[][] partners = new int[ranks][];
            double[][] bytes = new double[ranks][];
            for (int rank = 0; rank < ranks; rank++) {
                partners[rank] = new int[counts[rank]];
                bytes[rank] = new double[counts[rank]];
            }
            Arrays.fill(counts, 0);
            double total = 0;
            // smaller partners first: pairs (r, x) with r < x are sorted by r, so all (y, r) come before (r, x)
            for (long pair : pairs) {
                int low = (int) (pair >>> 32);
                int high = (int) pair;
                double sum = byPair.getOrDefault(pair, new long[1])[0];
                partners[high][counts[high]] = low;
                bytes[high][counts[high]++] = sum;
                partners[low][counts[low]] = high;
                bytes[low][counts[low]++] = sum;
                total += sum;
            }
            return new RankTraffic(partners, bytes, total);
        }
    }

    int ranks() {
        return partners.length;
    }

    int[] partners(int rank) {
        return partners[rank];
    }

    /** Returns the bytes that a rank exchanges with each of {@link #partners}. */
    double[] bytes(int rank) {
        return bytes[rank];
    }

    /** Returns the bytes that leave nodes under a placement. O(pairs). */
    double betweenNodes(Placement placement) {
        double sum = 0;
        for (int rank = 0; rank < partners.length; rank++) {
            for (int i = 0; i < partners[rank].length; i++) {
                int partner = partners[rank][i];
                if (partner > rank && placement.nodeOf(partner) != placement.nodeOf(rank)) {
                    sum += bytes[rank][i];
                }
            }
        }
        return sum;
    }
}
