package org.tailback.model.sharing.infiniband;

import java.util.Objects;
import org.tailback.cluster.Cluster;
import org.tailback.sharing.BandwidthSharing;
import org.tailback.sharing.SharingModel;

/**
 * Penalties of InfiniBand on one switch, after Martinasso and Mehaut [1].
 *
 * <p><b>What it predicts.</b> How many times slower a message progresses. The card shares its bandwidth equally among
 * the messages that leave a node; a message that competes at its destination waits for credits, and the back pressure
 * slows all messages of its source alike: every message that leaves a node has the same penalty.
 *
 * <p><b>Equations</b> ([1] formula (4)). For e = (s, d), with comp(e) the messages to d from other sources than s:
 *
 * <pre>
 * rho(e) = outdegree(s) + max over the messages that leave s of k
 * (a) k = 0           if indegree(d) = 1, or if indegree(d) &lt;= outdegree(s) and every competitor's source has
 *                     outdegree(s) messages too
 * (b) k = 1/(R - 1)   if outdegree(s) = 1 and every competitor's source (there is one) has several messages;
 *                     R = floor(largest rho of the competitors)
 * (c) k = sum of 1/outdegree(s'') over the messages e' that leave s and over the competitors (s'', d') of e'
 * </pre>
 *
 * <p><b>Worked example</b> ([1] Fig. 3, in InfiniBandTest): {@code a:0>1 b:0>2 c:0>3 d:4>3 e:4>5 f:6>5}. c competes
 * with d, whose source sends two: k = 1/2, so a, b, c have 3 + 1/2 = 3.5. d competes with c (1/3), e with f (1): d and
 * e have 2 + 4/3 = 10/3. f is alone at its source and competes with e: R = floor(10/3) = 3, so f has 1 + 1/2 = 1.5.
 * When f ends, d and e have 7/3; when they end, a, b, c have 3. With 20 MiB that take 10.706 ms alone, f ends after
 * 16.0590 ms, d and e after 29.7984 ms, a, b, c after 36.3749 ms.
 *
 * <p><b>What the formula turns out to be.</b> Packets in queues with credits ({@code head-of-line}) follow the same
 * rules, and the items are approximations of them. (c): a round of the source takes a slot for each of its messages,
 * and another one for each competitor that is at the head of its queue just then; the chance of that is 1/outdegree of
 * its source if that source never waits. So the round takes outdegree(s) + the sum of 1/outdegree(s''), which is exact
 * in {@code 0>1 0>2 3>2}. (b): the competitors take 1/R of the link into d and leave 1 - 1/R, that is a penalty of
 * R/(R - 1) = 1 + 1/(R - 1). (a): turns of sources with as many messages fall into lock step, in which no packet
 * waits. On the times measured in [1] Fig. 4 this formula is off by 3.3 % in the mean, packets are off by 0.3 %; on 20
 * random graphs of 8 nodes it is off from packets by 4 % (docs/models/head-of-line.md).
 *
 * <p><b>Assumptions; when not to use it.</b> Messages of megabytes, one switch with full internal bandwidth, static
 * routing without collisions (the paper restricts itself to nine nodes of one switch). No parameters but the bandwidth:
 * fitted to Mellanox ConnectX cards with Open MPI 1.2.7.
 *
 * <p><b>Where the paper is ambiguous.</b> Item (a) is garbled: "or indegree = 0" is read as "or the message has no
 * competitor". Item (b)'s R is rounded down, the only simple reading that gives all printed times; {@link
 * CompetitorRule} offers the others. Item (b) does not feed back, since the competitors of such a message are of kind
 * (a) or (c). The penalty [1.5] of e in graph A of Fig. 4 is a misprint: its printed time 0.013382 s is 1.25 times the
 * reference ({@code InfiniBandTest.martinasso_figure4GraphA}).
 *
 * <p><b>Cost.</b> A start or an end at (s, d) sums up the destinations of s, and d, and gives a new penalty to all
 * sources that send to them: O(1) for each pair of nodes with messages there. A changed penalty costs the network O(1)
 * for all messages of its source. No allocation.
 *
 * <p><b>Rounding.</b> Sums are doubles. Rounding down in (b) takes a penalty within a relative 1e-9 of a whole number
 * for that number; a warning counts the cases that no rounding error explains.
 *
 * <p>[1] M. Martinasso, J.-F. Mehaut: A contention-aware performance model for HPC-based networks: a case study of the
 * InfiniBand network. Euro-Par 2011, LNCS 6852, pages 91-102.
 *
 * @param competitorRule how item (b) is read
 */
public record InfiniBand(CompetitorRule competitorRule) implements SharingModel {
    /** The reading that gives the printed times. */
    public static final InfiniBand DEFAULT = new InfiniBand(CompetitorRule.FLOOR);

    /** Checks that there is a rule. */
    public InfiniBand {
        Objects.requireNonNull(competitorRule, "competitorRule");
    }

    @Override
    public String name() {
        return InfiniBandProvider.NAME;
    }

    @Override
    public BandwidthSharing on(Cluster cluster, long seed) {
        return new InfiniBandSharing(competitorRule, cluster.nodes());
    }
}
