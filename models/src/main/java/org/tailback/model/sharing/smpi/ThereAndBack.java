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
        // the way back waits at the end of the array, so that nothing is allocated
        int backLinks = oneWay.route(destination, source, into);
        int back = longestRoute() - backLinks;
        System.arraycopy(into, 0, into, back, backLinks);
        int there = oneWay.route(source, destination, into);
        int length = there;
        for (int i = back; i < back + backLinks; i++) {
            if (!contains(into, there, into[i])) {
                into[length++] = into[i];
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
