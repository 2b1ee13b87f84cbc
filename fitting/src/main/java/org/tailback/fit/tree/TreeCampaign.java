package org.tailback.fit.tree;

import com.google.common.primitives.Doubles;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.fit.measure.Exchange;
import org.tailback.fit.measure.Flow;
import org.tailback.fit.measure.Hosts;

/**
 * Measurement of the tree of PlogPT among 2, 4, 8, … hosts, which are the leaves of the tree (Nomura, Matsuba and
 * Ishikawa 2007, section III.C). For height h, all pairs (i, i + 2^(h-1)) of the first 2^h hosts send at once. b(h) is
 * the sum of their throughputs in one direction, computed from the time of each message after the first (eq. (7) of
 * Hoefler et al. 2007). d(h) follows from round trips between the first and the last host, with and without this load.
 *
 * @param hosts the leaves
 * @param bytes size of the messages, >= 1
 * @param bothEnds true if messages are sent in both directions
 * @param repetitions number of measurements of each throughput, >= 1; the number of round trips is {@value #PINGS}
 * @param threshold search for d(h) of a simulated network, where load does not delay small messages; null for real
 *     hosts, or to omit d(h)
 */
public record TreeCampaign(
        Hosts hosts,
        long bytes,
        boolean bothEnds,
        int repetitions,
        @Nullable TimeoutThreshold threshold) {
    private static final int MESSAGES = 8;
    private static final int PINGS = 200;

    /** Exchange of the load. It has many messages, so answers rarely interrupt it. */
    private static final Exchange LOAD = Exchange.oneWay(64, 256 << 10);

    /**
     * Measures all heights.
     *
     * @param done notified of every height as soon as it is measured
     * @throws InputException if the number of hosts is not a power of two, or a host fails
     */
    public TreeData run(Consumer<TreeData.Height> done) {
        if (hosts.count() < 2 || Integer.bitCount(hosts.count()) != 1) {
            throw new InputException(hosts.description() + ": a tree is measured on 2, 4, 8, … hosts, found "
                    + hosts.count() + ". Leave out hosts beyond the largest power of two");
        }
        List<TreeData.Height> heights = new ArrayList<>();
        for (int height = 1; height <= Integer.numberOfTrailingZeros(hosts.count()); height++) {
            List<Double> bandwidths = new ArrayList<>();
            for (int i = 0; i < (hosts.areDeterministic() ? 1 : repetitions); i++) {
                bandwidths.add(bandwidth(height));
            }
            TreeData.Height measured = hosts.areDeterministic()
                    ? new TreeData.Height(bandwidths, List.of(), List.of(), delays(height))
                    : new TreeData.Height(bandwidths, pings(height, false), pings(height, true), List.of());
            heights.add(measured);
            done.accept(measured);
        }
        return new TreeData(hosts.description(), bothEnds, heights);
    }

    private List<Double> delays(int height) {
        double delay = threshold == null ? Double.NaN : threshold.bufferDelay(height);
        return Double.isNaN(delay) ? List.of() : List.of(delay);
    }

    private double bandwidth(int height) {
        List<double[]> one = hosts.measure(pairs(height, Exchange.oneWay(1, bytes), 1));
        List<double[]> several = hosts.measure(pairs(height, Exchange.oneWay(MESSAGES, bytes), 1));
        double sum = 0;
        int half = 1 << (height - 1);
        for (int i = 0; i < half; i++) {
            double gap = (several.get(i)[0] - one.get(i)[0]) / (MESSAGES - 1);
            if (bothEnds) {
                // the slower of both directions determines the gap
                gap = Math.max(gap, (several.get(i + half)[0] - one.get(i + half)[0]) / (MESSAGES - 1));
            }
            sum += bytes / gap;
        }
        return sum;
    }

    private List<Double> pings(int height, boolean loaded) {
        List<Flow> flows = new ArrayList<>(List.of(new Flow(0, (1 << height) - 1, new Exchange(1, 0, 1), PINGS)));
        if (loaded) {
            flows.addAll(pairs(height, LOAD, 0));
        }
        return Doubles.asList(hosts.measure(flows).get(0));
    }

    /**
     * Returns the flows from i to i + 2^(h-1) in the first subtree of a height, followed by the reverse flows if both
     * ends send.
     */
    private List<Flow> pairs(int height, Exchange exchange, int times) {
        int half = 1 << (height - 1);
        List<Flow> flows = new ArrayList<>();
        for (int i = 0; i < half; i++) {
            flows.add(new Flow(i, i + half, exchange, times));
        }
        for (int i = 0; i < half && bothEnds; i++) {
            flows.add(new Flow(i + half, i, exchange, times));
        }
        return flows;
    }
}
