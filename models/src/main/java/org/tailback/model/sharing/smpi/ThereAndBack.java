package org.tailback.model.sharing.smpi;

import org.tailback.model.topology.Topology;

/** A topology whose routes go there and back: the links of the way, then those of the way back that are not on it. */
record ThereAndBack(Topology oneWay) implements Topology {
    @Override
    public int links() {
        return oneWay.links();
    }

    @Override
    public double capacity(int link) {
        return oneWay.capacity(link);
    }

    @Override
    public String linkName(int link) {
        return oneWay.linkName(link);
    }

    @Override
    public int longestRoute() {
        return 2 * oneWay.longestRoute();
    }

    @Override
    public int route(int source, int destination, int[] into) {
        int there = oneWay.route(source, destination, into);
        int[] back = new int[oneWay.longestRoute()];
        int backLinks = oneWay.route(destination, source, back);
        int length = there;
        for (int i = 0; i < backLinks; i++) {
            if (!contains(into, there, back[i])) {
                into[length++] = back[i];
            }
        }
        return length;
    }

    /** True if one of the first {@code length} links is this one. */
    static boolean contains(int[] links, int length, int link) {
        for (int i = 0; i < length; i++) {
            if (links[i] == link) {
                return true;
            }
        }
        return false;
    }
}
