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
 * its rank that no other receive takes. {@link PairingRun} finds out the order.
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

    /** True if all receives have their message. */
    void end() {
        for (OfRank rank : byRank) {
            rank.receives.clear();
        }
    }

    /** The requests of one rank whose completion is lost, by their ordinals. */
    static final class OfRank {
        private final Set<Long> sends = new HashSet<>();
        private final Set<Long> receives = new HashSet<>();
        /** Receives that cannot be the purpose of a wait without a record of its purpose. */
        private final Set<Long> notAwaited = new HashSet<>();

        private final Map<Long, PairedMessage> messages = new HashMap<>();
        /** Started, and without a message so far. */
        private final ArrayDeque<Long> waiting = new ArrayDeque<>();
        /** Sent, and without a receive so far. */
        private final ArrayDeque<PairedMessage> unclaimed = new ArrayDeque<>();

        void add(long ordinal, boolean send) {
            (send ? sends : receives).add(ordinal);
        }

        /** Returns the message of a receive; null if its completion is not lost or no message is left for it. */
        @Nullable
        PairedMessage message(long ordinal) {
            return receives.contains(ordinal)
                    ? new PairedMessage(OperationSink.ANY_SOURCE, OperationSink.ANY_TAG, TO_BE_PAIRED, ordinal)
                    : messages.get(ordinal);
        }

        boolean isLostSend(long ordinal) {
            return sends.contains(ordinal);
        }

        void isNotAwaited(long ordinal) {
            notAwaited.add(ordinal);
        }

        boolean isAwaited(long ordinal) {
            return !notAwaited.contains(ordinal);
        }

        boolean isPaired(long ordinal) {
            return messages.containsKey(ordinal);
        }

        void start(long ordinal) {
            waiting.add(ordinal);
            pair();
        }

        /** A message that no other receive takes is sent to the rank. */
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
