package org.tailback.model.sharing.hierarchical;

import com.google.common.base.Preconditions;
import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Cluster;
import org.tailback.model.sharing.conflict.ConflictGraph;
import org.tailback.model.sharing.conflict.DenseSet;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;

/**
 * The state of {@link HierarchicalEthernet}: brings bandwidths up to date where a change reaches ({@link DuplexUpdate}), or, with {@code
 * clamp}, runs the algorithm on all messages that are connected with a change ({@link AsymmetricDuplex}).
 */
final class HierarchicalEthernetSharing implements BandwidthSharing {
    private final HierarchicalEthernet model;
    private final Cluster cluster;
    private final ConflictGraph nodeGraph;
    private final int[] rackOf;
    /** Messages between racks; empty if there is one rack. */
    private final ConflictGraph rackGraph;

    private final DuplexState state;
    private final AsymmetricDuplex algorithm;
    /** Null if all must be solved at every change. */
    private @Nullable DuplexUpdate update;

    private final DenseSet changedPlaces;
    private final DenseSet places;
    private final DenseSet flows = new DenseSet(16);
    private final BitSet inFlight = new BitSet();
    private int usedPlaces;
    private double[] rates = new double[16];
    private long oversubscriptions;
    private long recomputations;
    private double worst = 1;

    /** @param local false solves all that is connected at every change even where that is not needed */
    HierarchicalEthernetSharing(HierarchicalEthernet model, Cluster cluster, boolean local) {
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
        state = new DuplexState(model, nodes, racks);
        algorithm = new AsymmetricDuplex(state);
        update = local && !model.clamp() ? new DuplexUpdate(state, racks) : null;
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
            state.add(flow, 2 * rackPlace(source), out, in, 2 * rackPlace(destination) + 1);
        } else {
            state.add(flow, out, in);
        }
        if (flow >= rates.length) {
            rates = Arrays.copyOf(rates, Math.max(flow + 1, rates.length + (rates.length >> 1)));
        }
        rates[flow] = Double.NaN;
        inFlight.set(flow);
        markChanged(flow);
        if (flow > TakingKey.LARGEST_MESSAGE) {
            solveAllFromNowOn();
        }
        if (update != null) {
            update.started(flow);
        }
    }

    @Override
    public void flowEnded(int flow) {
        Preconditions.checkState(nodeGraph.contains(flow), "flow %s is not in flight", flow);
        markChanged(flow);
        if (update != null) {
            update.ended(flow);
        }
        state.remove(flow);
        inFlight.clear(flow);
        nodeGraph.remove(flow);
        if (rackGraph.contains(flow)) {
            rackGraph.remove(flow);
        }
    }

    private void markChanged(int flow) {
        for (int i = 0; i < DuplexState.RESOURCES && state.resource(flow, i) >= 0; i++) {
            changedPlaces.add(state.resource(flow, i) >> 1);
        }
    }

    @Override
    public void recompute(RateConsumer consumer) {
        if (update != null && update.hasRoom()) {
            recomputeLocally(update, consumer);
        } else {
            solveAllFromNowOn();
            recomputeConnected(consumer);
        }
        changedPlaces.clear();
    }

    /** What the local solution has no room for; it explains its results before it goes. */
    private void solveAllFromNowOn() {
        DuplexUpdate local = update;
        if (local != null) {
            inFlight.stream()
                    .filter(flow -> !Double.isNaN(state.bandwidth[flow]))
                    .forEach(local::explain);
            update = null;
        }
    }

    private void recomputeLocally(DuplexUpdate local, RateConsumer consumer) {
        boolean isUsed = false;
        for (int i = 0; i < changedPlaces.size(); i++) {
            isUsed |= state.isUsed(changedPlaces.get(i));
        }
        local.run();
        if (!isUsed) {
            return;
        }
        recomputations++;
        if (local.oversubscribed() > 0) {
            collectPlaces();
            countOversubscriptions();
        }
        SortedNumbers given = local.given();
        for (int i = 0; i < given.size(); i++) {
            int flow = given.get(i);
            rates[flow] = state.bandwidth[flow];
            consumer.rate(flow, rates[flow]);
        }
    }

    private void recomputeConnected(RateConsumer consumer) {
        collectPlaces();
        collectFlows();
        int count = flows.size();
        if (count == 0) {
            return;
        }
        int[] set = flows.members();
        algorithm.run(set, count, places.members(), places.size());
        recomputations++;
        countOversubscriptions();
        for (int i = 0; i < count; i++) {
            double rate = state.bandwidth[set[i]];
            if (rates[set[i]] != rate) {
                rates[set[i]] = rate;
                consumer.rate(set[i], rate);
            }
        }
    }

    /** All places that share a message, in whatever direction, with one that shares a message … with a change. */
    private void collectPlaces() {
        places.clear();
        usedPlaces = 0;
        for (int i = 0; i < changedPlaces.size(); i++) {
            addPlace(changedPlaces.get(i));
        }
        for (int i = 0; i < places.size() && usedPlaces < state.usedPlaces(); i++) {
            int place = places.get(i);
            if (place < rackOf.length) {
                collectAround(place);
            } else {
                collectNodes(place - rackOf.length);
            }
        }
    }

    /** The messages of these places. */
    private void collectFlows() {
        flows.clear();
        if (usedPlaces == state.usedPlaces()) {
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
        if (places.add(place) && state.isUsed(place)) {
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
                if (state.isOversubscribed(resource)) {
                    oversubscriptions++;
                    worst = Math.max(worst, state.utilisation(resource));
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
        if (update != null) {
            update.explain(flow);
        }
        int bottleneck = state.bottleneck[flow];
        List<Explanation> parts = new ArrayList<>();
        parts.add(Explanation.leaf("NIC bandwidth", model.nicBandwidth()));
        parts.add(Explanation.leaf("with-flow congestion k, in units of 1 / NIC bandwidth", state.withFlow[flow]));
        parts.add(Explanation.leaf("contra-flow congestion k-bar still regarded, same unit", state.contraFlow[flow]));
        parts.add(Explanation.leaf("messages on " + name(bottleneck), state.messages[bottleneck]));
        return new Explanation(
                "rate",
                rates[flow],
                state.reason[flow].words + " (" + name(bottleneck) + "), at most the NIC bandwidth",
                parts);
    }

    private String name(int resource) {
        int place = resource / 2;
        String where = place < cluster.nodes()
                ? "node " + cluster.nodeName(place)
                : "rack " + cluster.racks().get(place - cluster.nodes()).name();
        return where + ((resource & 1) == 0 ? " outwards" : " inwards");
    }

    /** How often the algorithm takes messages from its queue until the bandwidths of now are found. */
    int pops() {
        if (update == null) {
            return algorithm.pops();
        }
        int pops = 0;
        for (int flow = inFlight.nextSetBit(0); flow >= 0; flow = inFlight.nextSetBit(flow + 1)) {
            pops += update.pops(flow);
        }
        return pops;
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
