package org.tailback.fit.tree;

import java.util.List;

/** A network of many nodes between which traffic can be started, real or simulated. Nodes are numbered from 0. */
public interface PairTraffic {
    /** Number of nodes. */
    int nodes();

    /** What measures, for comments. */
    String description();

    /**
     * Two nodes that talk.
     *
     * @param source the one that sends; both do when a measurement is bidirectional
     * @param destination the other
     */
    record Pair(int source, int destination) {}

    /**
     * Lets all pairs send one message each at the same time and waits until all have ended.
     *
     * @param bytes size of every message, >= 1
     * @param bothWays whether destinations send to their sources at the same time, too
     * @return seconds that each pair's message took, in the order of the pairs; of the slower direction
     */
    double[] burst(List<Pair> pairs, long bytes, boolean bothWays);

    /**
     * A round trip of small messages while pairs keep sending.
     *
     * @param pair who plays ping-pong
     * @param load pairs that send to each other all the time; empty for an idle network
     * @param loadBytes size of their messages, >= 1
     * @param bothWays whether the load goes both ways
     * @return seconds
     */
    double pingPong(Pair pair, List<Pair> load, long loadBytes, boolean bothWays);
}
