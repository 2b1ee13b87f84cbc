package org.tailback.trace.mpi;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.tailback.program.OperationSink;

/**
 * Requests of one rank whose completion the trace has lost, by their ordinals, and the messages of the receives among
 * them. Messages to the rank that no other receive takes are assigned first come, first served. {@link PairingRun}
 * determines the order.
 */
final class LostCompletions {
    /** Communicator number of receives that are still to be paired; their size is their ordinal. */
    static final int TO_BE_PAIRED = Integer.MIN_VALUE;

    final Set<Long> sends = new HashSet<>();
    final Set<Long> receives = new HashSet<>();
    /** Receives that are never waited for, not even by a wait without recorded requests. */
    final Set<Long> notAwaited = new HashSet<>();

    final Map<Long, PairedMessage> messages = new HashMap<>();
    /** Receives that have started but have no message so far. */
    private final ArrayDeque<Long> waiting = new ArrayDeque<>();
    /** Messages that were sent but have no receive so far. */
    private final ArrayDeque<PairedMessage> unclaimed = new ArrayDeque<>();

    record PairedMessage(int source, int tag, int communicator, long bytes) {}

    /** Returns empty losses for each rank. */
    static LostCompletions[] ofRanks(int ranks) {
        return IntStream.range(0, ranks).mapToObj(rank -> new LostCompletions()).toArray(LostCompletions[]::new);
    }

    /** Returns the message of a receive; null if its completion is not lost or no message is left for it. */
    @Nullable
    PairedMessage message(long ordinal) {
        return receives.contains(ordinal)
                ? new PairedMessage(OperationSink.ANY_SOURCE, OperationSink.ANY_TAG, TO_BE_PAIRED, ordinal)
                : messages.get(ordinal);
    }

    /** Starts a receive that is to be paired. */
    void start(long ordinal) {
        waiting.add(ordinal);
        pair();
    }

    /** Adds a message to the rank that no other receive takes. */
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
