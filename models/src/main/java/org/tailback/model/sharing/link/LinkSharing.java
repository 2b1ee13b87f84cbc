package org.tailback.model.sharing.link;

import com.google.common.base.Preconditions;
import java.util.Arrays;
import org.tailback.model.sharing.conflict.DenseSet;
import org.tailback.model.topology.Topology;
import org.tailback.sharing.BandwidthSharing;

/**
 * What the models that share links have in common: the messages on their routes, the links at which messages started or
 * ended, and the rates that were reported. Nothing is allocated per start, end or recomputation but growth.
 */
public abstract class LinkSharing implements BandwidthSharing {
    /** The links. */
    protected final Topology topology;
    /** The messages in flight. */
    protected final RoutedFlows flows;

    private final int nodes;
    private final DenseSet changedLinks;
    private double[] rates = new double[16];
    private int[] changed = new int[16];
    private int changes;

    /**
     * @param topology the links
     * @param nodes number of nodes, >= 1
     */
    protected LinkSharing(Topology topology, int nodes) {
        this.topology = topology;
        this.nodes = nodes;
        flows = new RoutedFlows(topology);
        changedLinks = new DenseSet(topology.links());
    }

    @Override
    public final void flowStarted(int flow, int source, int destination) {
        Preconditions.checkElementIndex(source, nodes, "source");
        Preconditions.checkElementIndex(destination, nodes, "destination");
        flows.add(flow, source, destination);
        if (flow >= rates.length) {
            rates = Arrays.copyOf(rates, Math.max(flow + 1, rates.length + (rates.length >> 1)));
        }
        // not a number: differs from every rate, so that the first one is always reported
        rates[flow] = Double.NaN;
        markLinks(flow);
        started(flow, source, destination);
    }

    /** A flow has been put on its route; for models that keep more of it. */
    protected void started(int flow, int source, int destination) {}

    @Override
    public final void flowEnded(int flow) {
        Preconditions.checkState(flows.contains(flow), "flow %s is not in flight", flow);
        markLinks(flow);
        flows.remove(flow);
    }

    private void markLinks(int flow) {
        for (int i = 0; i < flows.length(flow); i++) {
            changedLinks.add(flows.link(flow, i));
        }
    }

    @Override
    public final void recompute(RateConsumer consumer) {
        changes = 0;
        updateRates(changedLinks);
        changedLinks.clear();
        for (int i = 0; i < changes; i++) {
            consumer.rate(changed[i], rates[changed[i]]);
        }
    }

    @Override
    public double referenceRate(int source, int destination) {
        return flows.loneRate(source, destination);
    }

    /**
     * Sets the rate of every flow whose rate may differ from the last recomputation, once each, through {@link #setRate}.
     *
     * @param links links at which flows started or ended; cleared by the caller
     */
    protected abstract void updateRates(DenseSet links);

    /** Sets a flow's rate, finite and > 0; reports it if it changed. */
    protected final void setRate(int flow, double rate) {
        if (rates[flow] != rate) {
            rates[flow] = rate;
            if (changes == changed.length) {
                changed = Arrays.copyOf(changed, 2 * changes);
            }
            changed[changes++] = flow;
        }
    }

    /** The rate of a flow in flight. */
    protected final double rate(int flow) {
        Preconditions.checkArgument(flows.contains(flow), "flow %s is not in flight", flow);
        return rates[flow];
    }
}
