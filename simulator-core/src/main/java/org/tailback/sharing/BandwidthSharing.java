package org.tailback.sharing;

import java.util.List;

/**
 * How messages in flight between nodes share the network: the mutable state of one network under one model.
 *
 * <p>The network engine tells it of every flow that starts or ends, and after all changes of one instant asks once for
 * the new rates. A flow is a dense number from 0 that the engine chooses and uses again after the flow has ended.
 * Messages inside one node are never told of: they are in no contention graph.
 *
 * <p>A rate is work per second. A message of m bytes that needs T(m) seconds alone (its {@code MessageCost.gap}) is
 * {@code T(m) * referenceRate} of work, so a flow at its reference rate progresses as if it were alone, and
 * {@code penalty = referenceRate / rate}. Models whose parameters are bandwidths use bytes per second; pure penalty
 * models use a reference rate of 1, seconds of lone transfer per second.
 *
 * <p>Not thread-safe: one network, one instance, one thread.
 */
public interface BandwidthSharing {
    /**
     * A flow starts; its rate is reported by the next {@link #recompute}.
     *
     * @param flow dense number, not in use now
     * @param source node that sends, 0 to nodes - 1
     * @param destination node that receives, 0 to nodes - 1, not {@code source}
     */
    void flowStarted(int flow, int source, int destination);

    /** A flow ends (or is cancelled); its number may be used again at once. */
    void flowEnded(int flow);

    /**
     * Recomputes the rates after all changes of one instant. Reports the rate of every flow started since the last call
     * and of every flow whose rate changed; it may report unchanged ones too. Every reported rate is finite and > 0. The
     * order of reports must not depend on anything but the flows, so that runs repeat bit for bit.
     */
    void recompute(RateConsumer rates);

    /**
     * The rate at which a flow progresses as the message cost says, in work per second, finite and > 0: that of a flow that is
     * alone, unless a model says otherwise.
     */
    double referenceRate(int source, int destination);

    /**
     * What the links between two different nodes take before the first byte is through, where the model knows it; the message
     * cost may make a delay of it ({@code MessageCost.startDelay}).
     *
     * @return seconds, finite, >= 0; not a number if the model knows nothing of latencies
     */
    default double pathLatency(int source, int destination) {
        return Double.NaN;
    }

    /**
     * Why a flow in flight has its present rate: a tree of named terms whose root value is the rate that
     * {@link #recompute} reported. Not for hot paths.
     */
    Explanation explain(int flow);

    /** What the model approximated, clamped or found oversubscribed so far, a sentence each, with counts. */
    default List<String> warnings() {
        return List.of();
    }

    /** Receives the rates of a recomputation. */
    @FunctionalInterface
    interface RateConsumer {
        /**
         * @param flow a flow in flight
         * @param rate its rate from now on, in work per second, finite and > 0
         */
        void rate(int flow, double rate);
    }
}
