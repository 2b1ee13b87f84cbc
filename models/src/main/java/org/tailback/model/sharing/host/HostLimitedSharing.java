package org.tailback.model.sharing.host;

import java.util.ArrayList;
import java.util.List;
import org.tailback.columns.Columns;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;

/**
 * The state of {@link HostLimited}: a message's rate under the model is its pace on the links of hosts and connections.
 */
final class HostLimitedSharing implements BandwidthSharing {
    private final BandwidthSharing inside;
    private final BandwidthSharing hosts;
    private final RateConsumer offer = this::offer;
    // by flow
    private int[] source = {};
    private int[] destination = {};
    private int[] messages = {};
    /** Rate under the model; NaN before the model's first. */
    private double[] offered = {};

    HostLimitedSharing(BandwidthSharing inside, BandwidthSharing hosts) {
        this.inside = inside;
        this.hosts = hosts;
    }

    @Override
    public Batching batching() {
        return inside.batching();
    }

    @Override
    public void flowStarted(int flow, int from, int to, double pace) {
        inside.flowStarted(flow, from, to, pace);
        source = Columns.fit(source, flow);
        destination = Columns.fit(destination, flow);
        messages = Columns.fit(messages, flow);
        offered = Columns.fit(offered, flow);
        source[flow] = from;
        destination[flow] = to;
        messages[flow] = 1;
        offered[flow] = Double.NaN;
    }

    @Override
    public void flowResized(int flow, int count) {
        inside.flowResized(flow, count);
        messages[flow] = count;
        if (!Double.isNaN(offered[flow])) {
            hosts.flowResized(flow, count);
        }
    }

    @Override
    public void flowEnded(int flow) {
        inside.flowEnded(flow);
        if (!Double.isNaN(offered[flow])) {
            hosts.flowEnded(flow);
            offered[flow] = Double.NaN;
        }
    }

    @Override
    public void recompute(RateConsumer rates) {
        inside.recompute(offer);
        hosts.recompute(rates);
    }

    private void offer(int flow, double rate) {
        if (rate == offered[flow]) {
            return;
        }
        if (!Double.isNaN(offered[flow])) {
            hosts.flowEnded(flow);
        }
        offered[flow] = rate;
        hosts.flowStarted(flow, source[flow], destination[flow], rate);
        hosts.flowResized(flow, messages[flow]);
    }

    @Override
    public double work(int from, int to, double wireBytes, double gap) {
        return inside.work(from, to, wireBytes, gap);
    }

    @Override
    public double referenceRate(int from, int to) {
        return inside.referenceRate(from, to);
    }

    @Override
    public double pathLatency(int from, int to) {
        return inside.pathLatency(from, to);
    }

    @Override
    public Explanation explain(int flow) {
        Explanation model = inside.explain(flow);
        Explanation limits = hosts.explain(flow);
        List<Explanation> parts = new ArrayList<>();
        parts.add(model);
        parts.addAll(limits.parts());
        return new Explanation(
                "rate", limits.value(), "what hosts and connections leave of the model's rate", parts, limits.unit());
    }

    @Override
    public List<String> warnings() {
        return inside.warnings();
    }
}
