package org.tailback.network;

import com.google.common.math.LongMath;
import java.util.List;
import org.tailback.units.Readable;

/** Cumulative counts of a network. */
public final class NetworkTotals {
    long retransmissionTimeouts;
    long instants;
    long withoutConflict;
    long outgoing;
    long incoming;
    long incomeOutgo;
    private long unresolved;
    private double leastUnresolved = Double.POSITIVE_INFINITY;
    private double coarsestStep;
    /** Number of ranks per replayed rank, as a reduced fraction. */
    private long all = 1;

    private long replayed = 1;

    NetworkTotals() {}

    void copyTo(NetworkTotals other) {
        other.retransmissionTimeouts = retransmissionTimeouts;
        other.instants = instants;
        other.withoutConflict = withoutConflict;
        other.outgoing = outgoing;
        other.incoming = incoming;
        other.incomeOutgo = incomeOutgo;
        other.unresolved = unresolved;
        other.leastUnresolved = leastUnresolved;
        other.coarsestStep = coarsestStep;
        other.all = all;
        other.replayed = replayed;
    }

    /**
     * Scales counts of the replayed ranks to all ranks.
     *
     * @param ranks number of all ranks
     * @param few number of replayed ranks, each of which represents the same number of ranks
     */
    public void standFor(long ranks, long few) {
        long common = LongMath.gcd(ranks, few);
        all = ranks / common;
        replayed = few / common;
    }

    /** Returns the number of messages of all ranks for a number of replayed messages. */
    public long ofAll(long count) {
        return count / replayed * all;
    }

    /** Counts a message whose uncontended time is below the resolution of the clock at its start. */
    void unresolved(double uncontendedSeconds, double stepSeconds) {
        unresolved++;
        leastUnresolved = Math.min(leastUnresolved, uncontendedSeconds);
        coarsestStep = Math.max(coarsestStep, stepSeconds);
    }

    /** First words of the warning of a coarse clock. */
    public static final String UNRESOLVED = "The clock hardly resolves ";

    List<String> warnings() {
        return unresolved == 0
                ? List.of()
                : List.of(UNRESOLVED + ofAll(unresolved) + " messages: without contention they take from "
                        + Readable.seconds(leastUnresolved) + " on, but a step of the clock grows to "
                        + Readable.seconds(coarsestStep)
                        + " with the time since the network was idle. Their times are wrong by a few steps: simulate"
                        + " less time in one run");
    }

    void met(int kinds) {
        if (kinds == 0) {
            withoutConflict++;
        }
        if ((kinds & ConflictMeter.OUTGOING) != 0) {
            outgoing++;
        }
        if ((kinds & ConflictMeter.INCOMING) != 0) {
            incoming++;
        }
        if ((kinds & ConflictMeter.INCOME_OUTGO) != 0) {
            incomeOutgo++;
        }
    }

    /** Returns the number of messages that waited for a retransmission timeout. */
    public long retransmissionTimeouts() {
        return retransmissionTimeouts;
    }

    /** Returns the number of instants at which at least one transfer ended. */
    public long instants() {
        return instants;
    }

    /** Returns the number of messages between nodes without conflict. */
    public long withoutConflict() {
        return ofAll(withoutConflict);
    }

    /** Returns the number of messages that were in flight while another message left the same node. */
    public long outgoing() {
        return ofAll(outgoing);
    }

    /** Returns the number of messages that were in flight while another message entered the same node. */
    public long incoming() {
        return ofAll(incoming);
    }

    /**
     * Returns the number of messages that were in flight while another message entered their source node or left their
     * destination node.
     */
    public long incomeOutgo() {
        return ofAll(incomeOutgo);
    }
}
