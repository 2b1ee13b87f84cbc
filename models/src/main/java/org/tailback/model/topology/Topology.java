package org.tailback.model.topology;

import org.tailback.sharing.Link;

/**
 * Links with capacities, and the links that a message crosses from one node to another. Links are one-directional: a
 * full-duplex cable is two links. Routes are fixed. Immutable and thread-safe.
 */
public interface Topology {
    /** Returns the number of links, numbered from 0. */
    int links();

    /**
     * Returns the capacity of a link, in bytes per second, or in units of the capacity of a node's link if no bandwidth
     * was given; finite, > 0.
     */
    double capacity(int link);

    /**
     * Returns the capacity of a node's own link as it was built, in the units of {@link #capacity}; NaN if nodes have
     * no such link (only where routes are given one by one).
     */
    default double nodeBandwidth() {
        return Double.NaN;
    }

    /** Returns whether all messages between nodes cross the nodes' own links. */
    default boolean everyRouteTakesNodeLinks() {
        return true;
    }

    /**
     * Returns whether messages share the capacity of a link; false if every message has the whole capacity, as on a
     * non-blocking switch. Only links given one by one can be unshared, and not all models support them.
     */
    default boolean isShared(int link) {
        return true;
    }

    /** Returns the latency of the links of a route in seconds, >= 0; NaN unless the links have given latencies. */
    default double latency(int source, int destination) {
        return Double.NaN;
    }

    /** Returns whether capacities are in units of the capacity of a node's link, because no bandwidth was given. */
    default boolean isRelative() {
        return false;
    }

    /**
     * Returns the total capacity of both directions between two nodes, in the units of {@link #capacity}; infinite for
     * no limit.
     */
    default double connectionCapacity() {
        return Double.POSITIVE_INFINITY;
    }

    /** Returns the capacity of one rank in each direction, in the units of {@link #capacity}; infinite for no limit. */
    default double rankCapacity() {
        return Double.POSITIVE_INFINITY;
    }

    /** Returns the kind, the owner and the name of a link. */
    Link link(int link);

    /** Returns the largest number of links of a route, >= 1. */
    int longestRoute();

    /**
     * Writes the links between two different nodes, in order, each at most once.
     *
     * @param into receives the links; at least {@link #longestRoute()} long
     * @return number of these links, >= 1
     * @throws org.tailback.error.InputException if there is no route (only where routes are given one by one)
     */
    int route(int source, int destination, int[] into);

    /**
     * Returns the number of minimal routes between two different nodes that {@link #route(int, int, int, int[])}
     * returns, >= 1.
     */
    default int routes(int source, int destination) {
        return 1;
    }

    /**
     * Writes the links of another minimal route, like {@link #route(int, int, int[])}, for packets that are routed
     * adaptively. Route 0 is the static route, and all routes are equally long.
     *
     * @param number 0 to {@link #routes} - 1
     */
    default int route(int source, int destination, int number, int[] into) {
        return route(source, destination, into);
    }

    /** Returns whether messages are split between routes: a link has a {@link #part} below 1 or a {@link #transit}. */
    default boolean isSplit() {
        return false;
    }

    /**
     * Returns the share of a link that a message between two nodes uses on its route per unit of its rate, > 0 and at
     * most 1.
     */
    default double part(int link, int source, int destination) {
        return 1;
    }

    /**
     * Returns the transit link of a link, which carries the excess load of the link; -1 if there is none, so that the
     * link limits its messages. Every route with the link also contains its transit link. When the link is full, the
     * rates of its messages continue to rise, and the messages use twice their share of the transit link.
     */
    default int transit(int link) {
        return -1;
    }

    /**
     * Returns whether packets change to the next virtual channel after this link, so that full queues do not wait for
     * each other in a cycle.
     */
    default boolean raisesChannel(int link) {
        return false;
    }

    /** Returns the topology without the limits of hosts and connections. */
    default Topology withoutLimits() {
        return this;
    }
}
