package org.tailback.model.sharing.link;

import java.util.Arrays;
import org.tailback.model.topology.Topology;

/** The links of a topology with the capacities that they have now: those as built times what changed since. */
final class CurrentCapacities implements Topology {
    private final Topology built;
    private final double[] capacity;
    private final double[] ofLink;
    private final double[] ofNode;

    CurrentCapacities(Topology built) {
        this.built = built;
        capacity = new double[built.links()];
        Arrays.setAll(capacity, built::capacity);
        ofLink = new double[capacity.length];
        Arrays.fill(ofLink, 1);
        ofNode = ofLink.clone();
    }

    void setLink(int link, double fraction) {
        ofLink[link] = fraction;
        update(link);
    }

    void setNode(int link, double fraction) {
        ofNode[link] = fraction;
        update(link);
    }

    private void update(int link) {
        capacity[link] = built.capacity(link) * ofLink[link] * ofNode[link];
    }

    @Override
    public int links() {
        return capacity.length;
    }

    @Override
    public double capacity(int link) {
        return capacity[link];
    }

    @Override
    public String linkName(int link) {
        return built.linkName(link);
    }

    @Override
    public int longestRoute() {
        return built.longestRoute();
    }

    @Override
    public int route(int source, int destination, int[] into) {
        return built.route(source, destination, into);
    }
}
