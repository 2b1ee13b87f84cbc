package org.tailback.model.sharing.hierarchical;

import com.google.common.base.Preconditions;
import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import org.tailback.cluster.Cluster;
import org.tailback.model.sharing.conflict.ConflictGraph;
import org.tailback.model.sharing.conflict.DenseSet;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;

/**
 * The state of {@link HierarchicalEthernet}: runs the algorithm on the messages that are connected with a change. Places
 * are the nodes, then the racks; resource {@code 2 * place} is the way out, {@code 2 * place + 1} the way in.
 */
final class HierarchicalEthernetSharing implements BandwidthSharing {
    private static final double TOLERANCE = 1e-9;

    private final HierarchicalEthernet model;
    private final Cluster cluster;
    private final ConflictGraph nodeGraph;
    private final int[] rackOf;
    /** Messages between racks; empty if there is one rack. */
    private final ConflictGraph rackGraph;

    private final AsymmetricDuplex algorithm;
    private final DenseSet changedPlaces;
    private final DenseSet places;
    private final DenseSet flows = new DenseSet(16);
    private final BitSet inFlight = new BitSet();
    private int usedPlaces;
    private double[] rates = new double[16];
    private long oversubscriptions;
    private long recomputations;
    private double worst = 1;

    HierarchicalEthernetSharing(HierarchicalEthernet model, Cluster cluster) {
        this.model = model;
        this.cluster = cluster;
        int racks = Math.max(1, cluster.racks().size());
        int nodes = cluster.nodes();
        nodeGraph = new ConflictGraph(nodes);
        rackGraph = new ConflictGraph(racks);
        changedPlaces = new DenseSet(nodes + racks);
        places = new DenseSet(nodes + racks);
        rackOf = new int[nodes];
        Arrays.setAll(rackOf, cluster::rackOf);
        algorithm = new AsymmetricDuplex(model, nodes, racks);
    }

    private int rackPlace(int node) {
        return cluster.nodes() + rackOf[node];
    }

    private boolean betweenRacks(int source, int destination) {
        return rackOf[source] != rackOf[destination];
    }

    @Override
    public void flowStarted(int flow, int source, int destination) {
        nodeGraph.add(flow, source, destination);
        int out = 2 * source;
        int in = 2 * destination + 1;
        if (betweenRacks(source, destination)) {
            rackGraph.add(flow, rackOf[source], rackOf[destination]);
            algorithm.add(flow, 2 * rackPlace(source), out, in, 2 * rackPlace(destination) + 1);
        } else {
            algorithm.add(flow, out, in);
        }
        if (flow >= rates.length) {
            rates = Arrays.copyOf(rates, Math.max(flow + 1, rates.length + (rates.length >> 1)));
        }
        rates[flow] = Double.NaN;
        inFlight.set(flow);
        markChanged(flow);
    }

    @Override
    public void flowEnded(int flow) {
        Preconditions.checkState(nodeGraph.contains(flow), "flow %s is not in flight", flow);
        markChanged(flow);
        algorithm.remove(flow);
        inFlight.clear(flow);
        nodeGraph.remove(flow);
        if (rackGraph.contains(flow)) {
            rackGraph.remove(flow);
        }
    }

    private void markChanged(int flow) {
        for (int i = 0; i < AsymmetricDuplex.RESOURCES && algorithm.resource(flow, i) >= 0; i++) {
            changedPlaces.add(algorithm.resource(flow, i) >> 1);
        }
    }

    @Override
    public void recompute(RateConsumer consumer) {
        collectConnected();
        int count = flows.size();
        if (count == 0) {
            return;
        }
        int[] set = flows.members();
        algorithm.run(set, count, places.members(), places.size());
        recomputations++;
        countOversubscriptions();
        for (int i = 0; i < count; i++) {
            double rate = algorithm.bandwidth(set[i]);
            if (rates[set[i]] != rate) {
                rates[set[i]] = rate;
                consumer.rate(set[i], rate);
            }
        }
    }

    /** All messages that share a resource, in whatever direction, with one that shares a resource … with a change. */
    private void collectConnected() {
        places.clear();
        usedPlaces = 0;
        for (int i = 0; i < changedPlaces.size(); i++) {
            addPlace(changedPlaces.get(i));
        }
        changedPlaces.clear();
        for (int i = 0; i < places.size() && usedPlaces < algorithm.usedPlaces(); i++) {
            int place = places.get(i);
            if (place < rackOf.length) {
                collectAround(place);
            } else {
                collectNodes(place - rackOf.length);
            }
        }
        flows.clear();
        if (usedPlaces == algorithm.usedPlaces()) {
            for (int flow = inFlight.nextSetBit(0); flow >= 0; flow = inFlight.nextSetBit(flow + 1)) {
                flows.add(flow);
            }
            return;
        }
        for (int i = 0; i < places.size(); i++) {
            if (places.get(i) < rackOf.length) {
                for (int f = nodeGraph.firstOut(places.get(i)); f >= 0; f = nodeGraph.nextOut(f)) {
                    flows.add(f);
                }
            }
        }
        flows.sort();
    }

    private void addPlace(int place) {
        if (places.add(place) && algorithm.isUsed(place)) {
            usedPlaces++;
        }
    }

    /** The other ends of a node's messages, and the racks if these are elsewhere. */
    private void collectAround(int node) {
        boolean hasCables = false;
        for (int f = nodeGraph.firstOut(node); f >= 0; f = nodeGraph.nextOut(f)) {
            hasCables |= collectNode(node, nodeGraph.destination(f));
        }
        for (int f = nodeGraph.firstIn(node); f >= 0; f = nodeGraph.nextIn(f)) {
            hasCables |= collectNode(node, nodeGraph.source(f));
        }
        if (hasCables) {
            addPlace(rackPlace(node));
        }
    }

    /** True if the other node is in another rack. */
    private boolean collectNode(int node, int other) {
        addPlace(other);
        if (betweenRacks(node, other)) {
            addPlace(rackPlace(other));
            return true;
        }
        return false;
    }

    private void collectNodes(int rack) {
        for (int f = rackGraph.firstOut(rack); f >= 0; f = rackGraph.nextOut(f)) {
            addPlace(nodeGraph.source(f));
        }
        for (int f = rackGraph.firstIn(rack); f >= 0; f = rackGraph.nextIn(f)) {
            addPlace(nodeGraph.destination(f));
        }
    }

    private void countOversubscriptions() {
        for (int i = 0; i < places.size(); i++) {
            for (int resource = 2 * places.get(i); resource <= 2 * places.get(i) + 1; resource++) {
                if (algorithm.isOverfull(resource)) {
                    double utilisation = algorithm.utilisation(resource);
                    if (utilisation > 1 + TOLERANCE) {
                        oversubscriptions++;
                        worst = Math.max(worst, utilisation);
                    }
                }
            }
        }
    }

    /** The NIC's bandwidth, or a rack's if that is smaller and the message leaves the rack. */
    @Override
    public double referenceRate(int source, int destination) {
        return betweenRacks(source, destination)
                ? Math.min(model.nicBandwidth(), model.rackBandwidth())
                : model.nicBandwidth();
    }

    @Override
    public Explanation explain(int flow) {
        Preconditions.checkArgument(nodeGraph.contains(flow), "flow %s is not in flight", flow);
        int bottleneck = algorithm.bottleneck(flow);
        List<Explanation> parts = new ArrayList<>();
        parts.add(Explanation.leaf("NIC bandwidth", model.nicBandwidth()));
        parts.add(Explanation.leaf("with-flow congestion k, in units of 1 / NIC bandwidth", algorithm.withFlow(flow)));
        parts.add(
                Explanation.leaf("contra-flow congestion k-bar still regarded, same unit", algorithm.contraFlow(flow)));
        parts.add(Explanation.leaf("messages on " + name(bottleneck), algorithm.messagesOn(bottleneck)));
        return new Explanation(
                "rate",
                rates[flow],
                algorithm.reason(flow).words + " (" + name(bottleneck) + "), at most the NIC bandwidth",
                parts);
    }

    private String name(int resource) {
        int place = resource / 2;
        String where = place < cluster.nodes()
                ? "node " + cluster.nodeName(place)
                : "rack " + cluster.racks().get(place - cluster.nodes()).name();
        return where + ((resource & 1) == 0 ? " outwards" : " inwards");
    }

    /** How often a message was taken from the queue in the last run of the algorithm. */
    int pops() {
        return algorithm.pops();
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
