package org.tailback.model.loss;

import org.tailback.cluster.Cluster;
import org.tailback.cost.MessageCost;
import org.tailback.error.InputException;
import org.tailback.loss.LossModel;
import org.tailback.loss.LossProcess;
import org.tailback.model.sharing.fairtree.FairTree;
import org.tailback.model.sharing.host.HostLimited;
import org.tailback.sharing.SharingModel;
import org.tailback.units.Domain;

/**
 * Tail-drop loss model: TCP's retransmission timeouts as predicted by PlogPT.
 *
 * <p><b>Prediction.</b> The delays of 200 ms that MPI programs suffer on switches without flow control. When a message
 * ends while another message starts, a switch with a full buffer drops packets. If the last packet of the ending
 * message is among them, the receiver does not detect the loss, and the sender waits for TCP's timeout.
 *
 * <p><b>Equations.</b> An isend O that moved its last byte at time f, with height h(O), size m and rate b_c at its end,
 * waits T_RTO longer iff there is an isend O' with
 *
 * <pre>
 *   |start(O') - f| &lt; eps_T                                                        [1] eq. (14)
 *   P_S(h, h')  = (ln(2^(h'-h) b(h) / b(h')))^2 + (ln(d(h) / d(h')))^2 &gt; eps_S      [1] eq. (5)
 *   P_B(O)      = d(h) b_c &lt; m                                                     [1] eqs. (8), (9)
 * </pre>
 *
 * and, under the default policy, O' has the same destination and another sender ([1] section III.B.3).
 *
 * <p><b>Worked example</b> ({@code PlogPtPaperTest}). Table II, 4 nodes, Alltoall_B with 64 KiB: all messages of height
 * 1 end at 903.6 us, when messages of height 2 would start. d(1) b(1) = 18203.8 B is less than 65536 B, and P_S(1, 2)
 * holds. Ranks 0 and 3 would send to the same destination, and so would ranks 1 and 2. Ranks 0 and 1 time out;
 * therefore ranks 2 and 3 do not time out.
 *
 * <p><b>Inputs.</b> T_RTO in seconds, > 0 (Linux: 0.2); eps_S >= 0; eps_T in seconds, > 0 and below the latency L; d(h)
 * of the {@link FairTree}, which is the only supported sharing model.
 *
 * <p><b>Gaps and inconsistencies of the paper.</b>
 *
 * <ul>
 *   <li>Equation (14) has no condition on destinations, but section III.B.3 has a condition. {@link
 *       Policy#SAME_DESTINATION} follows the section. {@link Policy#ANY_START} follows the equation, where the sender's
 *       own next isend also counts. The latter policy results in exactly the closed form (25), the worst case.
 *   <li>Two messages can each be delayed by the other's successor. After a timeout of the first message, its sender
 *       does not start the successor, so that the other message does not time out: "random, worst case one node" in
 *       [1]. The order is a parameter: {@link Order#RANK} (lowest rank first) or {@link Order#RANDOM} (seeded).
 *       Repeated runs with the random order yield a distribution.
 *   <li>Starts after f also count, although the delay of the message is decided at f. These starts are predicted from
 *       the programs, assuming that rates do not change within eps_T.
 *   <li>[1] section III.C halves d(h) for bidirectional use, but Table II prints 2d(h). The halved values apply. eps_S
 *       = 0.002 then separates exactly the switches listed in [1] (any value from 1.97236e-4 to 2.95710e-2 has this
 *       effect; {@code TailDropTest}).
 *   <li>A message that waits for its timeout does not occupy an edge, and times out at most once.
 * </ul>
 *
 * <p><b>Assumptions, and when not to use it.</b> The model assumes no flow control, one TCP connection per pair, no
 * jitter (an open question in [1] section VI), and Linux's minimum timeout. Do not use it for lossless networks, or for
 * current Linux versions, where stalls occur at other sizes and randomly (docs/models/tcp-today.md).
 *
 * <p><b>Cost.</b> The cost is O(1) per message if ending messages fit into the buffers. Otherwise it is O(ranks that
 * move within eps_T) per instant.
 *
 * <p>[1] A. Nomura, H. Matsuba, Y. Ishikawa, Network Performance Model for TCP/IP Based Cluster Computing, 2007.
 *
 * @param timeout T_RTO in seconds, finite, > 0
 * @param policy policy that defines the relevant starts
 * @param order order in which messages that end at the same instant are examined
 * @param switchTolerance eps_S, finite, >= 0
 * @param timingTolerance eps_T in seconds, finite, > 0
 */
public record TailDrop(double timeout, Policy policy, Order order, double switchTolerance, double timingTolerance)
        implements LossModel {
    /** Name of the model in platform files. */
    public static final String NAME = "tail-drop";

    /** Policy that defines the starts that can delay an ending message. */
    public enum Policy {
        /** Starts of other ranks to the same destination node. */
        SAME_DESTINATION,
        /** Starts of any rank to any node, including the sender's own next start. */
        ANY_START,
        /** No starts: no message times out. */
        NONE
    }

    /** Order in which messages that end at the same instant are examined. */
    public enum Order {
        /** Order by sending rank, the lowest first. */
        RANK,
        /** A seeded random order, drawn anew at every instant. */
        RANDOM
    }

    public TailDrop {
        Domain.requirePositive(timeout, "timeout");
        Domain.requireNotNegative(switchTolerance, "switch tolerance");
        Domain.requirePositive(timingTolerance, "timing tolerance");
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean losesMessages() {
        return policy != Policy.NONE;
    }

    @Override
    public boolean isRandom() {
        return hasRandomOrder();
    }

    /** Returns whether messages that end at the same instant are examined in a random order. */
    boolean hasRandomOrder() {
        return policy == Policy.SAME_DESTINATION && order == Order.RANDOM;
    }

    @Override
    public LossProcess on(Cluster cluster, SharingModel sharing, MessageCost cost, long seed) {
        if (!(HostLimited.inside(sharing) instanceof FairTree tree) || !tree.hasBufferDelays()) {
            throw new InputException(
                    "loss tail-drop needs model fair-tree with a buffer-delay for every height, found model "
                            + sharing.name() + ". Use that model, or loss none");
        }
        if (timingTolerance >= cost.latency(0)) {
            throw new InputException("loss tail-drop: timing-tolerance " + timingTolerance
                    + " s must be below the latency " + cost.latency(0)
                    + " s, or every answer counts as simultaneous with its request. Reduce it");
        }
        return new TailDropProcess(this, tree, cluster, seed);
    }

    /** Returns P_S(h, h'): whether there is a switch between two heights, each from 1 ([1] eq. (5)). */
    public boolean hasSwitchBetween(FairTree tree, int h, int otherH) {
        double bandwidths = Math.log(Math.scalb(tree.bandwidth(h) / tree.bandwidth(otherH), otherH - h));
        double delays = Math.log(tree.bufferDelay(h) / tree.bufferDelay(otherH));
        return bandwidths * bandwidths + delays * delays > switchTolerance;
    }

    /** Returns {@link #hasSwitchBetween} for all pairs of heights: a square array indexed by heights from 1. */
    boolean[][] switchesBetween(FairTree tree) {
        int heights = tree.heights();
        boolean[][] between = new boolean[heights + 1][heights + 1];
        for (int h = 1; h <= heights; h++) {
            for (int otherH = 1; otherH <= heights; otherH++) {
                between[h][otherH] = hasSwitchBetween(tree, h, otherH);
            }
        }
        return between;
    }
}
