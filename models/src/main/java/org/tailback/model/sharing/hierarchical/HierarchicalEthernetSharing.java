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

/** The messages of one network under {@link HierarchicalEthernet}: each change runs the algorithm on all that is connected with it. */
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
        this.model = model;
        network = new DuplexNetwork(model, cluster);
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
        algorithm.ensureCapacity(batch);
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

    @Override
    protected void update() {
        DenseSet places = network.takeConnected();
        if (places.size() == 0) {
            return;
        }
        algorithm.run(places);
        recomputations++;
        for (int i = 0; i < places.size(); i++) {
            for (int resource = 2 * places.get(i); resource <= 2 * places.get(i) + 1; resource++) {
                if (algorithm.isOversubscribed(resource)) {
                    oversubscriptions++;
                    worst = Math.max(worst, algorithm.utilisation(resource));
                }
                setRates(resource);
            }
        }
    }

    /** A message leaves one node: those that leave nodes are all. */
    private void setRates(int resource) {
        if (network.isWayOutOfNode(resource)) {
            for (int i = network.crossings().count(resource) - 1; i >= 0; i--) {
                int batch = network.crossings().flowOf(network.crossings().on(resource)[i]);
                setRate(batch, Math.min(algorithm.bandwidth(batch), pace[batch]));
            }
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
                        "hierarchical-ethernet: in %d recomputations a card or cable was given more than its bandwidth %d"
                                + " times, at worst %.3g times as much; 'clamp: true' cures it",
                        recomputations,
                        oversubscriptions,
                        worst));
    }
}
