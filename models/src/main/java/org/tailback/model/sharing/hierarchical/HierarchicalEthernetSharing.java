package org.tailback.model.sharing.hierarchical;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.tailback.cluster.Cluster;
import org.tailback.model.sharing.reach.BatchedSharing;
import org.tailback.model.sharing.reach.DenseSet;
import org.tailback.sharing.Explanation;

/**
 * The messages of one network under {@link HierarchicalEthernet}: each change runs the algorithm on all that is
 * connected with it.
 */
final class HierarchicalEthernetSharing extends BatchedSharing {
    private final HierarchicalEthernet model;
    private final DuplexNetwork network;
    private final AsymmetricDuplex algorithm;
    /** By batch, bytes per second. */
    private double[] pace = new double[16];

    private long recomputations;
    private long oversubscriptions;
    private double worst = 1;

    HierarchicalEthernetSharing(HierarchicalEthernet model, Cluster cluster) {
        this(model, new DuplexNetwork(model, cluster));
    }

    private HierarchicalEthernetSharing(HierarchicalEthernet model, DuplexNetwork network) {
        super(2 * network.resources(), 0);
        this.model = model;
        this.network = network;
        algorithm = new AsymmetricDuplex(model, network, batches);
    }

    @Override
    protected boolean regardsPaces() {
        return true;
    }

    @Override
    protected void opened(int batch, int source, int destination, double itsPace) {
        if (batch >= pace.length) {
            pace = Arrays.copyOf(pace, Math.max(batch + 1, 2 * pace.length));
        }
        pace[batch] = itsPace;
        algorithm.opened(batch);
        network.add(batch, source, destination);
    }

    @Override
    protected void resized(int batch, int by) {
        network.count(batch, by);
    }

    @Override
    protected void closed(int batch) {
        network.remove(batch);
    }

    /** With {@code clamp} a message may depend on resources of lower congestion than its own: all is solved again. */
    @Override
    protected void update() {
        DenseSet resources = network.takeConnected();
        if (resources.size() == 0) {
            return;
        }
        double from = network.takeHighestChange();
        algorithm.run(resources, model.clamp() ? Double.POSITIVE_INFINITY : from);
        recomputations++;
        for (int i = 0; i < resources.size(); i++) {
            if (algorithm.isOversubscribed(resources.get(i))) {
                oversubscriptions++;
                worst = Math.max(worst, algorithm.utilisation(resources.get(i)));
            }
        }
        for (int i = 0; i < algorithm.decidedCount(); i++) {
            setRate(algorithm.decided(i));
        }
    }

    /** Messages with the same bottleneck, in the same direction of it, have one rate, apart from exceptions. */
    private void setRate(int batch) {
        double bandwidth = algorithm.bandwidth(batch);
        if (pace[batch] < bandwidth) {
            setRate(batch, pace[batch]);
        } else {
            int bottleneck = algorithm.bottleneck(batch);
            boolean isContra = algorithm.reason(batch) == AsymmetricDuplex.Reason.CONTRA_FLOW;
            rates.set(
                    batch,
                    isContra ? network.resources() + bottleneck : bottleneck,
                    network.messages(bottleneck),
                    bandwidth);
        }
    }

    @Override
    public double work(int source, int destination, double wireBytes, double gap) {
        return model.relative() ? gap * model.nicBandwidth() : wireBytes;
    }

    /** The NIC's bandwidth, or a rack's if that is smaller and the message leaves the rack. */
    @Override
    public double referenceRate(int source, int destination) {
        return network.isBetweenRacks(source, destination)
                ? Math.min(model.nicBandwidth(), model.rackBandwidth())
                : model.nicBandwidth();
    }

    @Override
    public Explanation explain(int flow) {
        int batch = batchToExplain(flow);
        int bottleneck = algorithm.bottleneck(batch);
        double withFlow = network.withFlow(batch);
        boolean isContra = algorithm.reason(batch) == AsymmetricDuplex.Reason.CONTRA_FLOW;
        double contraFlow = !model.asymmetric()
                ? 0
                : network.contraFlow(batch, isContra ? network.congestion(bottleneck) : withFlow);
        List<Explanation> parts = new ArrayList<>();
        parts.add(Explanation.leaf("NIC bandwidth", model.nicBandwidth()).asRate(model.nicBandwidth()));
        parts.add(Explanation.leaf("with-flow congestion k, in units of 1 / NIC bandwidth", withFlow));
        parts.add(Explanation.leaf("contra-flow congestion k-bar still regarded, same unit", contraFlow));
        parts.add(Explanation.leaf("messages on " + network.name(bottleneck), network.messages(bottleneck)));
        boolean isSlow = pace[batch] < algorithm.bandwidth(batch);
        if (isSlow) {
            parts.add(Explanation.leaf("the message's own pace", pace[batch]).asRate(model.nicBandwidth()));
        }
        String formula =
                algorithm.reason(batch).words + " (" + network.name(bottleneck) + "), at most the NIC bandwidth";
        return new Explanation("rate", rate(batch), formula + (isSlow ? " and the message's own pace" : ""), parts)
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
