package org.tailback.trace.mpi;

import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;

/** Tells the queue the parameters of collective operations, if they are possible ones. */
final class PossibleCollectives {
    private final int rank;
    private final int ranks;
    private final OperationQueue queue;
    private final OpenRequests requests;
    private final TranslationCounts counts;

    PossibleCollectives(int rank, int ranks, OperationQueue queue, OpenRequests requests, TranslationCounts counts) {
        this.rank = rank;
        this.ranks = ranks;
        this.queue = queue;
        this.requests = requests;
        this.counts = counts;
    }

    /** A blocking operation. */
    void perform(
            CollectiveCall.@Nullable Kind kind,
            @Nullable Communicator communicator,
            long root,
            long sent,
            long received) {
        settle(queue.unknownCollective(), kind, communicator, root, sent, received);
    }

    /** A blocking operation of which all is known. */
    void perform(
            CollectiveCall.Kind kind,
            @Nullable Communicator communicator,
            long root,
            long bytes,
            long @Nullable [] sendCounts,
            long @Nullable [] receiveCounts) {
        CollectiveCall call = call(kind, communicator, root, bytes, sendCounts, receiveCounts);
        if (call != null) {
            queue.collective(call);
        }
    }

    /** The operation of which all is known; null, counted, if it is impossible. */
    @Nullable
    CollectiveCall call(
            CollectiveCall.Kind kind,
            @Nullable Communicator communicator,
            long root,
            long bytes,
            long @Nullable [] sendCounts,
            long @Nullable [] receiveCounts) {
        Communicator all = group(communicator);
        if (all == null) {
            return null;
        }
        long position = position(kind, all, root);
        int size = all.size(ranks);
        if (position < 0
                || !isSize(bytes)
                || !areSizes(sendCounts, size)
                || !areSizes(receiveCounts, size)
                || all.positionOf(rank) == Communicator.NOBODY) {
            counts.count(Approximation.STRANGE_COLLECTIVES);
            return null;
        }
        return new CollectiveCall(
                kind, all.number(), all.group(rank), (int) position, bytes, sendCounts, receiveCounts, 0);
    }

    private static boolean isSize(long bytes) {
        return bytes >= 0 && bytes <= CallTranslator.LARGEST_MESSAGE;
    }

    private static boolean areSizes(long @Nullable [] sizes, int expected) {
        if (sizes == null) {
            return true;
        }
        for (long size : sizes) {
            if (!isSize(size)) {
                return false;
            }
        }
        return sizes.length == expected;
    }

    /** That of the ranks that take part; null, counted, if they are two groups. */
    private @Nullable Communicator group(@Nullable Communicator communicator) {
        if (communicator == null) {
            counts.count(Approximation.UNDEFINED_COMMUNICATORS);
            return Communicator.world();
        }
        if (communicator.isBetweenGroups()) {
            counts.count(Approximation.BETWEEN_GROUPS);
            return null;
        }
        return communicator;
    }

    /** Of the root in the communicator, 0 where the kind has none; -1 if there is no such position. */
    private long position(CollectiveCall.@Nullable Kind kind, Communicator communicator, long root) {
        long position = kind != null && kind.hasRoot() ? communicator.position(root) : 0;
        return position < communicator.size(ranks) ? Math.max(-1, position) : -1;
    }

    /** A non-blocking operation, if its request waits for its parameters. */
    void resolve(
            int number,
            CollectiveCall.@Nullable Kind kind,
            @Nullable Communicator communicator,
            long root,
            long sent,
            long received) {
        if (requests.state(number) == OpenRequests.UNKNOWN_COLLECTIVE) {
            boolean possible = settle(requests.sequence(number), kind, communicator, root, sent, received);
            requests.setState(number, possible ? OpenRequests.COLLECTIVE : OpenRequests.DROPPED_COLLECTIVE);
        }
    }

    /** False if the operation is impossible and left out. */
    private boolean settle(
            long sequence,
            CollectiveCall.@Nullable Kind kind,
            @Nullable Communicator communicator,
            long root,
            long sent,
            long received) {
        Communicator all = group(communicator);
        if (all == null) {
            queue.drop(sequence);
            return false;
        }
        long position = position(kind, all, root);
        if (kind == null
                || position < 0
                || sent < CollectiveCalls.UNKNOWN
                || received < CollectiveCalls.UNKNOWN
                || sent > CallTranslator.LARGEST_MESSAGE
                || received > CallTranslator.LARGEST_MESSAGE
                || all.positionOf(rank) == Communicator.NOBODY) {
            counts.count(Approximation.STRANGE_COLLECTIVES);
            queue.drop(sequence);
            return false;
        }
        queue.resolveCollective(sequence, kind, all, (int) position, sent, received);
        return true;
    }
}
