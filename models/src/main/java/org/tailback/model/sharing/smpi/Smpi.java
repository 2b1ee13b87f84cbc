package org.tailback.model.sharing.smpi;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.tailback.cluster.Cluster;
import org.tailback.model.sharing.ParameterTable;
import org.tailback.model.sharing.link.FairLinkSharing;
import org.tailback.model.topology.Topology;
import org.tailback.model.topology.TopologyPlan;
import org.tailback.model.topology.TopologySettings;
import org.tailback.registry.Description;
import org.tailback.registry.SharingModelProvider;
import org.tailback.settings.Settings;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.SharingModel;
import org.tailback.units.Domain;

/**
 * Sharing model of max-min fair links as in SimGrid 3.32 for MPI (network model "SMPI"). With the message cost {@link
 * org.tailback.model.cost.SmpiCost}, SimGrid users can compare the two tools.
 *
 * <p><b>Prediction.</b> Weighted max-min fair rates: the rates of all messages rise together, each in inverse
 * proportion to its weight, until a link is full or the message reaches its bound; all other rates continue to rise. On
 * the route back, acknowledgements of every message use a small fraction of its rate and slow messages in the opposite
 * direction.
 *
 * <p><b>Equations.</b> For message i on links R(i) with capacities C(l), the route back B(i), latency lat(i) = the sum
 * of the latencies of R(i) ([1], section 4; the constants are SimGrid's):
 *
 * <pre>
 * weight        w(i) = lat(i) + sum over l in R(i) of S / C(l)        S = 8775 B ("weight-S"); w(i) = 1 if lat(i) = 0
 * bound         v(i) &lt;= gamma / (2 lat(i))                          gamma = 4194304 B, TCP's largest window; 0: none
 * link          sum over i with l in R(i) of v(i) + 0.05 sum over i with l in B(i) of v(i) &lt;= C(l)
 * max-min       w(i) v(i) as large as possible, smallest first
 * </pre>
 *
 * The bandwidth factor of a message's size does not affect sharing: a message with the share v(i) moves {@code factor *
 * v(i)} of its bytes per second. Hence the message cost divides the size by the factor, and rates here are shares.
 *
 * <p><b>Worked example</b> (in SmpiTest), star of 1.25 GB/s: {@code 0>1 1>0} gives each 1.25 / 1.05 = 1.190476 GB/s, as
 * each link carries v + 0.05 v. {@code 0>1 2>1 1>3}: all rise to 1.25 / 2.05 = 0.609756 GB/s, where the link down to
 * node 1 is full: two messages and the acknowledgements of the third. Therefore the third message stays at this rate
 * too, although half of its route is free.
 *
 * <p><b>Inputs.</b> Bandwidths in bytes per second (absolute, as S and gamma are bytes); latency per link in seconds.
 *
 * <p><b>Uncontended messages.</b> An uncontended message has the bandwidth of the narrowest link of its route or of the
 * window, and at most the bandwidth of its cost, if any; its penalty is then 1.
 *
 * <p><b>Assumptions; when not to use it.</b> The same as for {@code max-min}: perfectly fair flow control, no loss;
 * optimistic on real networks. The share of the route back is used immediately and not redistributed. Messages inside a
 * node use the platform's intra-node path, not SimGrid's loopback link with factors.
 *
 * <p><b>Choices.</b> Levels are doubles; SimGrid ignores the remaining capacity of a link below 1e-5 of its capacity.
 * No known result depends on this difference.
 *
 * <p><b>Cost.</b> O(m log m) for the m crossings connected with a change; since every message is on its route back too,
 * more messages are connected than under {@code max-min}.
 *
 * <p>[1] P. Velho, L. Schnorr, H. Casanova, A. Legrand: On the validity of flow-level TCP network models for grid and
 * cloud simulations, ACM TOMACS 23(4), 2013. The facts about SimGrid are from version 3.32: network model "SMPI", its
 * documented defaults and its results, recorded in SmpiTest and SmpiSimGridTest.
 *
 * @param topology links and routes
 * @param bandwidth bandwidth, in bytes per second, of a node's link, or of the widest link where routes are given one
 *     by one, finite, > 0; weights are in units of the weight of two such links
 * @param linkLatency latency of the first and the last link of a route, seconds, finite, >= 0
 * @param innerLinkLatency latency of every other link, seconds, finite, >= 0
 * @param weightBytes S, bytes, finite, >= 0
 * @param windowBytes gamma, bytes, finite, >= 0; 0 for no bound
 * @param crossTraffic fraction of the rate that is used on the route back, 0 to 1
 * @param isAsInSimGrid false if SimGrid has no such links and routes, for a warning
 */
public record Smpi(
        TopologyPlan topology,
        double bandwidth,
        double linkLatency,
        double innerLinkLatency,
        double weightBytes,
        double windowBytes,
        double crossTraffic,
        boolean isAsInSimGrid)
        implements SharingModel {
    /** Parameters of SimGrid: "network/weight-S", "network/TCP-gamma" and "network/crosstraffic". */
    private static final ParameterTable NUMBERS = ParameterTable.of("""
            weight-s | 8775 | >= 0 | bytes: weight = latency + sum of S / bandwidth | S
            tcp-gamma | 4194304 | >= 0 | largest window, bytes: rate <= gamma / (2 latency), none for 0 | gamma
            cross-traffic | 0.05 | >= 0 and <= 1 | fraction of a message's rate used in the opposite direction""");

    /** Checks the domains of the parameters. */
    public Smpi {
        Objects.requireNonNull(topology, "topology");
        Domain.requirePositive(bandwidth, "bandwidth");
        Domain.requireNotNegative(linkLatency, "latency");
        Domain.requireNotNegative(innerLinkLatency, "latency");
        NUMBERS.check(weightBytes, windowBytes, crossTraffic);
    }

    @Override
    public String name() {
        return Provider.NAME;
    }

    @Override
    public BandwidthSharing on(Cluster cluster, long seed) {
        return new State(this, topology.on(cluster), cluster.nodes());
    }

    /** Returns lat(i), the latency of a route of i links, in seconds. */
    double pathLatency(int links) {
        return Math.min(links, 2) * linkLatency + Math.max(links - 2, 0) * innerLinkLatency;
    }

    /** Provider of {@link Smpi}. */
    public static final class Provider implements SharingModelProvider {
        static final String NAME = "smpi";
        private static final String LINK_LATENCY = "link-latency";
        private static final ParameterTable LATENCIES = ParameterTable.of("""
                link-latency | | latency of a node's link, a time >= 0; needed, as are bandwidths, unless all 'links' \
                have latencies
                inner-link-latency | as link-latency | latency of a link between switches, a time >= 0""");

        @Override
        public Description description() {
            return TopologySettings.TABLE_WITHOUT_GPUS
                    .and(LATENCIES)
                    .and(NUMBERS)
                    .describe(
                            NAME,
                            "SimGrid's SMPI network: max-min with round-trip weights and cross traffic;"
                                    + " use with the cost smpi",
                            "Velho, Schnorr, Casanova, Legrand 2013; SimGrid 3.32");
        }

        @Override
        public SharingModel create(Settings settings) {
            boolean given = TopologySettings.hasLatencies(settings);
            if (given && settings.has(LINK_LATENCY)) {
                throw settings.problem(
                        LINK_LATENCY, "each of the 'links' has its own 'latency'", "Remove one or the other");
            }
            double latency = given ? 0 : settings.seconds(LINK_LATENCY);
            double inner = settings.seconds("inner-link-latency", latency);
            double bandwidth = TopologySettings.nodeBandwidth(settings);
            double[] numbers = NUMBERS.read(settings);
            return new Smpi(
                    TopologySettings.read(settings),
                    bandwidth,
                    latency,
                    inner,
                    numbers[0],
                    numbers[1],
                    numbers[2],
                    TopologySettings.isAsInSimGrid(settings));
        }
    }

    /**
     * Rates of one network under {@link Smpi}. The level is w(i) v(i), common to all messages with the same bottleneck.
     * A message uses the links of its route, then the other links of the route back.
     */
    private static final class State extends FairLinkSharing {
        private final Smpi model;
        private final int[] links;
        /** Serial time S / C(l) by link, in seconds. */
        private final double[] serial;
        /** Latency of all routes, if all have two links; otherwise NaN. */
        private final double commonLatency;
        /** Weight of a route of two node links, which is the unit of weights, so weights on a star are exactly 1. */
        private final double unitWeight;
        /** Latency of the message whose route was written last. */
        private double latency;

        private double weight;

        State(Smpi model, Topology topology, int nodes) {
            super(wholeOnly(topology), nodes, (model.crossTraffic() > 0 ? 2 : 1) * topology.longestRoute());
            this.model = model;
            links = new int[topology.longestRoute()];
            serial = new double[topology.links()];
            Arrays.setAll(serial, link -> model.weightBytes() / topology.capacity(link));
            boolean areOfTwo =
                    topology.nodeBandwidth() > 0 && topology.everyRouteTakesNodeLinks() && topology.longestRoute() == 2;
            commonLatency = areOfTwo ? model.pathLatency(2) : Double.NaN;
            double ofTwo = model.pathLatency(2);
            unitWeight = ofTwo > 0
                    ? ofTwo + (model.weightBytes() / model.bandwidth() + model.weightBytes() / model.bandwidth())
                    : 1;
        }

        @Override
        protected int route(int source, int destination, int[] into, double[] parts) {
            int there = topology.route(source, destination, into);
            Arrays.fill(parts, 0, there, 1);
            double given = topology.latency(source, destination);
            latency = Double.isNaN(given) ? model.pathLatency(there) : given;
            double ofLinks = 0;
            for (int i = 0; i < there; i++) {
                ofLinks += serial[into[i]];
            }
            weight = (latency > 0 ? latency + ofLinks : 1) / unitWeight;
            if (model.crossTraffic() == 0) {
                return there;
            }
            int length = there;
            int back = topology.route(destination, source, links);
            for (int i = 0; i < back; i++) {
                int at = indexOf(into, there, links[i]);
                if (at < 0) {
                    into[length] = links[i];
                    parts[length++] = model.crossTraffic();
                } else if (topology.isShared(links[i])) {
                    parts[at] += model.crossTraffic();
                }
            }
            return length;
        }

        private static int indexOf(int[] links, int length, int link) {
            int i = length - 1;
            while (i >= 0 && links[i] != link) {
                i--;
            }
            return i;
        }

        @Override
        protected double weight() {
            return weight;
        }

        @Override
        protected double window() {
            return window(latency);
        }

        private double window(double pathLatency) {
            return pathLatency > 0 && model.windowBytes() > 0
                    ? model.windowBytes() / (2 * pathLatency)
                    : Double.POSITIVE_INFINITY;
        }

        /** Returns the capacity of the narrowest link of the route, or the window if it is smaller. */
        @Override
        public double referenceRate(int source, int destination) {
            return Math.min(window(pathLatency(source, destination)), super.referenceRate(source, destination));
        }

        @Override
        public double pathLatency(int source, int destination) {
            double given = topology.latency(source, destination);
            double its = Double.isNaN(given) ? commonLatency : given;
            return Double.isNaN(its) ? model.pathLatency(topology.route(source, destination, links)) : its;
        }

        @Override
        public List<String> warnings() {
            return model.isAsInSimGrid()
                    ? super.warnings()
                    : List.of(
                            "smpi: SimGrid has no network with these links and routes: nodes of its TORUS and DRAGONFLY"
                                    + " have no separate links, and SimGrid has neither ecmp nor adaptive routing."
                                    + " Times may differ from SimGrid's by a third");
        }

        @Override
        protected String explainRate() {
            return "weighted max-min share of the bottleneck link";
        }

        @Override
        protected List<Explanation> explainLimits(int batch, double bound) {
            Explanation weight = Explanation.leaf(
                    unitWeight == 1 ? "weight, in seconds" : "weight, in units of two node links", 1 / factor(batch));
            return bound < Double.POSITIVE_INFINITY
                    ? List.of(weight, bandwidth("bound by the window or the injection rate", bound * factor(batch)))
                    : List.of(weight);
        }

        @Override
        protected Explanation explainShare(double part, double highestLevel) {
            return Explanation.leaf("capacity used per unit of the message's rate, cross traffic included", part);
        }
    }
}
