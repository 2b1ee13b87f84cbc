package org.tailback.model.topology;

/** A topology whose capacities are in units of what a node's link carries. */
record RelativeTopology(Topology inUnits) implements Topology {
    @Override
    public boolean isRelative() {
        return true;
    }

    @Override
    public int links() {
        return inUnits.links();
    }

    @Override
    public double capacity(int link) {
        return inUnits.capacity(link);
    }

    @Override
    public double nodeBandwidth() {
        return inUnits.nodeBandwidth();
    }

    @Override
    public String linkName(int link) {
        return inUnits.linkName(link);
    }

    @Override
    public int longestRoute() {
        return inUnits.longestRoute();
    }

    @Override
    public int route(int source, int destination, int[] into) {
        return inUnits.route(source, destination, into);
    }

    @Override
    public int ways(int source, int destination) {
        return inUnits.ways(source, destination);
    }

    @Override
    public int route(int source, int destination, int way, int[] into) {
        return inUnits.route(source, destination, way, into);
    }

    @Override
    public boolean raisesChannel(int link) {
        return inUnits.raisesChannel(link);
    }
}
