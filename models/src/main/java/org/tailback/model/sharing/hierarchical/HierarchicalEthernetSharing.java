package org.tailback.model.sharing.hierarchical;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.tailback.cluster.Cluster;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.part.DenseSet;
import org.tailback.sharing.part.Part;

/**
 * The messages of one network under {@link HierarchicalEthernet}: each change runs the algorithm on all that is
 * connected with it.
 */
final class HierarchicalEthernetSharing extends DuplexNetwork {
    private final HierarchicalEthernet model;
    private final AsymmetricDuplex algorithm;
    /** The resources of the part at hand. */
    private final DenseSet resources;

    private double from;
    private long recomputations;
    private long oversubscriptions;
    private double worst = 1;

    HierarchicalEthernetSharing(HierarchicalEthernet model, Cluster cluster) {
        super(model, cluster);
        this.model = model;
        algorithm = new AsymmetricDuplex(model, this);
        resources = new DenseSet(resources());
    }

    @Override
    protected boolean regardsPaces() {
        return true;
    }

    @Override
    protected void opened(int batch) {
        algorithm.opened(batch);
        changed(batch, 1);
    }

    @Override
    protected void resized(int batch, int by) {
        changed(batch, by);
    }

    @Override
    protected void closed(int batch) {
        changed(batch, -1);
    }

    /** With {@code clamp} a message may depend on resources of lower congestion than its own: all is solved again. */
    @Override
    protected void update() {
        double highest = takeHighestChange();
        from = model.clamp() ? Double.POSITIVE_INFINITY : highest;
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
        algorithm.run(resources, from);
        for (int i = 0; i < resources.size(); i++) {
            if (algorithm.isOversubscribed(resources.get(i))) {
                oversubscriptions++;
                worst = Math.max(worst, algorithm.utilisation(resources.get(i)));
            }
        }
        for (int i = 0; i < algorithm.decidedCount(); i++) {
            int batch = algorithm.decided(i);
            setRate(batch, Math.min(pace(batch), algorithm.bandwidth(batch)));
        }
    }

    @Override
    public double work(int source, int destination, double wireBytes, double gap) {
        return model.relative() ? gap * model.nicBandwidth() : wireBytes;
    }

    /** The NIC's bandwidth, or a rack's if that is smaller and the message leaves the rack. */
    @Override
    public double referenceRate(int source, int destination) {
        return isBetweenRacks(source, destination)
                ? Math.min(model.nicBandwidth(), model.rackBandwidth())
                : model.nicBandwidth();
    }

    @Override
    protected Explanation why(int batch) {
        int bottleneck = algorithm.bottleneck(batch);
        double withFlow = withFlow(batch);
        boolean isContra = algorithm.reason(batch) == AsymmetricDuplex.Reason.CONTRA_FLOW;
        double contraFlow = !model.asymmetric() ? 0 : contraFlow(batch, isContra ? congestion(bottleneck) : withFlow);
        List<Explanation> parts = new ArrayList<>();
        parts.add(Explanation.leaf("NIC bandwidth", model.nicBandwidth()).asRate(model.nicBandwidth()));
        parts.add(Explanation.leaf("with-flow congestion k, in units of 1 / NIC bandwidth", withFlow));
        parts.add(Explanation.leaf("contra-flow congestion k-bar still regarded, same unit", contraFlow));
        parts.add(Explanation.leaf("messages on " + name(bottleneck), messagesOn(bottleneck)));
        boolean isSlow = pace(batch) < algorithm.bandwidth(batch);
        if (isSlow) {
            parts.add(Explanation.leaf("the message's injection rate", pace(batch))
                    .asRate(model.nicBandwidth()));
        }
        String formula = algorithm.reason(batch).words + " (" + name(bottleneck) + "), at most the NIC bandwidth";
        return new Explanation(
                        "rate", rate(batch), formula + (isSlow ? " and the message's injection rate" : ""), parts)
                .asRate(model.nicBandwidth());
    }

    @Override
    public List<String> warnings() {
        return oversubscriptions == 0
                ? ImmutableList.of()
                : ImmutableList.of(String.format(
                        Locale.ROOT,
                        "hierarchical-ethernet: in %d recomputations a card or cable was given more than its bandwidth"
                                + " %d times, at worst %.3g times as much; 'clamp: true' cures it",
                        recomputations,
                        oversubscriptions,
                        worst));
    }
}
