package org.tailback.testing;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Cluster;
import org.tailback.cost.MessageCost;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.SharingModel;

/**
 * Model whose results can be computed by hand. A node divides its capacity equally among the messages that leave it,
 * and equally among the messages that enter it. Therefore penalty = max(messages leaving the source, messages entering
 * the destination). The model is slow: O(messages in flight) per change.
 */
public final class PortShares implements SharingModel {
    /** Cost of one second per uncontended byte, without latency. */
    public static final MessageCost SECOND_PER_BYTE = new LinearCost(1, 0);

    /**
     * Cost with a time per byte and a latency.
     *
     * @param secondsPerByte finite, > 0
     * @param latencySeconds finite, >= 0
     */
    public record LinearCost(double secondsPerByte, double latencySeconds) implements MessageCost {
        @Override
        public String name() {
            return "linear";
        }

        @Override
        public double gap(long bytes) {
            return bytes * secondsPerByte;
        }

        @Override
        public double latency(long bytes) {
            return latencySeconds;
        }
    }

    @Override
    public String name() {
        return "port-shares";
    }

    @Override
    public BandwidthSharing on(Cluster cluster, long seed) {
        return new State(cluster.nodes());
    }

    private static final class State implements BandwidthSharing {
        private final int[] leaving;
        private final int[] entering;
        private final Map<Integer, int[]> flows = new TreeMap<>();

        State(int nodes) {
            leaving = new int[nodes];
            entering = new int[nodes];
        }

        @Override
        public void flowStarted(int flow, int source, int destination, double injectionRate) {
            flows.put(flow, new int[] {source, destination});
            leaving[source]++;
            entering[destination]++;
        }

        private static int[] inFlight(int @Nullable [] ends) {
            return Objects.requireNonNull(ends, "the flow is not in flight");
        }

        @Override
        public void flowEnded(int flow) {
            int[] ends = inFlight(flows.remove(flow));
            leaving[ends[0]]--;
            entering[ends[1]]--;
        }

        @Override
        public void recompute(RateConsumer rates) {
            flows.forEach((flow, ends) -> rates.rate(flow, 1 / penalty(ends)));
        }

        private double penalty(int[] ends) {
            return Math.max(leaving[ends[0]], entering[ends[1]]);
        }

        @Override
        public double referenceRate(int source, int destination) {
            return 1;
        }

        @Override
        public Explanation explain(int flow) {
            int[] ends = inFlight(flows.get(flow));
            return Explanation.of(
                    "rate",
                    1 / penalty(ends),
                    "1 / max(leaving, entering)",
                    Explanation.leaf("leaving", leaving[ends[0]]),
                    Explanation.leaf("entering", entering[ends[1]]));
        }
    }
}
