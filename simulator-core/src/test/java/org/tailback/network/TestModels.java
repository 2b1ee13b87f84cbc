package org.tailback.network;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.tailback.cluster.Cluster;
import org.tailback.cost.MessageCost;
import org.tailback.loss.LossModel;
import org.tailback.loss.LossProcess;
import org.tailback.platform.Platform;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.SharingModel;

/** Models simple enough to compute their results by hand. */
public final class TestModels {
    private TestModels() {}

    /**
     * A cluster of one-core nodes where a message of m bytes takes m seconds alone, arrives {@code latency} later, and
     * nodes divide themselves equally among their outgoing, and among their incoming messages.
     */
    public static Platform.Builder platform(int nodes, double latency) {
        return Platform.builder()
                .cluster(Cluster.of(nodes, 1))
                .model(new NodeShare())
                .cost(new BytePerSecond(latency))
                .loss(new NoLoss());
    }

    /** One byte a second, and a latency. */
    public record BytePerSecond(double latency) implements MessageCost {
        @Override
        public String name() {
            return "byte-per-second";
        }

        @Override
        public double gap(long bytes) {
            return bytes;
        }

        @Override
        public double latency(long bytes) {
            return latency;
        }
    }

    /** No message is lost. */
    public static final class NoLoss implements LossModel {
        @Override
        public String name() {
            return "none";
        }

        @Override
        public LossProcess on(Cluster cluster, SharingModel sharing, MessageCost cost, long seed) {
            throw new AssertionError("asked for a process that nobody needs");
        }

        @Override
        public boolean losesMessages() {
            return false;
        }
    }

    /** Rate 1 / max(messages leaving the source, messages entering the destination). */
    public static final class NodeShare implements SharingModel {
        /** How often any state of this model was asked for rates. */
        public int recomputations;

        @Override
        public String name() {
            return "node-share";
        }

        @Override
        public BandwidthSharing on(Cluster cluster, long seed) {
            return new State();
        }

        private final class State implements BandwidthSharing {
            private final Map<Integer, int[]> flows = new TreeMap<>();
            private final Map<Integer, Integer> leaving = new HashMap<>();
            private final Map<Integer, Integer> entering = new HashMap<>();

            @Override
            public void flowStarted(int flow, int source, int destination, double injectionRate) {
                flows.put(flow, new int[] {source, destination});
                leaving.merge(source, 1, Integer::sum);
                entering.merge(destination, 1, Integer::sum);
            }

            @Override
            public void flowEnded(int flow) {
                int[] ends = flows.remove(flow);
                leaving.merge(ends[0], -1, Integer::sum);
                entering.merge(ends[1], -1, Integer::sum);
            }

            @Override
            public void recompute(RateConsumer rates) {
                recomputations++;
                flows.forEach((flow, ends) ->
                        rates.rate(flow, 1.0 / Math.max(leaving.get(ends[0]), entering.get(ends[1]))));
            }

            @Override
            public double referenceRate(int source, int destination) {
                return 1;
            }

            @Override
            public Explanation explain(int flow) {
                return Explanation.leaf("rate", 1);
            }
        }
    }
}
