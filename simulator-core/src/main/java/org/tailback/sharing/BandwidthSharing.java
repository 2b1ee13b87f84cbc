package org.tailback.sharing;

import java.util.List;

/**
 * Sharing of the network among messages in flight between nodes: the mutable state of one network under one model.
 *
 * <p>The network engine reports every flow that starts or ends, and requests the new rates once after all changes of an
 * instant. A flow is a message, or a batch of equal messages if the model batches them ({@link #batching}). The engine
 * assigns dense numbers from 0 to flows, and reuses a number after its flow has ended. Messages inside one node are not
 * flows. {@link org.tailback.sharing.part.PartSharing} is a base class for models whose rates follow a formula.
 *
 * <p>A rate is work per second. The message cost determines the injection rate of a message, its speed without
 * contention. The model determines the capacity of the network. The transfer time of an uncontended message is the
 * longer of its time at the injection rate and its time at the capacity of the network. Several messages share the
 * network, and none exceeds its injection rate ({@link #work}):
 *
 * <ul>
 *   <li>A model with capacities in bytes per second measures work in bytes on the wire.
 *   <li>A penalty model has no capacities: it measures work in seconds of uncontended transfer, and its reference rate
 *       is 1.
 * </ul>
 *
 * <p>{@code penalty = uncontended rate / rate}.
 *
 * <p>Not thread-safe: each network has one instance, used by one thread.
 */
public interface BandwidthSharing {
    /** Rule by which messages form one flow. */
    enum Batching {
        /** A separate flow for each message. */
        NONE,
        /**
         * One flow for all messages in flight from one node to another; they have the same rate regardless of their
         * injection rates.
         */
        NODES,
        /**
         * One flow for the messages in flight from one node to another that have the same injection rate; the model
         * respects that rate.
         */
        NODES_AND_INJECTION_RATE,
        /**
         * One flow for the messages in flight from one rank to another that have the same injection rate; the model
         * respects that rate.
         */
        RANKS_AND_INJECTION_RATE;

        /**
         * Returns the key that separates messages between the same two ends into flows; not a number if each message is
         * a separate flow.
         */
        public double key(double injectionRate) {
            return this == NODES ? Double.POSITIVE_INFINITY : this == NONE ? Double.NaN : injectionRate;
        }
    }

    /**
     * Returns the rule by which messages form one flow, a batch; by default each message is a flow. With batches, many
     * ranks per node cost no more than few.
     */
    default Batching batching() {
        return Batching.NONE;
    }

    /**
     * Called when a flow of one message starts; the next {@link #recompute} reports its rate. A model with capacities
     * limits the flow to its injection rate. A penalty model may ignore the injection rate, because it multiplies the
     * time that the injection rate causes.
     *
     * @param flow dense number that is currently unused
     * @param source node that sends, 0 to nodes - 1
     * @param destination node that receives, 0 to nodes - 1, not {@code source}
     * @param injectionRate largest work per second, > 0; infinite if the injection rate is not below the reference rate
     */
    void flowStarted(int flow, int source, int destination, double injectionRate);

    /**
     * Changes the number of messages of a flow; all its messages have the same rate. Called only if the model has
     * batches.
     *
     * @param messages >= 1
     */
    default void flowResized(int flow, int messages) {
        throw new UnsupportedOperationException("each message is a flow");
    }

    /**
     * Called by the engine when a flow starts between two ranks. A model that limits the traffic of each rank
     * distinguishes the ranks of a node; other models, like this default, ignore the ranks.
     *
     * @param sender number of the rank that sends, >= 0; a rank is always on the same node
     * @param receiver number of the rank that receives, >= 0
     */
    default void flowStarted(int flow, int source, int destination, double injectionRate, int sender, int receiver) {
        flowStarted(flow, source, destination, injectionRate);
    }

    /**
     * Returns the work of a message. Its injection rate is {@code work / gap}; uncontended it takes {@code max(gap,
     * work / referenceRate)}. Penalty models use this default, the gap times the reference rate; models with capacities
     * return bytes.
     *
     * @param source node that sends
     * @param destination another node, which receives
     * @param wireBytes bytes on the links for the message ({@code MessageCost.wireBytes}), finite, >= 0
     * @param gap time for which the message occupies the network when uncontended ({@code MessageCost.gap}), seconds,
     *     finite, >= 0
     * @return work, finite, >= 0; 0 if the message shares no resources and ends after its gap
     */
    default double work(int source, int destination, double wireBytes, double gap) {
        return gap * referenceRate(source, destination);
    }

    /** Called when the last message of a flow ends or is cancelled; the flow's number may be reused at once. */
    void flowEnded(int flow);

    /**
     * Recomputes the rates after all changes of one instant. Reports the rate of every flow started since the last call
     * and of every flow whose rate changed; it may also report unchanged rates. Every reported rate is finite and > 0.
     * The order of reports must depend on the flows only, so that runs repeat bit for bit.
     */
    void recompute(RateConsumer rates);

    /**
     * Returns the uncontended rate of a flow that its injection rate does not limit, in work per second, finite and
     * > 0: the capacity of the narrowest link of its route, or 1 under a penalty model.
     */
    double referenceRate(int source, int destination);

    /**
     * Returns the time until the first byte has passed the links between two different nodes, if the model has
     * latencies. The message cost may use this time as a delay ({@code MessageCost.startDelay}).
     *
     * @return seconds, finite, >= 0; not a number if the model has no latencies
     */
    default double pathLatency(int source, int destination) {
        return Double.NaN;
    }

    /**
     * Explains the current rate of each message of a flow in flight. Returns a tree of named terms whose root value is
     * the rate that {@link #recompute} reported. Too slow for performance-critical code.
     */
    Explanation explain(int flow);

    /**
     * Returns the approximations, clamped values and oversubscriptions of the model so far, one sentence each, with
     * counts.
     */
    default List<String> warnings() {
        return List.of();
    }

    /** Receiver of the rates of a recomputation. */
    @FunctionalInterface
    interface RateConsumer {
        /**
         * Receives the rate of a flow.
         *
         * @param flow number of a flow in flight
         * @param rate its rate from now on, in work per second, finite and > 0
         */
        void rate(int flow, double rate);
    }
}
