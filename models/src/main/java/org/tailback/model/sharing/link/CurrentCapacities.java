package org.tailback.model.sharing.link;

import java.util.Arrays;
import org.tailback.model.topology.Topology;

/** The links of a topology with the capacities that they have now: those as built times what changed since. */
final class CurrentCapacities implements Topology {
    private final Topology built;
    /** By link; empty until something changes. */
    private double[] capacity = new double[0];

    private double[] ofLink = capacity;
    private double[] ofNode = capacity;

    CurrentCapacities(Topology built) {
        this.built = built;
    }

    void setLink(int link, double fraction) {
        prepare();
        ofLink[link] = fraction;
        update(link);
    }

    void setNode(int link, double fraction) {
        prepare();
        ofNode[link] = fraction;
        update(link);
    }

    private void prepare() {
        if (capacity.length == 0) {
            capacity = new double[built.links()];
            Arrays.setAll(capacity, built::capacity);
            ofLink = new double[capacity.length];
            Arrays.fill(ofLink, 1);
            ofNode = ofLink.clone();
        }
    }

    private void update(int link) {
        capacity[link] = built.capacity(link) * ofLink[link] * ofNode[link];
    }

    @Override
    public int links() {
        return built.links();
    }

    @Override
    public double capacity(int link) {
        return capacity.length == 0 ? built.capacity(link) : capacity[link];
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
