package org.tailback.model.sharing.host;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
    private int[] source = new int[16];
    private int[] destination = new int[16];
    /** Rate under the model; NaN before the model's first. */
    private double[] offered = new double[16];

    HostLimitedSharing(BandwidthSharing inside, BandwidthSharing hosts) {
        this.inside = inside;
        this.hosts = hosts;
    }

    @Override
    public void flowStarted(int flow, int from, int to) {
        flowStarted(flow, from, to, Double.POSITIVE_INFINITY);
    }

    @Override
    public void flowStarted(int flow, int from, int to, double pace) {
        inside.flowStarted(flow, from, to, pace);
        if (flow >= source.length) {
            int length = Math.max(flow + 1, 2 * source.length);
            source = Arrays.copyOf(source, length);
            destination = Arrays.copyOf(destination, length);
            offered = Arrays.copyOf(offered, length);
        }
        source[flow] = from;
        destination[flow] = to;
        offered[flow] = Double.NaN;
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
