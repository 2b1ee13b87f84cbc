package org.tailback.sharing;

import java.util.List;

/**
 * The sharing of the network among messages in flight between nodes: the mutable state of one network under one model.
 *
 * <p>The network engine notifies it of every flow that starts or ends, and after all changes of one instant asks once
 * for the new rates. A flow is a message, or a batch of equal messages if the model says so ({@link #batching}): a
 * dense number from 0 that the engine chooses and uses again after the flow has ended. Messages inside one node take
 * no part in it. {@link org.tailback.sharing.part.PartSharing} is a base class for models that are a formula.
 *
 * <p>A rate is work per second. The message cost says how fast one message moves by itself: its pace. The model says
 * what the network carries. A message alone takes the longer of both, and several messages share the network, none of
 * them faster than its injection rate ({@link #work}):
 *
 * <ul>
 *   <li>A model with capacities in bytes per second measures work in bytes on the wire.
 *   <li>A penalty model knows no capacity: it measures work in seconds of lone transfer, and its reference rate is 1.
 * </ul>
 *
 * <p>{@code penalty = rate of the message alone / rate}.
 *
 * <p>Not thread-safe: one network, one instance, one thread.
 */
public interface BandwidthSharing {
    /** Which messages are one flow. */
    enum Batching {
        /** Each message is a flow. */
        NONE,
        /** All messages in flight from one node to another: the model gives them one rate whatever their paces. */
        NODES,
        /** The messages in flight from one node to another that have the same pace, to which the model keeps. */
        NODES_AND_PACE,
        /** The messages in flight from one rank to another that have the same pace, to which the model keeps. */
        RANKS_AND_PACE;

        /** What tells messages between the same two ends apart: not a number if each is a flow of its own. */
        public double key(double pace) {
            return this == NODES ? Double.POSITIVE_INFINITY : this == NONE ? Double.NaN : pace;
        }
    }

    /**
     * Which messages are one flow, a batch of so many; each message for itself unless a model says otherwise. A
     * network with many ranks on a node then costs as much as one with few.
     */
    default Batching batching() {
        return Batching.NONE;
    }

    /**
     * A flow of one message starts; its rate is reported by the next {@link #recompute}. A model with capacities never
     * gives it a higher rate than its pace; a penalty model, which stretches the time that the pace causes, need not
     * know it.
     *
     * @param flow dense number, not in use now
     * @param source node that sends, 0 to nodes - 1
     * @param destination node that receives, 0 to nodes - 1, not {@code source}
     * @param pace most work per second, > 0; infinite if the pace is not below the reference rate
     */
    void flowStarted(int flow, int source, int destination, double pace);

    /**
     * A flow has another number of messages, which all have its rate. Called only if there are batches.
     *
     * @param messages >= 1
     */
    default void flowResized(int flow, int messages) {
        throw new UnsupportedOperationException("each message is a flow");
    }

    /**
     * A flow starts between two ranks; the engine calls this one. A model that limits what one rank moves tells the
     * ranks of a node apart; others need not, as here.
     *
     * @param sender number of the rank that sends, >= 0; it stays on its node
     * @param receiver number of the rank that receives, >= 0
     */
    default void flowStarted(int flow, int source, int destination, double pace, int sender, int receiver) {
        flowStarted(flow, source, destination, pace);
    }

    /**
     * The work of a message. Its pace is {@code work / gap}; alone it takes {@code max(gap, work / referenceRate)}.
     * Penalty models keep this definition, a gap's worth of the reference rate; models with capacities return bytes.
     *
     * @param source node that sends
     * @param destination another node, which receives
     * @param wireBytes what the links carry for the message ({@code MessageCost.wireBytes}), bytes, finite, >= 0
     * @param gap how long the message occupies the network by itself ({@code MessageCost.gap}), seconds, finite, >= 0
     * @return work, finite, >= 0; 0 if the message takes no part in the sharing: it then ends after its gap
     */
    default double work(int source, int destination, double wireBytes, double gap) {
        return gap * referenceRate(source, destination);
    }

    /** The last message of a flow ends (or is cancelled); the flow's number may be used again at once. */
    void flowEnded(int flow);

    /**
     * Recomputes the rates after all changes of one instant. Reports the rate of every flow started since the last call
     * and of every flow whose rate changed; it may report unchanged ones too. Every reported rate is finite and > 0.
     * The order of reports must not depend on anything but the flows, so that runs repeat bit for bit.
     */
    void recompute(RateConsumer rates);

    /**
     * The rate of a flow that is alone and whose injection rate is no limit, in work per second, finite and > 0: what
     * the narrowest link of its route carries, or 1 under a penalty model.
     */
    double referenceRate(int source, int destination);

    /**
     * The time until the first byte has passed the links between two different nodes, where the model knows it; the
     * message cost may make a delay of it ({@code MessageCost.startDelay}).
     *
     * @return seconds, finite, >= 0; not a number if the model knows nothing of latencies
     */
    default double pathLatency(int source, int destination) {
        return Double.NaN;
    }

    /**
     * Why a flow in flight has its present rate, of each of its messages: a tree of named terms whose root value is
     * the rate that {@link #recompute} reported. Not for hot paths.
     */
    Explanation explain(int flow);

    /** Approximations, clamped values and oversubscriptions of the model so far, a sentence each, with counts. */
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
