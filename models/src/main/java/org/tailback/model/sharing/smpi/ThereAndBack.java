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
            if (indexOf(into, there, into[i]) < 0) {
                into[length++] = into[i];
            }
        }
        return length;
    }

    /** Where a link is among the first {@code length} links, or -1. */
    static int indexOf(int[] links, int length, int link) {
        int i = length - 1;
        while (i >= 0 && links[i] != link) {
            i--;
        }
        return i;
    }
}
