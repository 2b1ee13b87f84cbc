package org.tailback.model.sharing.hierarchical;

import com.google.common.base.Preconditions;
import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.tailback.cluster.Cluster;
import org.tailback.model.sharing.conflict.ConflictGraph;
import org.tailback.model.sharing.conflict.DenseSet;
import org.tailback.model.sharing.hierarchical.AsymmetricDuplex.Message;
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
    /** Messages between racks; empty if there is one rack. */
    private final ConflictGraph rackGraph;

    private final AsymmetricDuplex algorithm;
    private final DenseSet changedPlaces;
    private final DenseSet places;
    private final DenseSet flows = new DenseSet(16);
    private Message[] messages = new Message[16];
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
        double[] capacity = new double[2 * (nodes + racks)];
        Arrays.fill(capacity, 0, 2 * nodes, model.nicBandwidth());
        Arrays.fill(capacity, 2 * nodes, capacity.length, model.rackBandwidth());
        algorithm = new AsymmetricDuplex(model, capacity);
    }

    private int rackPlace(int node) {
        return cluster.nodes() + cluster.rackOf(node);
    }

    private boolean betweenRacks(int source, int destination) {
        return cluster.rackOf(source) != cluster.rackOf(destination);
    }

    @Override
    public void flowStarted(int flow, int source, int destination) {
        nodeGraph.add(flow, source, destination);
        int[] resources = {2 * source, 2 * destination + 1};
        if (betweenRacks(source, destination)) {
            rackGraph.add(flow, cluster.rackOf(source), cluster.rackOf(destination));
            resources =
                    new int[] {2 * rackPlace(source), 2 * source, 2 * destination + 1, 2 * rackPlace(destination) + 1};
        }
        if (flow >= messages.length) {
            messages = Arrays.copyOf(messages, Math.max(flow + 1, 2 * messages.length));
            rates = Arrays.copyOf(rates, messages.length);
        }
        messages[flow] = new Message(flow, resources);
        rates[flow] = Double.NaN;
        markChanged(flow);
    }

    @Override
    public void flowEnded(int flow) {
        Preconditions.checkState(nodeGraph.contains(flow), "flow %s is not in flight", flow);
        markChanged(flow);
        nodeGraph.remove(flow);
        if (rackGraph.contains(flow)) {
            rackGraph.remove(flow);
        }
    }

    private void markChanged(int flow) {
        for (int resource : messages[flow].resources) {
            changedPlaces.add(resource / 2);
        }
    }

    @Override
    public void recompute(RateConsumer consumer) {
        collectConnected();
        if (flows.size() == 0) {
            return;
        }
        List<Message> connected = new ArrayList<>(flows.size());
        for (int i = 0; i < flows.size(); i++) {
            connected.add(messages[flows.get(i)]);
        }
        algorithm.run(connected);
        recomputations++;
        countOversubscriptions();
        for (Message message : connected) {
            if (rates[message.flow] != message.bandwidth) {
                rates[message.flow] = message.bandwidth;
                consumer.rate(message.flow, message.bandwidth);
            }
        }
    }

    /** All messages that share a resource, in whatever direction, with one that shares a resource … with a change. */
    private void collectConnected() {
        places.clear();
        flows.clear();
        for (int i = 0; i < changedPlaces.size(); i++) {
            places.add(changedPlaces.get(i));
        }
        changedPlaces.clear();
        for (int i = 0; i < places.size(); i++) {
            int place = places.get(i);
            if (place < cluster.nodes()) {
                collect(nodeGraph, place);
            } else {
                collect(rackGraph, place - cluster.nodes());
            }
        }
        flows.sort();
    }

    private void collect(ConflictGraph graph, int place) {
        for (int f = graph.firstOut(place); f >= 0; f = graph.nextOut(f)) {
            collect(f);
        }
        for (int f = graph.firstIn(place); f >= 0; f = graph.nextIn(f)) {
            collect(f);
        }
    }

    private void collect(int flow) {
        if (flows.add(flow)) {
            for (int resource : messages[flow].resources) {
                places.add(resource / 2);
            }
        }
    }

    private void countOversubscriptions() {
        for (int i = 0; i < places.size(); i++) {
            for (int resource = 2 * places.get(i); resource <= 2 * places.get(i) + 1; resource++) {
                double utilisation = used(resource) ? algorithm.utilisation(resource) : 0;
                if (utilisation > 1 + TOLERANCE) {
                    oversubscriptions++;
                    worst = Math.max(worst, utilisation);
                }
            }
        }
    }

    private boolean used(int resource) {
        int place = resource / 2;
        boolean isNode = place < cluster.nodes();
        ConflictGraph graph = isNode ? nodeGraph : rackGraph;
        int index = isNode ? place : place - cluster.nodes();
        return (resource & 1) == 0 ? graph.outDegree(index) > 0 : graph.inDegree(index) > 0;
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
        Message message = messages[flow];
        List<Explanation> parts = new ArrayList<>();
        parts.add(Explanation.leaf("NIC bandwidth", model.nicBandwidth()));
        parts.add(Explanation.leaf("with-flow congestion k, in units of 1 / NIC bandwidth", message.withFlow));
        parts.add(Explanation.leaf("contra-flow congestion k-bar still regarded, same unit", message.contraFlow));
        parts.add(Explanation.leaf("messages on " + name(message.bottleneck), messagesOn(message.bottleneck)));
        return new Explanation(
                "rate",
                rates[flow],
                message.reason.words + " (" + name(message.bottleneck) + "), at most the NIC bandwidth",
                parts);
    }

    private double messagesOn(int resource) {
        int place = resource / 2;
        boolean isNode = place < cluster.nodes();
        ConflictGraph graph = isNode ? nodeGraph : rackGraph;
        int index = isNode ? place : place - cluster.nodes();
        return (resource & 1) == 0 ? graph.outDegree(index) : graph.inDegree(index);
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
