package org.tailback.network;

/** What a network has done so far; it goes on counting. */
public final class NetworkTotals {
    long bytesMoved;
    long retransmissionTimeouts;
    long instants;
    long withoutConflict;
    long outgoing;
    long incoming;
    long incomeOutgo;

    NetworkTotals() {}

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

    /** Bytes of the messages whose data has all moved between nodes. */
    public long bytesMoved() {
        return bytesMoved;
    }

    /** Messages that waited for a retransmission timeout. */
    public long retransmissionTimeouts() {
        return retransmissionTimeouts;
    }

    /** Instants at which at least one transfer ended. */
    public long instants() {
        return instants;
    }

    /** Messages between nodes that met no conflict. */
    public long withoutConflict() {
        return withoutConflict;
    }

    /** Messages that met another one leaving the same node. */
    public long outgoing() {
        return outgoing;
    }

    /** Messages that met another one entering the same node. */
    public long incoming() {
        return incoming;
    }

    /** Messages that met one entering the node they left, or leaving the node they entered. */
    public long incomeOutgo() {
        return incomeOutgo;
    }
}
