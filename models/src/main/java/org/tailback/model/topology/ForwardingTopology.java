package org.tailback.model.topology;

import org.tailback.sharing.Link;

/**
 * A topology based on another one: methods that an implementation does not define are forwarded to the other topology.
 */
interface ForwardingTopology extends Topology {
    Topology regular();

    @Override
    default int links() {
        return regular().links();
    }

    @Override
    default double capacity(int link) {
        return regular().capacity(link);
    }

    @Override
    default double nodeBandwidth() {
        return regular().nodeBandwidth();
    }

    @Override
    default boolean everyRouteTakesNodeLinks() {
        return regular().everyRouteTakesNodeLinks();
    }

    @Override
    default boolean isShared(int link) {
        // additional links of the wrapper follow
        return link >= regular().links() || regular().isShared(link);
    }

    @Override
    default double latency(int source, int destination) {
        return regular().latency(source, destination);
    }

    @Override
    default boolean isRelative() {
        return regular().isRelative();
    }

    @Override
    default double connectionCapacity() {
        return regular().connectionCapacity();
    }

    @Override
    default double rankCapacity() {
        return regular().rankCapacity();
    }

    @Override
    default Link link(int link) {
        return regular().link(link);
    }

    @Override
    default int longestRoute() {
        return regular().longestRoute();
    }

    @Override
    default int route(int source, int destination, int[] into) {
        return route(source, destination, 0, into);
    }

    @Override
    default int route(int source, int destination, int number, int[] into) {
        return regular().route(source, destination, number, into);
    }

    @Override
    default int routes(int source, int destination) {
        return regular().routes(source, destination);
    }

    @Override
    default boolean isSplit() {
        return regular().isSplit();
    }

    @Override
    default double part(int link, int source, int destination) {
        return link < regular().links() ? regular().part(link, source, destination) : 1;
    }

    @Override
    default int transit(int link) {
        return link < regular().links() ? regular().transit(link) : -1;
    }

    @Override
    default boolean raisesChannel(int link) {
        return link < regular().links() && regular().raisesChannel(link);
    }
}
