package org.tailback.fit.tree;

/**
 * d(h) as PlogPT measures it ([1] section III.C): the round trip between the leftmost and the rightmost node of a subtree of height
 * h while all its pairs send, less the same without load; half of that when the load goes both ways.
 *
 * <p>[1] A. Nomura, H. Matsuba, Y. Ishikawa: Network Performance Model for TCP/IP Based Cluster Computing, 2007.
 *
 * @param network what is measured
 * @param bytes size of the load's messages, >= 1
 * @param bidirectional whether the load goes both ways
 */
public record LoadedPingPong(PairTraffic network, long bytes, boolean bidirectional) implements BufferDelayProbe {
    @Override
    public double bufferDelay(int height) {
        PairTraffic.Pair ends = new PairTraffic.Pair(0, (1 << height) - 1);
        double idle = network.pingPong(ends, java.util.List.of(), bytes, bidirectional);
        double loaded = network.pingPong(ends, TreeMeasurement.pairs(height), bytes, bidirectional);
        return (loaded - idle) / (bidirectional ? 2 : 1);
    }

    @Override
    public String description() {
        return "round trips with and without load";
    }
}
