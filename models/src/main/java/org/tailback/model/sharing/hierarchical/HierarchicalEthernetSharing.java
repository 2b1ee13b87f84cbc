package org.tailback.model.sharing.hierarchical;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.tailback.cluster.Cluster;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.part.Crossings;
import org.tailback.sharing.part.DenseSet;
import org.tailback.sharing.part.Part;
import org.tailback.sharing.part.PartSharing;

/**
 * Cards and cables of a cluster of racks with their messages under {@link HierarchicalEthernet}: the algorithm runs on
 * the connected component of each change. A place is a node or a rack, and nodes are numbered before racks. Resource
 * {@code 2 * place} is the link out of a place, {@code 2 * place + 1} the link into it, and {@code resource ^ 1} the
 * other direction. The directions of a place are coupled by an additional link, numbered after the resources.
 */
final class HierarchicalEthernetSharing extends PartSharing {
    /** Inverse of the unit to which congestions are rounded, so that equal congestions are equal in any units. */
    private static final double QUANTUM = 0x1p30;

    private final HierarchicalEthernet model;
    private final Cluster cluster;
    /** Capacity by resource, bytes per second. */
    final double[] capacity;

    private final AsymmetricDuplex algorithm;
    private final DenseSet resources;

    private long recomputations;
    private long oversubscriptions;
    private double worst = 1;

    HierarchicalEthernetSharing(HierarchicalEthernet model, Cluster cluster) {
        super(3 * places(cluster), 8);
        this.model = model;
        this.cluster = cluster;
        capacity = new double[2 * places(cluster)];
        Arrays.fill(capacity, 0, 2 * cluster.nodes(), model.nicBandwidth());
        Arrays.fill(capacity, 2 * cluster.nodes(), capacity.length, model.rackBandwidth());
        algorithm = new AsymmetricDuplex(model, this);
        resources = new DenseSet(resources());
    }

    @Override
    protected boolean regardsInjectionRates() {
        return true;
    }

    @Override
    protected void opened(int batch) {
        algorithm.opened(batch);
    }

    @Override
    protected void update() {
        recomputations += changedLinks.size() > 0 ? 1 : 0;
        super.update();
    }

    @Override
    protected void solve(Part part) {
        resources.clear();
        for (int i = 0; i < part.links(); i++) {
            int place = part.link(i) - resources();
            if (place >= 0) {
                resources.add(2 * place);
                resources.add(2 * place + 1);
            }
        }
        algorithm.run(resources);
        for (int i = 0; i < resources.size(); i++) {
            if (algorithm.isOversubscribed(resources.get(i))) {
                oversubscriptions++;
                worst = Math.max(worst, algorithm.utilisation(resources.get(i)));
            }
        }
        for (int i = 0; i < part.size(); i++) {
            int batch = part.batch(i);
            setRate(batch, Math.min(injectionRate(batch), algorithm.bandwidth[batch]));
        }
    }

    @Override
    public double work(int source, int destination, double wireBytes, double gap) {
        return model.relative() ? gap * model.nicBandwidth() : wireBytes;
    }

    /** Returns the NIC's bandwidth, or the rack's bandwidth if it is smaller and the message leaves the rack. */
    @Override
    public double referenceRate(int source, int destination) {
        return isBetweenRacks(source, destination)
                ? Math.min(model.nicBandwidth(), model.rackBandwidth())
                : model.nicBandwidth();
    }

    private static int places(Cluster cluster) {
        return cluster.nodes() + Math.max(1, cluster.racks().size());
    }

    int resources() {
        return capacity.length;
    }

    boolean isBetweenRacks(int source, int destination) {
        return cluster.rackOf(source) != cluster.rackOf(destination);
    }

    /**
     * Writes the resources of the source, the destination and, if different, the two racks; then the links that couple
     * the directions of these places.
     */
    @Override
    protected int crosses(int source, int destination, int[] links) {
        links[0] = 2 * source;
        links[1] = 2 * destination + 1;
        links[2] = 2 * (cluster.nodes() + cluster.rackOf(source));
        links[3] = 2 * (cluster.nodes() + cluster.rackOf(destination)) + 1;
        int used = isBetweenRacks(source, destination) ? 4 : 2;
        for (int i = 0; i < used; i++) {
            links[used + i] = resources() + links[i] / 2;
        }
        return 2 * used;
    }

    /** Returns the number of resources that a batch uses: 2 or 4. */
    int resources(int batch) {
        return crossings.length(batch) / 2;
    }

    Crossings crossings() {
        return crossings;
    }

    /** Returns beta[i] |S[i]| of a resource, in units of the inverse bandwidth of a card. */
    double congestion(int resource) {
        return Math.rint(messagesOn(resource) * (model.nicBandwidth() / capacity[resource]) * QUANTUM) / QUANTUM;
    }

    /**
     * Returns the largest congestion of a batch's resources, in their own or the opposite direction, up to a limit.
     */
    private double congestion(int batch, boolean isOther, double limit) {
        double largest = 0;
        for (int i = 0; i < resources(batch); i++) {
            double congestion = congestion(crossings.link(batch, i) ^ (isOther ? 1 : 0));
            largest = congestion <= limit ? Math.max(largest, congestion) : largest;
        }
        return largest;
    }

    String name(int resource) {
        int place = resource / 2;
        String where = place < cluster.nodes()
                ? "node " + cluster.nodeName(place)
                : "rack " + cluster.racks().get(place - cluster.nodes()).name();
        return where + ((resource & 1) == 0 ? " outwards" : " inwards");
    }

    @Override
    protected Explanation why(int batch) {
        int bottleneck = algorithm.bottleneck[batch];
        double withFlow = congestion(batch, false, Double.POSITIVE_INFINITY);
        boolean isContra = algorithm.reason[batch].equals(AsymmetricDuplex.CONTRA_FLOW);
        double limit = isContra ? congestion(bottleneck) : withFlow;
        double contraFlow = model.asymmetric() ? congestion(batch, true, limit) : 0;
        List<Explanation> parts = new ArrayList<>();
        parts.add(Explanation.leaf("NIC bandwidth", model.nicBandwidth()).asRate(model.nicBandwidth()));
        parts.add(Explanation.leaf("with-flow congestion k, in units of 1 / NIC bandwidth", withFlow));
        parts.add(Explanation.leaf("contra-flow congestion k-bar not discarded, same unit", contraFlow));
        parts.add(Explanation.leaf("messages on " + name(bottleneck), messagesOn(bottleneck)));
        boolean isSlow = injectionRate(batch) < algorithm.bandwidth[batch];
        if (isSlow) {
            parts.add(Explanation.leaf("the message's injection rate", injectionRate(batch))
                    .asRate(model.nicBandwidth()));
        }
        String formula = algorithm.reason[batch] + " (" + name(bottleneck) + "), at most the NIC bandwidth";
        return new Explanation(
                        "rate", rate(batch), formula + (isSlow ? " and the message's injection rate" : ""), parts)
                .asRate(model.nicBandwidth());
    }

    @Override
    public List<String> warnings() {
        String factor = String.format(Locale.ROOT, "%.3g", worst);
        return oversubscriptions == 0
                ? List.of()
                : List.of("hierarchical-ethernet: in " + recomputations
                        + " recomputations a card or cable was given more than its bandwidth " + oversubscriptions
                        + " times, at worst " + factor + " times as much. Set 'clamp: true' to limit them to their"
                        + " bandwidth");
    }
}
