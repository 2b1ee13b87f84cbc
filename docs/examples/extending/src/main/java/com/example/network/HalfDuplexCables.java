package com.example.network;

import java.util.Map;
import java.util.TreeMap;
import org.tailback.cluster.Cluster;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.SharingModel;

/**
 * The cables of {@link HalfDuplex} with a capacity: rate = min(injection rate, bandwidth / messages on the fuller
 * cable).
 *
 * @param bandwidth of a cable, both directions together, bytes per second, > 0
 */
public record HalfDuplexCables(double bandwidth) implements SharingModel {
    @Override
    public String name() {
        return "half-duplex-cables";
    }

    @Override
    public BandwidthSharing on(Cluster cluster, long seed) {
        return new State(bandwidth, cluster.nodes());
    }

    /** @param injectionRate most bytes per second of the message by itself */
    private record Flow(int source, int destination, double injectionRate) {}

    /** The messages in flight of one network. */
    private static final class State implements BandwidthSharing {
        private final double bandwidth;
        private final int[] onCable;
        private final Map<Integer, Flow> flows = new TreeMap<>();

        State(double bandwidth, int nodes) {
            this.bandwidth = bandwidth;
            onCable = new int[nodes];
        }

        /** A message is as much work as it has bytes on the wire. */
        @Override
        public double work(int source, int destination, double wireBytes, double gap) {
            return wireBytes;
        }

        @Override
        public double referenceRate(int source, int destination) {
            return bandwidth;
        }

        @Override
        public void flowStarted(int flow, int source, int destination, double injectionRate) {
            flows.put(flow, new Flow(source, destination, injectionRate));
            onCable[source]++;
            onCable[destination]++;
        }

        @Override
        public void flowEnded(int flow) {
            Flow ended = flows.remove(flow);
            onCable[ended.source()]--;
            onCable[ended.destination()]--;
        }

        @Override
        public void recompute(RateConsumer rates) {
            flows.forEach((number, flow) -> rates.rate(number, rate(flow)));
        }

        /** An equal share of the fuller cable, but never faster than the message by itself. */
        private double rate(Flow flow) {
            int messages = Math.max(onCable[flow.source()], onCable[flow.destination()]);
            return Math.min(flow.injectionRate(), bandwidth / messages);
        }

        @Override
        public Explanation explain(int flow) {
            Flow found = flows.get(flow);
            return Explanation.of(
                    "rate",
                    rate(found),
                    "min(injection rate, bandwidth / messages on the fuller cable)",
                    Explanation.leaf("injection rate", found.injectionRate()),
                    Explanation.leaf("bandwidth", bandwidth),
                    Explanation.leaf("messages at the source", onCable[found.source()]),
                    Explanation.leaf("messages at the destination", onCable[found.destination()]));
        }
    }
}
