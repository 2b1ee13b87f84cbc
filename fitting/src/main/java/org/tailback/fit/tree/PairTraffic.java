package org.tailback.fit.tree;

import java.util.List;

/**
 * A network of many nodes between which traffic can be started, real or simulated. Nodes are numbered from 0. Not
 * thread-safe.
 */
public interface PairTraffic extends AutoCloseable {
    /** Number of nodes. */
    int nodes();

    /** What measures, for comments. */
    String description();

    /** True if the same traffic always takes the same time, so that repeating it is of no use. */
    default boolean isDeterministic() {
        return false;
    }

    /**
     * A message, or an exchange between two nodes.
     *
     * @param source the node that sends
     * @param destination the other, different from it
     */
    record Pair(int source, int destination) {
        /** The opposite direction. */
        public Pair reversed() {
            return new Pair(destination, source);
        }
    }

    /**
     * Lets all messages begin at the same time and waits until all have ended.
     *
     * @param messages senders and receivers, each pair at most once
     * @param bytes size of every message, >= 1
     * @return seconds that each message took, in the order of the messages
     * @throws org.tailback.error.InputException if a node is gone or cannot do it
     */
    double[] burst(List<Pair> messages, long bytes);

    /**
     * Round trips of small messages while others send.
     *
     * @param pair the pair of the ping-pong
     * @param load pairs that send all the time; empty for an idle network
     * @param loadBytes size of the messages of the load, >= 1
     * @param count how many round trips are wanted, >= 1
     * @return seconds of each; one is enough if the network is deterministic
     * @throws org.tailback.error.InputException if a node is gone or cannot do it
     */
    double[] pingPong(Pair pair, List<Pair> load, long loadBytes, int count);

    @Override
    default void close() {}
}
