package org.tailback.model.sharing.hierarchical;

import org.tailback.cluster.Cluster;
import org.tailback.model.sharing.ParameterTable;
import org.tailback.registry.Description;
import org.tailback.registry.SharingModelProvider;
import org.tailback.settings.Settings;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.SharingModel;
import org.tailback.units.Domain;

/**
 * Sharing model of racks of Ethernet nodes with the asymmetric duplex property, after Zhu et al. [1].
 *
 * <p><b>Prediction.</b> The bandwidth of every message in a cluster of racks: each node has a network card (NIC), and
 * each rack has one cable to the other racks, both full duplex. In the paper's measurements, directions are not
 * independent: when a card receives twelve messages and sends one, each of the thirteen messages has a twelfth of its
 * bandwidth.
 *
 * <p><b>Equations</b> ([1] sections 4 to 6). A message e = (a, b) uses, in its own direction, the resources S = (a's
 * rack outwards, a outwards, b inwards, b's rack inwards); the same resources in the opposite directions are S-bar.
 * beta[i] is the inverse bandwidth of a resource, |S[i]| the number of messages on it.
 *
 * <pre>
 * k     = max of beta[i] * |S[i]|             with-flow congestion                  (2)
 * k-bar = max of beta[i] * |S-bar[i]|         contra-flow congestion                (4)
 * </pre>
 *
 * <p>Algorithm 1 processes the messages one by one, largest (max(k, k-bar), k, k-bar) first. With k >= k-bar the
 * message gets its share of the bandwidth that earlier messages left on its bottleneck: (1/beta[i] - bandwidth taken) /
 * number of remaining messages, at most a NIC's bandwidth (line 32). Otherwise, if earlier messages saturate the
 * contra-flow bottleneck, the message gets 1/k-bar (the asymmetric property, eq. (6)); if not, that contra-flow set is
 * discarded and the message queued again.
 *
 * <p><b>Worked example</b> ([1] section 5.2, in HierarchicalEthernetTest), 940 Mbit/s: two messages into a node and one
 * message out of it get 470 each; without the asymmetric property the outgoing message gets 940.
 *
 * <p><b>Uncontended messages</b> have the minimum of the card's bandwidth, the cable's bandwidth and the injection
 * rate; no message exceeds its injection rate.
 *
 * <p><b>Assumptions; when not to use it.</b> TCP, messages of 10 MB and more, one NIC per node, switches that are never
 * the bottleneck. Latency is not part of the model.
 *
 * <p><b>Gaps and errors of the paper</b> (tests in HierarchicalEthernetTest):
 *
 * <ul>
 *   <li>(i) The rack sets of a message inside a rack are empty, and rack sets hold messages between racks only; eq. (1)
 *       taken literally would divide by zero.
 *   <li>(ii) With more than two racks, b's rack is a resource too ({@code threeRacks_intoOne_shareItsCable}).
 *   <li>(iii) Lost lines of Algorithm 1 are reconstructed from the examples of the text; a message is queued again at
 *       most four times.
 *   <li>(iv) Congestions are compared after rounding to 2^-30 of a NIC, saturation with a relative tolerance of 1e-9.
 *   <li>(v) If several bottlenecks have equal congestion, the slowest is decisive. (vi) Messages of equal keys are
 *       processed in the order of their source nodes, then of their destination nodes; messages between the same two
 *       nodes are equal and processed together. The result is therefore independent of message numbers and of traffic
 *       elsewhere, but may depend on the numbering of nodes.
 *   <li>(vii) The algorithm examines bottlenecks only and can oversubscribe other resources. It can even leave no
 *       capacity for a message, which then gets its fair share 1/k. Oversubscribed resources are counted in the
 *       warnings. With {@code clamp} a message gets the smallest share of all its resources, which is always feasible.
 *   <li>(viii) The bandwidths are computed anew when a message starts or ends. (ix) beta_E in eqs (5), (6) and line 32
 *       is interpreted as "no message is faster than a NIC".
 * </ul>
 *
 * <p><b>A message's injection rate</b> bounds its rate: min(injection rate, the algorithm's bandwidth). Capacity unused
 * by a slow message is not given to other messages.
 *
 * <p><b>Cost.</b> After a start or an end, {@link AsymmetricDuplex} solves the connected component of the message,
 * which shared resources of either direction couple. The cost is O(n log n) for n pairs of nodes with messages, about
 * 0.1 us per pair, independent of the number of messages. No memory is allocated where the order of messages does not
 * matter.
 *
 * <p>[1] J. Zhu, A. Lastovetsky, S. Ali, R. Riesen: Communication models for resource constrained hierarchical Ethernet
 * networks. HeteroPar 2012.
 *
 * @param nicBandwidth bandwidth of a node's card in each direction (1/beta_N), bytes per second, finite, > 0
 * @param rackBandwidth bandwidth of a rack's cable in each direction (1/beta_O), bytes per second, finite, > 0
 * @param asymmetric false to omit the contra-flow congestion, as in the paper's comparison
 * @param clamp true to respect every resource, not only the bottleneck
 * @param relative true if the bandwidths define only their ratio: the capacity of a card is then the injection rate of
 *     one message
 */
public record HierarchicalEthernet(
        double nicBandwidth, double rackBandwidth, boolean asymmetric, boolean clamp, boolean relative)
        implements SharingModel {
    /** Model of the paper's cluster: 940 Mbit/s cards, 9.4 Gbit/s between racks. */
    public static final HierarchicalEthernet DEFAULT = new HierarchicalEthernet(117.5e6, 1175e6, true, false);

    /** Creates the model with bandwidths in bytes per second. */
    public HierarchicalEthernet(double nicBandwidth, double rackBandwidth, boolean asymmetric, boolean clamp) {
        this(nicBandwidth, rackBandwidth, asymmetric, clamp, false);
    }

    /** Checks the domains of the parameters. */
    public HierarchicalEthernet {
        Domain.requirePositive(nicBandwidth, "NIC bandwidth");
        Domain.requirePositive(rackBandwidth, "rack bandwidth");
    }

    @Override
    public String name() {
        return Provider.NAME;
    }

    /** Returns the rates on a cluster; without racks all nodes are in one rack. */
    @Override
    public BandwidthSharing on(Cluster cluster, long seed) {
        return new HierarchicalEthernetSharing(this, cluster);
    }

    /** Provider of {@link HierarchicalEthernet}. */
    public static final class Provider implements SharingModelProvider {
        static final String NAME = "hierarchical-ethernet";
        private static final ParameterTable TABLE = ParameterTable.of("""
                            nic-bandwidth | the injection rate | capacity of a node's card, each direction (1/beta_N); \
                            without it a card carries the injection rate of one message
                            rack-bandwidth | 10 x nic-bandwidth | capacity of a rack's cable, each direction \
                            (1/beta_O); needs nic-bandwidth
                            asymmetric | true | false omits the congestion of the other direction
                            clamp | false | true never exceeds the capacity of a resource""");
        private static final String NIC = "nic-bandwidth";
        private static final String RACK = "rack-bandwidth";

        @Override
        public Description description() {
            return TABLE.describe(
                    NAME,
                    "Racks of Ethernet nodes whose two directions slow each other (asymmetric duplex)",
                    "Zhu, Lastovetsky, Ali, Riesen, HeteroPar 2012, Algorithm 1");
        }

        @Override
        public SharingModel create(Settings settings) {
            boolean relative = !settings.has(NIC);
            if (relative && settings.has(RACK)) {
                throw settings.problem(
                        RACK, "'" + RACK + "' needs the bandwidth of a node's card too", "Add '" + NIC + "'");
            }
            HierarchicalEthernet standard = HierarchicalEthernet.DEFAULT;
            double nic = relative ? standard.nicBandwidth() : settings.bytesPerSecond(NIC);
            return new HierarchicalEthernet(
                    nic,
                    settings.bytesPerSecond(RACK, nic * (standard.rackBandwidth() / standard.nicBandwidth())),
                    settings.flag("asymmetric", standard.asymmetric()),
                    settings.flag("clamp", standard.clamp()),
                    relative);
        }
    }
}
