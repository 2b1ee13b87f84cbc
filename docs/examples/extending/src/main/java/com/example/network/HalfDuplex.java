package com.example.network;

import java.util.Map;
import java.util.TreeMap;
import org.tailback.cluster.Cluster;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.SharingModel;

/**
 * Half-duplex ports: what leaves a node and what enters it share one cable equally, so that
 * penalty = max over both nodes of (messages leaving + messages entering).
 */
public final class HalfDuplex implements SharingModel {
    @Override
    public String name() {
        return "half-duplex";
    }

    @Override
    public BandwidthSharing on(Cluster cluster, long seed) {
        return new State(cluster.nodes());
    }

    /** The messages in flight of one network. */
    private static final class State implements BandwidthSharing {
        private final int[] onCable;
        private final Map<Integer, int[]> flows = new TreeMap<>();

        State(int nodes) {
            onCable = new int[nodes];
        }

        @Override
        public void flowStarted(int flow, int source, int destination) {
            flows.put(flow, new int[] {source, destination});
            onCable[source]++;
            onCable[destination]++;
        }

        @Override
        public void flowEnded(int flow) {
            int[] ends = flows.remove(flow);
            onCable[ends[0]]--;
            onCable[ends[1]]--;
        }

        /** Reports every rate: simple, and right. Fast models report only those that may have changed. */
        @Override
        public void recompute(RateConsumer rates) {
            flows.forEach((flow, ends) -> rates.rate(flow, 1.0 / penalty(ends)));
        }

        private int penalty(int[] ends) {
            return Math.max(onCable[ends[0]], onCable[ends[1]]);
        }

        /** A message alone has rate 1: a second of lone transfer per second. */
        @Override
        public double referenceRate(int source, int destination) {
            return 1;
        }

        @Override
        public Explanation explain(int flow) {
            int[] ends = flows.get(flow);
            return Explanation.of(
                    "rate",
                    1.0 / penalty(ends),
                    "1 / max(messages at the source, messages at the destination)",
                    Explanation.leaf("messages at the source", onCable[ends[0]]),
                    Explanation.leaf("messages at the destination", onCable[ends[1]]));
        }
    }
}
