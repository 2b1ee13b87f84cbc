package org.tailback.generator.hpl;

import org.tailback.kernel.TimeQueue;
import org.tailback.network.InterfaceQueues;

/**
 * The rounds of long swaps in a grouped run, where messages start when both sides are there: in each of them a rank
 * exchanges parts of U with a neighbour, and then looks for the panel ahead. Most of a run is here, so a round
 * is an event or two, without operations.
 */
final class Rolls {
    private final HplSettings hpl;
    private final Timing timing;
    private final InterfaceQueues interfaces;
    private final LoneRank[] ranks;
    private final TimeQueue queue;

    // by rank: its present round
    private final double[] posted;
    private final double[] sent;
    private final double[] over;
    private final int[] partner;
    private final long[] bytes;
    private final Charge[] charge;
    /** The message to the rank is in the network. */
    private final boolean[] moving;

    private long starts;

    Rolls(HplSettings hpl, Timing timing, InterfaceQueues interfaces, LoneRank[] ranks, TimeQueue queue) {
        this.hpl = hpl;
        this.timing = timing;
        this.interfaces = interfaces;
        this.ranks = ranks;
        this.queue = queue;
        int count = ranks.length;
        posted = new double[count];
        sent = new double[count];
        over = new double[count];
        partner = new int[count];
        bytes = new long[count];
        charge = new Charge[count];
        moving = new boolean[count];
    }

    /** A number for each message that starts, below those of ranks: at one instant the earlier one ends first. */
    long nextStart() {
        return Long.MIN_VALUE + starts++;
    }

    void begin(LoneRank rank, double now) {
        int me = rank.number;
        SwapPlan plan = rank.plan();
        int position = plan.positionOf[me / hpl.q()];
        int other = plan.partner(position, rank.round);
        int to = plan.rowAt[other] * hpl.q() + me % hpl.q();
        partner[me] = to;
        posted[me] = now;
        bytes[me] = plan.sent(position, rank.round) * 8L * rank.value();
        charge[me] = timing.charge(me, to, bytes[me]);
        rank.count((charge[me].key() & 1) != 0, bytes[me]);
        LoneRank theirs = ranks[to];
        if (theirs.isIn(plan, rank.round)) {
            double toMe = start(to, me);
            double fromMe = start(me, to);
            sent[to] = toMe;
            sent[me] = fromMe;
            moves(rank, toMe);
            moves(theirs, fromMe);
        } else {
            // most events of a rank in a roll move its place in the queue instead of taking it out
            queue.remove(me);
        }
    }

    private double start(int from, int to) {
        Charge of = charge[from];
        double date = Math.max(posted[from] + of.send(), posted[to]) + of.handshake();
        double leaves = of.queues() ? interfaces.start(timing.node[from], bytes[from], date) : date;
        return leaves + of.delay() + of.moves();
    }

    private void moves(LoneRank to, double end) {
        Charge of = charge[partner[to.number]];
        if (of.queues()) {
            moving[to.number] = true;
            queue.set(to.number, end, nextStart());
        } else {
            queue.set(to.number, arrived(to, end + of.latency()), to.number);
        }
    }

    /** Returns when the round of a rank is over, with its look. */
    private double arrived(LoneRank to, double date) {
        int me = to.number;
        double both = Math.max(Math.max(posted[me] + charge[me].send(), sent[me]), date);
        over[me] = both + charge[partner[me]].receive();
        return over[me] + (to.looksInRolls() ? timing.probe() : 0);
    }

    /** The event of a rank in a roll; true if the roll is over for it, or interrupted by the panel. */
    boolean happens(LoneRank rank, double now) {
        int me = rank.number;
        if (moving[me]) {
            moving[me] = false;
            int from = partner[me];
            Charge of = charge[from];
            double date =
                    arrived(rank, interfaces.arrival(timing.node[me], bytes[from], of.moves(), now + of.latency()));
            if (date > now) {
                queue.set(me, date, me);
                return false;
            }
        }
        rank.round++;
        LoneMessage there =
                rank.looksInRolls() ? LoneMessage.find(rank.firstSentToIt, ranks[rank.peer()], rank.tag()) : null;
        boolean found = there != null && there.found() <= over[me];
        if (found || rank.round == hpl.p() - 1) {
            rank.endRoll(found);
            return true;
        }
        begin(rank, now);
        return false;
    }
}
