package org.tailback.trace.mpi;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tailback.program.OperationSink;

/**
 * The messages of receives whose completion a trace has lost: first come, first served, among the messages to
 * its rank that no other receive takes. {@link PairingRun} determines the order.
 */
final class PairedReceives {
    /** The communicator of receives that are still to be paired; their size is their ordinal. */
    static final int TO_BE_PAIRED = Integer.MIN_VALUE;

    private final OfRank[] byRank;

    PairedReceives(int ranks) {
        byRank = new OfRank[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            byRank[rank] = new OfRank();
        }
    }

    record PairedMessage(int source, int tag, int communicator, long bytes) {}

    OfRank ofRank(int rank) {
        return byRank[rank];
    }

    /** Ends the pairing: receives without a message are left without one. */
    void end() {
        for (OfRank rank : byRank) {
            rank.receives.clear();
        }
    }

    /** The requests of one rank whose completion is lost, by their ordinals. */
    static final class OfRank {
        final Set<Long> sends = new HashSet<>();
        final Set<Long> receives = new HashSet<>();
        /** Receives that cannot be the purpose of a wait without a record of its purpose. */
        final Set<Long> notAwaited = new HashSet<>();

        final Map<Long, PairedMessage> messages = new HashMap<>();
        /** Receives that have started and have no message so far. */
        private final ArrayDeque<Long> waiting = new ArrayDeque<>();
        /** Messages that were sent and have no receive so far. */
        private final ArrayDeque<PairedMessage> unclaimed = new ArrayDeque<>();

        /** Returns the message of a receive; null if its completion is not lost or no message is left for it. */
        @Nullable
        PairedMessage message(long ordinal) {
            return receives.contains(ordinal)
                    ? new PairedMessage(OperationSink.ANY_SOURCE, OperationSink.ANY_TAG, TO_BE_PAIRED, ordinal)
                    : messages.get(ordinal);
        }

        void start(long ordinal) {
            waiting.add(ordinal);
            pair();
        }

        /** Adds a message sent to the rank; no other receive takes it. */
        void offer(PairedMessage message) {
            unclaimed.add(message);
            pair();
        }

        private void pair() {
            if (!waiting.isEmpty() && !unclaimed.isEmpty()) {
                messages.put(waiting.remove(), unclaimed.remove());
            }
        }
    }
}
