package org.tailback.sharing;

import java.util.List;
import org.tailback.stability.Beta;

/**
 * Layer between a model's state and the network. Calls of methods that a layer does not override are passed to the
 * state.
 */
@Beta
public abstract class SharingLayer implements BandwidthSharing {
    /** State to which calls are passed. */
    protected final BandwidthSharing state;

    /** Creates a layer over a state. */
    protected SharingLayer(BandwidthSharing state) {
        this.state = state;
    }

    @Override
    public Batching batching() {
        return state.batching();
    }

    /**
     * Starts the flow between two ranks whose numbers equal the numbers of the nodes. Layers override only the method
     * with ranks.
     */
    @Override
    public final void flowStarted(int flow, int source, int destination, double injectionRate) {
        flowStarted(flow, source, destination, injectionRate, source, destination);
    }

    @Override
    public void flowStarted(int flow, int source, int destination, double injectionRate, int sender, int receiver) {
        state.flowStarted(flow, source, destination, injectionRate, sender, receiver);
    }

    @Override
    public void flowResized(int flow, int messages) {
        state.flowResized(flow, messages);
    }

    @Override
    public void flowEnded(int flow) {
        state.flowEnded(flow);
    }

    @Override
    public void recompute(RateConsumer rates) {
        state.recompute(rates);
    }

    @Override
    public double work(int source, int destination, double wireBytes, double gap) {
        return state.work(source, destination, wireBytes, gap);
    }

    @Override
    public double referenceRate(int source, int destination) {
        return state.referenceRate(source, destination);
    }

    @Override
    public double pathLatency(int source, int destination) {
        return state.pathLatency(source, destination);
    }

    @Override
    public Explanation explain(int flow) {
        return state.explain(flow);
    }

    @Override
    public List<String> warnings() {
        return state.warnings();
    }
}
