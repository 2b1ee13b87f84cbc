package org.tailback.model.sharing.maxmin;

import java.util.List;
import java.util.Objects;
import org.tailback.cluster.Cluster;
import org.tailback.model.sharing.ParameterTable;
import org.tailback.model.sharing.link.FairLinkSharing;
import org.tailback.model.topology.HostLimits;
import org.tailback.model.topology.Topology;
import org.tailback.model.topology.TopologyPlan;
import org.tailback.model.topology.TopologySettings;
import org.tailback.registry.Description;
import org.tailback.registry.SharingModelProvider;
import org.tailback.settings.Settings;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.SharingModel;

/**
 * Sharing model of max-min fair links: the assumption of fluid simulators, and a baseline for every study.
 *
 * <p><b>Prediction.</b> The rates of all messages rise together until a link is full; its messages keep that rate, and
 * the rates of all other messages continue to rise (progressive filling). No rate can be increased without decreasing a
 * rate that is not higher. The unused remainder of a message's share is redistributed.
 *
 * <p><b>Equations.</b> For links l with capacity C(l), a rate vector is max-min fair iff it is feasible (the rates on l
 * add up to C(l) at most) and every message has a bottleneck: a full link on which no message is faster [1].
 *
 * <p><b>Worked example</b> (in MaxMinTest), star, capacity 1: {@code a:0>1 b:0>2 c:0>3 d:4>3 e:4>5 f:6>5}. Node 0's
 * link is full first, at 1/3. Then d and f rise further: d shares its source with e, so d and e have 1/2, and f has the
 * other 1/2 of node 5. c leaves 2/3 of node 3's link, of which d uses 1/2: that link is not a bottleneck.
 *
 * <p><b>Uncontended messages</b> have the capacity of the narrowest link of the route, or the injection rate if it is
 * lower. No message exceeds its injection rate, which acts like an individual link.
 *
 * <p><b>Assumptions; when not to use it.</b> Perfectly fair flow control that reacts immediately, no loss, full duplex.
 * The model overestimates real networks under contention: compare with the penalty models.
 *
 * <p><b>Choices.</b> Links whose levels differ by less than 1e-12 are full at the same level, so that messages in equal
 * positions have equal rates and end together.
 *
 * <p><b>Cost.</b> O(m log m) for the m crossings (message on link) that a change reaches, upwards from the lowest level
 * that can change ({@code FairLinkSharing}). Messages that keep their bottleneck have no cost. Memory is allocated only
 * for growing arrays.
 *
 * <p>[1] D. Bertsekas, R. Gallager: Data Networks, 2nd ed. 1992, section 6.5.2.
 *
 * @param topology links and routes
 * @param limits limits of hosts, ranks and connections, which are represented by links
 */
public record MaxMin(TopologyPlan topology, HostLimits limits) implements SharingModel {
    /** Checks that topology and limits are present. */
    public MaxMin {
        Objects.requireNonNull(topology, "topology");
        Objects.requireNonNull(limits, "limits");
    }

    /** Creates the model without limits of hosts, ranks and connections. */
    public MaxMin(TopologyPlan topology) {
        this(topology, HostLimits.NONE);
    }

    @Override
    public String name() {
        return Provider.NAME;
    }

    @Override
    public BandwidthSharing on(Cluster cluster, long seed) {
        return new State(limits.on(topology.on(cluster), cluster), cluster.nodes());
    }

    /** Provider of {@link MaxMin}. */
    public static final class Provider implements SharingModelProvider {
        static final String NAME = "max-min";
        private static final ParameterTable RANK_BANDWIDTH =
                ParameterTable.of("rank-bandwidth | | bandwidth of one rank,"
                        + " each direction, where that is less than its node's bandwidth");

        @Override
        public Description description() {
            return TopologySettings.TABLE
                    .and(RANK_BANDWIDTH)
                    .and(HostLimits.DUPLEXES)
                    .describe(
                            NAME,
                            "Max-min fair sharing of links by progressive filling, on any topology: the baseline"
                                    + " of fluid simulators",
                            "Bertsekas, Gallager: Data Networks, 1992, section 6.5.2");
        }

        @Override
        public SharingModel create(Settings settings) {
            return new MaxMin(TopologySettings.read(settings), HostLimits.read(settings));
        }

        @Override
        public boolean knowsGpus() {
            return true;
        }
    }

    /** Rates of one network under {@link MaxMin}: all weights and amounts are 1, so that levels are rates. */
    private static final class State extends FairLinkSharing {
        State(Topology topology, int nodes) {
            super(topology, nodes, topology.longestRoute());
        }

        @Override
        protected String explainRate() {
            return "max-min fair share of the bottleneck link";
        }

        @Override
        protected List<Explanation> explainLimits(int batch, double bound) {
            return bound < Double.POSITIVE_INFINITY ? List.of(bandwidth("injection rate", bound)) : List.of();
        }

        @Override
        protected Explanation explainShare(double part, double highestLevel) {
            return bandwidth("fastest message", highestLevel);
        }
    }
}
