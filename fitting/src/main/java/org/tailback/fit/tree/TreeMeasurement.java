package org.tailback.fit.tree;

import com.google.common.base.Preconditions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.tailback.error.InputException;

/**
 * Measures the tree of PlogPT by pairwise exchanges [1] section III.C.
 *
 * <p>For height h, the 2^h nodes of the first subtree are split into a left and a right half, and all pairs (i, i +
 * 2^(h-1)) send at once; b(h) is the sum of their throughputs in one direction. d(h) comes from a {@link
 * BufferDelayProbe}: {@link LoadedPingPong}, the paper's method, or {@link TimeoutThreshold} where buffers do not delay
 * but drop. What follows from the measurements, eps_S among it, is {@link TreeParameters#of}.
 *
 * <p><b>Closing the loop</b> ({@code TreeMeasurementTest}): on the simulated network of Table II, b(h) comes back
 * exactly (with the clamping b(4) = 2 b(3)) and d(h) to the byte that the threshold can resolve.
 *
 * <p>[1] A. Nomura, H. Matsuba, Y. Ishikawa: Network Performance Model for TCP/IP Based Cluster Computing, 2007.
 */
public final class TreeMeasurement {
    private TreeMeasurement() {}

    /**
     * Measures all heights.
     *
     * @param bytes size of the messages, large enough that latency does not matter, >= 1
     * @param bidirectional whether both directions are in use
     * @param repetitions how often each burst and probe is done, >= 1; once on a network that is deterministic
     * @param done notified of every height as soon as it is measured
     * @throws InputException if the network has fewer than two nodes, or not a power of two
     */
    public static TreeData measure(
            PairTraffic network,
            BufferDelayProbe probe,
            long bytes,
            boolean bidirectional,
            int repetitions,
            Consumer<TreeData.Height> done) {
        Preconditions.checkArgument(bytes >= 1 && repetitions >= 1, "bytes %s, repetitions %s", bytes, repetitions);
        int nodes = network.nodes();
        if (nodes < 2 || Integer.bitCount(nodes) != 1) {
            throw InputException.at(
                    network.description(),
                    "a tree is measured on 2, 4, 8, … nodes, found " + nodes,
                    "Use the largest power of two");
        }
        int times = network.isDeterministic() ? 1 : repetitions;
        List<TreeData.Height> heights = new ArrayList<>();
        for (int height = 1; height <= Integer.numberOfTrailingZeros(nodes); height++) {
            List<Double> bandwidths = new ArrayList<>();
            for (int i = 0; i < times; i++) {
                bandwidths.add(bandwidth(network, height, bytes, bidirectional));
            }
            TreeData.Height measured = new TreeData.Height(bandwidths, probe.measure(height, times));
            heights.add(measured);
            done.accept(measured);
        }
        return new TreeData(network.description(), bidirectional, heights);
    }

    private static double bandwidth(PairTraffic network, int height, long bytes, boolean bidirectional) {
        int pairs = 1 << (height - 1);
        double[] seconds = network.burst(messages(height, bidirectional), bytes);
        double sum = 0;
        for (int i = 0; i < pairs; i++) {
            // of both directions the slower one counts
            sum += bytes / (bidirectional ? Math.max(seconds[i], seconds[i + pairs]) : seconds[i]);
        }
        return sum;
    }

    /**
     * The messages i to i + 2^(h-1) of the first subtree of a height, i below 2^(h-1), and then those back if wanted.
     */
    public static List<PairTraffic.Pair> messages(int height, boolean bothWays) {
        int half = 1 << (height - 1);
        List<PairTraffic.Pair> messages = new ArrayList<>();
        for (int i = 0; i < half; i++) {
            messages.add(new PairTraffic.Pair(i, i + half));
        }
        for (int i = 0; i < half && bothWays; i++) {
            messages.add(messages.get(i).reversed());
        }
        return messages;
    }
}
