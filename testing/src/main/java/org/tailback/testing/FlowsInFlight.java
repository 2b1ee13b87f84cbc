package org.tailback.testing;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.tailback.cluster.Cluster;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.SharingModel;
import org.tailback.sharing.part.ByMessage;

/**
 * Bandwidth-sharing state under test, in which each message is a flow. It records the flows in flight and the reported
 * rates. Its text form is the inline graph language.
 */
public final class FlowsInFlight {
    /**
     * Flow in flight.
     *
     * @param injectionRate largest amount of work per second when uncontended, > 0; infinite without a limit
     */
    public record Flow(int number, int source, int destination, double injectionRate) {}

    private final Cluster cluster;
    private final BandwidthSharing state;
    /** State in which each message is a flow. */
    private final BandwidthSharing sharing;

    private final Map<Integer, Flow> flows = new TreeMap<>();
    private final Map<Integer, Double> rates = new TreeMap<>();

    /** Creates a state without flows, with seed 1. */
    public FlowsInFlight(SharingModel model, Cluster cluster) {
        this(model, cluster, 1);
    }

    /** Creates a state without flows. */
    public FlowsInFlight(SharingModel model, Cluster cluster, long seed) {
        this.cluster = cluster;
        this.state = model.on(cluster, seed);
        this.sharing = ByMessage.of(state);
    }

    /**
     * Returns a separate, recomputed state. The graph has one flow per word {@code source>destination} with names of
     * nodes; flows are numbered from 0.
     */
    public static FlowsInFlight of(SharingModel model, Cluster cluster, String graph) {
        FlowsInFlight network = new FlowsInFlight(model, cluster);
        int number = 0;
        for (String word : graph.strip().split("\\s+")) {
            String[] ends = word.substring(word.indexOf(':') + 1).split(">");
            network.start(number++, cluster.nodeNamed(ends[0]), cluster.nodeNamed(ends[1]));
        }
        network.recompute();
        return network;
    }

    /** Starts a flow without an injection rate. */
    public void start(int number, int source, int destination) {
        start(number, source, destination, Double.POSITIVE_INFINITY);
    }

    /** Starts a flow with an injection rate, in work per second. */
    public void start(int number, int source, int destination, double injectionRate) {
        start(new Flow(number, source, destination, injectionRate));
    }

    /** Starts a flow. */
    public void start(Flow flow) {
        flows.put(flow.number, flow);
        sharing.flowStarted(flow.number, flow.source, flow.destination, flow.injectionRate);
    }

    /** Returns a separate, recomputed state with the same flows. */
    public FlowsInFlight fromScratch(SharingModel model) {
        FlowsInFlight scratch = new FlowsInFlight(model, cluster);
        flows.values().forEach(scratch::start);
        scratch.recompute();
        return scratch;
    }

    /**
     * Returns whether the model has capacities in bytes per second; false for penalty models and for capacities in
     * units of a link.
     */
    public boolean hasCapacitiesInBytes() {
        return sharing.work(0, 1, 1, 0) > 0;
    }

    /** Ends a flow. */
    public void end(int number) {
        flows.remove(number);
        rates.remove(number);
        sharing.flowEnded(number);
    }

    /**
     * Records the reported rates. Fails if a rate is reported for a flow that is not in flight, or no rate for a new
     * flow.
     */
    public void recompute() {
        sharing.recompute((flow, rate) -> {
            if (!flows.containsKey(flow)) {
                throw new AssertionError("rate reported for flow " + flow + ", which is not in flight: " + this);
            }
            rates.put(flow, rate);
        });
        if (!rates.keySet().equals(flows.keySet())) {
            throw new AssertionError("rates of " + rates.keySet() + " after recompute of " + this);
        }
    }

    /** Returns the nodes. */
    public Cluster cluster() {
        return cluster;
    }

    /** Returns the flows in flight by their numbers. */
    public Map<Integer, Flow> flows() {
        return flows;
    }

    /** Returns the last reported rate of a flow in flight, in work per second. */
    public double rate(int flow) {
        return Objects.requireNonNull(rates.get(flow), () -> "flow " + flow + " has no rate: " + this);
    }

    /**
     * Returns the penalty of a flow in flight: its uncontended rate (reference or injection rate) divided by its rate.
     */
    public double penalty(int flow) {
        Flow found = Objects.requireNonNull(flows.get(flow), () -> "flow " + flow + " is not in flight: " + this);
        double reference = sharing.referenceRate(found.source(), found.destination());
        return Math.min(found.injectionRate(), reference) / rate(flow);
    }

    /** Returns the penalties of the flows in the order of their numbers. */
    public double[] penalties() {
        return flows.keySet().stream().mapToDouble(this::penalty).toArray();
    }

    /** Returns the rates of the flows in the order of their numbers. */
    public double[] rates() {
        return flows.keySet().stream().mapToDouble(this::rate).toArray();
    }

    /** Returns the model's explanation of the rate of a flow in flight. */
    public Explanation explain(int flow) {
        return sharing.explain(flow);
    }

    /** Returns the state under test. */
    public BandwidthSharing sharing() {
        return state;
    }

    /** Returns the graph in the inline language, such as {@code f0:0>1 f3:2>1}. */
    @Override
    public String toString() {
        return flows.values().stream()
                .map(flow -> "f" + flow.number() + ":" + cluster.nodeName(flow.source()) + ">"
                        + cluster.nodeName(flow.destination()))
                .collect(Collectors.joining(" ", "\"", "\""));
    }
}
