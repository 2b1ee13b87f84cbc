package org.tailback.study.placement;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.tailback.cluster.Placement;
import org.tailback.observe.Observer;

/**
 * Observer of a replay that counts the bytes that each pair of ranks exchanges, in both directions together and
 * regardless of their nodes. Messages of a rank to itself are excluded.
 *
 * @param partners the bytes of each rank by partner, in ascending order of partners
 */
record RankTraffic(List<SortedMap<Integer, Double>> partners) implements Observer {
    static RankTraffic ofRanks(int ranks) {
        return new RankTraffic(IntStream.range(0, ranks)
                .<SortedMap<Integer, Double>>mapToObj(rank -> new TreeMap<>())
                .toList());
    }

    @Override
    public void messageStarted(
            int message, int communication, int sender, int receiver, long messageBytes, double time) {
        if (sender != receiver) {
            // a message without data has a latency, so it counts as one byte
            double bytes = Math.max(1, messageBytes);
            partners.get(sender).merge(receiver, bytes, Double::sum);
            partners.get(receiver).merge(sender, bytes, Double::sum);
        }
    }

    /** Returns the bytes of all pairs. O(pairs). */
    double total() {
        return sum((rank, partner) -> true);
    }

    /** Returns the bytes that leave nodes under a placement. O(pairs). */
    double betweenNodes(Placement placement) {
        return sum((rank, partner) -> placement.nodeOf(partner) != placement.nodeOf(rank));
    }

    private interface Pairs {
        boolean contain(int rank, int partner);
    }

    private double sum(Pairs pairs) {
        double sum = 0;
        for (int rank = 0; rank < partners.size(); rank++) {
            for (var each : partners.get(rank).tailMap(rank).entrySet()) {
                sum += pairs.contain(rank, each.getKey()) ? each.getValue() : 0;
            }
        }
        return sum;
    }
}
