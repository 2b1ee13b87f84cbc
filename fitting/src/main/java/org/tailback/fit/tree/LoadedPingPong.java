package org.tailback.fit.tree;

import com.google.common.primitives.Doubles;
import java.util.List;

/**
 * d(h) as PlogPT measures it ([1] section III.C): the round trip between the leftmost and the rightmost node of a
 * subtree of height h while all its pairs send, less the same without load; half of that when the load goes both ways.
 *
 * <p>[1] A. Nomura, H. Matsuba, Y. Ishikawa: Network Performance Model for TCP/IP Based Cluster Computing, 2007.
 *
 * @param network what is measured
 * @param bytes size of the load's messages, >= 1
 * @param bidirectional whether the load goes both ways
 */
public record LoadedPingPong(PairTraffic network, long bytes, boolean bidirectional) implements BufferDelayProbe {
    @Override
    public TreeData.Delay measure(int height, int repetitions) {
        PairTraffic.Pair ends = new PairTraffic.Pair(0, (1 << height) - 1);
        List<PairTraffic.Pair> load = TreeMeasurement.messages(height, bidirectional);
        double[] idle = network.pingPong(ends, List.of(), bytes, repetitions);
        double[] loaded = network.pingPong(ends, load, bytes, repetitions);
        return TreeData.Delay.ofRoundTrips(Doubles.asList(idle), Doubles.asList(loaded));
    }
}
