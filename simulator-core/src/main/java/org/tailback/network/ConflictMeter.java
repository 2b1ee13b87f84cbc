package org.tailback.network;

import org.tailback.cluster.Cluster;
import org.tailback.columns.Columns;

/**
 * Counter of the kinds of conflict of each message between nodes while it is in flight, at O(1) per start and end. For
 * each node it stores the last time at which several messages left, or any entered, and compares that time with the
 * start of a message. GPUs of a machine are one node; messages between them are not counted.
 *
 * <p>Kinds (Vienne et al. 2008, section IV): outgoing, another message left the same node; incoming, another message
 * entered the same node; income/outgo, another message entered the node that it left or left the node that it entered.
 */
final class ConflictMeter {
    static final int OUTGOING = 1;
    static final int INCOMING = 2;
    static final int INCOME_OUTGO = 4;

    private final Cluster cluster;
    private final int[] leaving;
    private final int[] entering;
    private final long[] severalLeavingUntil;
    private final long[] severalEnteringUntil;
    private final long[] anyLeavingUntil;
    private final long[] anyEnteringUntil;
    private long[] startOf;
    private long clock = 1;

    /**
     * Creates a counter without messages.
     *
     * @param expectedMessages number of messages in flight for which there is room initially
     */
    ConflictMeter(Cluster cluster, int expectedMessages) {
        this.cluster = cluster;
        int nodes = cluster.machineOf(cluster.nodes() - 1) + 1;
        startOf = new long[Math.max(16, expectedMessages)];
        leaving = new int[nodes];
        entering = new int[nodes];
        severalLeavingUntil = new long[nodes];
        severalEnteringUntil = new long[nodes];
        anyLeavingUntil = new long[nodes];
        anyEnteringUntil = new long[nodes];
    }

    void copyTo(ConflictMeter other) {
        System.arraycopy(leaving, 0, other.leaving, 0, leaving.length);
        System.arraycopy(entering, 0, other.entering, 0, entering.length);
        System.arraycopy(severalLeavingUntil, 0, other.severalLeavingUntil, 0, leaving.length);
        System.arraycopy(severalEnteringUntil, 0, other.severalEnteringUntil, 0, leaving.length);
        System.arraycopy(anyLeavingUntil, 0, other.anyLeavingUntil, 0, leaving.length);
        System.arraycopy(anyEnteringUntil, 0, other.anyEnteringUntil, 0, leaving.length);
        other.startOf = startOf.clone();
        other.clock = clock;
    }

    void started(int message, int from, int to) {
        int source = cluster.machineOf(from);
        int destination = cluster.machineOf(to);
        if (source == destination) {
            return;
        }
        startOf = Columns.fit(startOf, message);
        startOf[message] = clock++;
        leaving[source]++;
        entering[destination]++;
    }

    /** Returns the kinds of conflict of an ended message as a sum of the constants; 0 for none and inside a node. */
    int ended(int message, int from, int to) {
        int source = cluster.machineOf(from);
        int destination = cluster.machineOf(to);
        if (source == destination) {
            return 0;
        }
        long start = startOf[message];
        int kinds = 0;
        if (leaving[source] > 1 || severalLeavingUntil[source] > start) {
            kinds |= OUTGOING;
        }
        if (entering[destination] > 1 || severalEnteringUntil[destination] > start) {
            kinds |= INCOMING;
        }
        if (entering[source] > 0
                || anyEnteringUntil[source] > start
                || leaving[destination] > 0
                || anyLeavingUntil[destination] > start) {
            kinds |= INCOME_OUTGO;
        }
        long now = clock++;
        if (--leaving[source] == 1) {
            severalLeavingUntil[source] = now;
        } else if (leaving[source] == 0) {
            anyLeavingUntil[source] = now;
        }
        if (--entering[destination] == 1) {
            severalEnteringUntil[destination] = now;
        } else if (entering[destination] == 0) {
            anyEnteringUntil[destination] = now;
        }
        return kinds;
    }
}
