package org.tailback.model.topology;

/**
 * A topology whose capacities are in units of what a node's link carries.
 *
 * @param regular the links and routes
 */
record RelativeTopology(Topology regular) implements ForwardingTopology {
    @Override
    public boolean isRelative() {
        return true;
    }
}
