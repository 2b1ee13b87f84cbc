package org.tailback.model.sharing.link;

import com.google.common.base.Preconditions;
import org.tailback.model.sharing.conflict.DenseSet;
import org.tailback.model.topology.Topology;
import org.tailback.sharing.BandwidthSharing;

/**
 * What the models that share links have in common: the messages on their routes, and the links at which messages started or
 * ended since the last recomputation. Nothing is allocated per start or end but growth.
 */
public abstract class LinkSharing implements BandwidthSharing {
    /** The links. */
    protected final Topology topology;
    /** The messages in flight. */
    protected final RoutedFlows flows;
    /** Links at which flows started or ended; whoever recomputes clears it. */
    protected final DenseSet changedLinks;

    private final int nodes;

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
        markLinks(flow);
        started(flow, source, destination);
    }

    @Override
    public final void flowEnded(int flow) {
        Preconditions.checkState(flows.contains(flow), "flow %s is not in flight", flow);
        markLinks(flow);
        ending(flow);
        flows.remove(flow);
    }

    /** A flow has been put on its route. */
    protected abstract void started(int flow, int source, int destination);

    /** A flow is about to be taken off its route. */
    protected void ending(int flow) {}

    private void markLinks(int flow) {
        for (int i = 0; i < flows.length(flow); i++) {
            changedLinks.add(flows.link(flow, i));
        }
    }

    @Override
    public double referenceRate(int source, int destination) {
        return flows.loneRate(source, destination);
    }
}
