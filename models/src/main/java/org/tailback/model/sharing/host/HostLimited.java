package org.tailback.model.sharing.host;

import java.util.ArrayList;
import java.util.List;
import org.tailback.cluster.Cluster;
import org.tailback.columns.Columns;
import org.tailback.model.sharing.maxmin.MaxMin;
import org.tailback.model.topology.HostLimits;
import org.tailback.model.topology.Topology;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.Link;
import org.tailback.sharing.SharingLayer;
import org.tailback.sharing.SharingModel;

/**
 * Sharing model whose rates also respect the limits of hosts and connections.
 *
 * <p><b>Equations.</b> m(f) is the rate of message f under the model, C the rate of one message that fills a node's
 * link, both in the model's units. The rates x are max-min fair under
 *
 * <pre>
 * x(f) &lt;= m(f)                                                  for every message f
 * sum of x leaving v + sum of x entering v  &lt;= hostDuplex * C         for every node v
 * sum of x from v to u + sum from u to v    &lt;= connectionDuplex * C   for every two nodes v and u
 * </pre>
 *
 * <p>Therefore x(f) = m(f) where the limits allow it. Bandwidth that a message loses to a limit is not given to other
 * messages.
 *
 * @param inside limited model
 * @param limits hostDuplex and connectionDuplex, each 1 to 2
 * @param nodeRate C, finite, > 0
 */
public record HostLimited(SharingModel inside, HostLimits limits, double nodeRate) implements SharingModel {
    /**
     * Returns a model whose rates also respect limits; the model itself if there are no limits.
     *
     * @param nodeRate rate of one message that fills a node's link, in the units of the model, finite, > 0
     */
    public static SharingModel around(SharingModel model, HostLimits limits, double nodeRate) {
        return limits.areNone() ? model : new HostLimited(model, limits, nodeRate);
    }

    /** Returns the model inside the limits, or the model itself if it has no limits. */
    public static SharingModel inside(SharingModel model) {
        return model instanceof HostLimited limited ? limited.inside() : model;
    }

    @Override
    public String name() {
        return inside.name();
    }

    @Override
    public BandwidthSharing on(Cluster cluster, long seed) {
        Topology hosts = limits.on(new NoLinks(nodeRate), cluster);
        return new State(inside.on(cluster, seed), new MaxMin(ignored -> hosts).on(cluster, seed));
    }

    @Override
    public boolean sharesNodeLinks() {
        return inside.sharesNodeLinks();
    }

    @Override
    public boolean isRandom() {
        return inside.isRandom();
    }

    /** Returns rates that also respect links, which messages share by max-min fairness. */
    public static BandwidthSharing on(BandwidthSharing inside, Topology links, Cluster cluster, long seed) {
        return new State(inside, new MaxMin(ignored -> links).on(cluster, seed));
    }

    private record NoLinks(double nodeBandwidth) implements Topology {
        @Override
        public int links() {
            return 0;
        }

        @Override
        public double capacity(int link) {
            throw new IndexOutOfBoundsException(link);
        }

        @Override
        public Link link(int link) {
            throw new IndexOutOfBoundsException(link);
        }

        @Override
        public int longestRoute() {
            return 0;
        }

        @Override
        public int route(int source, int destination, int[] into) {
            return 0;
        }
    }

    /** Layer in which a message's rate under the model is its injection rate on the other links. */
    private static final class State extends SharingLayer {
        private final BandwidthSharing hosts;
        private final RateConsumer offer = this::offer;
        // arrays by flow
        private int[] source = {};
        private int[] destination = {};
        private int[] messages = {};
        /** Rate under the model, by flow; NaN before the first rate. */
        private double[] offered = {};

        State(BandwidthSharing inside, BandwidthSharing hosts) {
            super(inside);
            this.hosts = hosts;
        }

        @Override
        public void flowStarted(int flow, int from, int to, double injectionRate, int sender, int receiver) {
            state.flowStarted(flow, from, to, injectionRate, sender, receiver);
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
            state.flowResized(flow, count);
            messages[flow] = count;
            if (!Double.isNaN(offered[flow])) {
                hosts.flowResized(flow, count);
            }
        }

        @Override
        public void flowEnded(int flow) {
            state.flowEnded(flow);
            if (!Double.isNaN(offered[flow])) {
                hosts.flowEnded(flow);
                offered[flow] = Double.NaN;
            }
        }

        @Override
        public void recompute(RateConsumer rates) {
            state.recompute(offer);
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
        public Explanation explain(int flow) {
            Explanation model = state.explain(flow);
            Explanation limits = hosts.explain(flow);
            List<Explanation> parts = new ArrayList<>();
            parts.add(model);
            parts.addAll(limits.parts());
            return new Explanation(
                    "rate",
                    limits.value(),
                    "model's rate within the limits of hosts and connections, or racks",
                    parts,
                    limits.unit());
        }
    }
}
