package org.tailback.fit.tree;

import com.google.common.base.Preconditions;
import java.util.ArrayList;
import java.util.List;
import org.tailback.error.InputException;
import org.tailback.fit.statistics.Estimate;

/**
 * Measures the tree of PlogPT by pairwise exchanges [1] section III.C.
 *
 * <p>For height h, the 2^h nodes of the first subtree are split into a left and a right half, and all pairs (i, i + 2^(h-1)) send at
 * once; b(h) is the sum of their throughputs in one direction. d(h) comes from a {@link BufferDelayProbe}: {@link LoadedPingPong}, the
 * paper's way, or {@link TimeoutThreshold} where buffers do not delay but drop. eps_S follows from both ({@link SwitchTolerance}).
 *
 * <p><b>Closing the loop</b> ({@code TreeMeasurementTest}): on the simulated network of Table II, b(h) comes back exactly (with the
 * clamping b(4) = 2 b(3)) and d(h) to the byte that the threshold can resolve.
 *
 * <p>[1] A. Nomura, H. Matsuba, Y. Ishikawa: Network Performance Model for TCP/IP Based Cluster Computing, 2007.
 */
public final class TreeMeasurement {
    private TreeMeasurement() {}

    /**
     * Measures all heights.
     *
     * @param bytes size of the burst's messages, large enough that latency does not matter, >= 1
     * @param bidirectional whether both directions are in use
     * @param repetitions how often each burst and probe is done, >= 1
     * @throws InputException if the network has fewer than two nodes, or not a power of two
     */
    public static TreeParameters measure(
            PairTraffic network, BufferDelayProbe probe, long bytes, boolean bidirectional, int repetitions) {
        Preconditions.checkArgument(bytes >= 1 && repetitions >= 1, "bytes %s, repetitions %s", bytes, repetitions);
        int nodes = network.nodes();
        if (nodes < 2 || Integer.bitCount(nodes) != 1) {
            throw InputException.at(
                    network.description(),
                    "a tree is measured on 2, 4, 8, … nodes, found " + nodes,
                    "Use the largest power of two");
        }
        int count = Integer.numberOfTrailingZeros(nodes);
        List<TreeParameters.Height> heights = new ArrayList<>();
        List<String> remarks = new ArrayList<>();
        double variance = 0;
        for (int height = 1; height <= count; height++) {
            double[] bandwidths = new double[repetitions];
            double[] delays = new double[repetitions];
            for (int i = 0; i < repetitions; i++) {
                bandwidths[i] = bandwidth(network, height, bytes, bidirectional);
                delays[i] = probe.bufferDelay(height);
            }
            Estimate bandwidth = Estimate.mean(bandwidths);
            Estimate delay = Estimate.mean(delays);
            if (!(delay.value() > 0)) {
                remarks.add("d(" + height + ") cannot be told from " + probe.description() + ": found " + delay.value()
                        + " s");
            }
            double bandwidthError = relative(bandwidth);
            double delayError = relative(delay);
            variance = Math.max(variance, Math.max(bandwidthError * bandwidthError, delayError * delayError));
            heights.add(new TreeParameters.Height(
                    bandwidth.value(), bandwidthError, delay.value() > 0 ? delay.value() : Double.NaN, delayError));
        }
        boolean known = remarks.isEmpty();
        SwitchTolerance tolerance = SwitchTolerance.of(
                heights.stream().mapToDouble(TreeParameters.Height::bandwidth).toArray(),
                known
                        ? heights.stream()
                                .mapToDouble(TreeParameters.Height::bufferDelay)
                                .toArray()
                        : new double[0],
                variance);
        return new TreeParameters(network.description(), bidirectional, heights, tolerance, remarks);
    }

    private static double relative(Estimate estimate) {
        double error = estimate.standardError() / Math.abs(estimate.value());
        return Double.isFinite(error) ? error : 0;
    }

    private static double bandwidth(PairTraffic network, int height, long bytes, boolean bidirectional) {
        double sum = 0;
        for (double seconds : network.burst(pairs(height), bytes, bidirectional)) {
            sum += bytes / seconds;
        }
        return sum;
    }

    /** The pairs (i, i + 2^(h-1)) of the first subtree of a height, i below 2^(h-1). */
    public static List<PairTraffic.Pair> pairs(int height) {
        int half = 1 << (height - 1);
        List<PairTraffic.Pair> pairs = new ArrayList<>();
        for (int i = 0; i < half; i++) {
            pairs.add(new PairTraffic.Pair(i, i + half));
        }
        return pairs;
    }
}
