package org.tailback.model.sharing.largestshare;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.tailback.cluster.Cluster;
import org.tailback.model.sharing.link.LinkSharing;
import org.tailback.model.topology.Topology;
import org.tailback.model.topology.TopologyPlan;
import org.tailback.model.topology.TopologySettings;
import org.tailback.registry.Description;
import org.tailback.registry.SharingModelProvider;
import org.tailback.settings.Settings;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.Explanation;
import org.tailback.sharing.SharingModel;
import org.tailback.sharing.part.Part;

/**
 * Sharing model that divides by the largest number of messages on a link, after Kim and Lee [1]: the simplest
 * contention model.
 *
 * <p><b>Prediction.</b> The slowdown of a message is the number of messages on the fullest link of its route.
 *
 * <p><b>Equation.</b> rate = uncontended rate / max over the links of its route of the number of messages on the link;
 * the uncontended rate is the smallest capacity on the route. No message exceeds its injection rate.
 *
 * <p><b>Worked example</b> (in LargestShareTest), star: {@code a:0>1 b:0>2 c:0>3 d:4>3 e:4>5 f:6>5} has penalties 3 3 3
 * 2 2 2.
 *
 * <p><b>Meaning of the formula.</b> The formula agrees with packets in queues with credits ({@code head-of-line}) where
 * messages wait at a single link, as in an incast, and in lock step, as in all pairs. In other patterns the two differ:
 * a source waits for the slowest of its messages, and meanwhile other messages use its links. In {@code 0>1 0>2 3>2}
 * the penalties are 2, 2, 2 by the formula and 3, 3, 1.5 for packets. On 20 random graphs of 8 nodes the formula
 * differs from packets by 14 % on average (docs/models/head-of-line.md).
 *
 * <p><b>Assumptions; when not to use it.</b> Equal sharing of every link by all its messages, regardless of whether
 * they can use their share: unused shares are not redistributed, so max-min fair sharing is never slower. On links of
 * different capacities the literal formula divides the smallest capacity even by the messages on a larger link, which
 * is pessimistic.
 *
 * <p><b>Cost.</b> O(pairs of nodes with messages * length of their routes) in the connected component of a change.
 * Memory is allocated only for growing arrays.
 *
 * <p>[1] S. C. Kim, S. Lee: Measurement and prediction of communication delays in Myrinet networks. Journal of Parallel
 * and Distributed Computing 61(11), 2001, pages 1692-1704.
 *
 * @param topology links and routes
 */
public record LargestShare(TopologyPlan topology) implements SharingModel {
    /** Checks that there is a topology. */
    public LargestShare {
        Objects.requireNonNull(topology, "topology");
    }

    @Override
    public String name() {
        return Provider.NAME;
    }

    @Override
    public BandwidthSharing on(Cluster cluster, long seed) {
        return new State(topology.on(cluster), cluster.nodes());
    }

    /** Provider of the model from its settings. */
    public static final class Provider implements SharingModelProvider {
        static final String NAME = "largest-share";

        @Override
        public Description description() {
            return TopologySettings.TABLE.describe(
                    NAME,
                    "Divides by the largest number of messages on any link of the route, on any topology: a baseline",
                    "Kim, Lee, Journal of Parallel and Distributed Computing 61(11), 2001");
        }

        @Override
        public SharingModel create(Settings settings) {
            return new LargestShare(TopologySettings.read(settings));
        }

        @Override
        public boolean knowsGpus() {
            return true;
        }
    }

    private static final class State extends LinkSharing {
        State(Topology topology, int nodes) {
            super(sharedOnly(topology), nodes, topology.longestRoute());
        }

        @Override
        protected void solve(Part part) {
            for (int i = 0; i < part.size(); i++) {
                int batch = part.batch(i);
                setRate(batch, Math.min(injectionRate(batch), narrowest(batch) / largestNumber(batch)));
            }
        }

        private int largestNumber(int batch) {
            int largest = 0;
            for (int i = 0; i < crossings.length(batch); i++) {
                largest = Math.max(largest, messagesOn(crossings.link(batch, i)));
            }
            return largest;
        }

        @Override
        protected Explanation why(int batch) {
            List<Explanation> links = new ArrayList<>();
            for (int i = 0; i < crossings.length(batch); i++) {
                int link = crossings.link(batch, i);
                links.add(Explanation.leaf("messages on " + topology.link(link).name(), messagesOn(link)));
            }
            List<Explanation> terms = new ArrayList<>();
            terms.add(bandwidth("narrowest link", narrowest(batch)));
            terms.add(new Explanation("penalty", largestNumber(batch), "max over the links of the route", links));
            boolean isLimited = injectionRate(batch) < Double.POSITIVE_INFINITY;
            if (isLimited) {
                terms.add(bandwidth("injection rate", injectionRate(batch)));
            }
            String formula = "narrowest link / penalty" + (isLimited ? ", at most the injection rate" : "");
            return new Explanation("rate", rate(batch), formula, terms).asRate(topology.nodeBandwidth());
        }
    }
}
