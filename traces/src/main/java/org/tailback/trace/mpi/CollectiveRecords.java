package org.tailback.trace.mpi;

import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;

/**
 * The collective operations of one rank on their way to the queue. Non-blocking ones are performed in the order in which they
 * were started, although their parameters are told where they complete.
 */
final class CollectiveRecords {
    private final int rank;
    private final int ranks;
    private final OperationQueue queue;
    private final OpenRequests requests;
    private final TranslationCounts counts;
    /** Those that are under way and not performed. */
    private final IntFifo started = new IntFifo();

    CollectiveRecords(int rank, int ranks, OperationQueue queue, OpenRequests requests, TranslationCounts counts) {
        this.rank = rank;
        this.ranks = ranks;
        this.queue = queue;
        this.requests = requests;
        this.counts = counts;
    }

    /** A blocking operation, after {@link #performUpTo} for those that were started before it. */
    void perform(
            CollectiveCall.@Nullable Kind kind,
            @Nullable Communicator communicator,
            long root,
            long sent,
            long received) {
        settle(queue.unknownCollective(), kind, communicator, root, sent, received);
    }

    /** A request of a non-blocking operation, in state {@link OpenRequests#COLLECTIVE}. */
    void start(int number) {
        started.add(number);
    }

    /** Performs the started operations in their order, up to one of them; all of them for {@link NumberTable#NONE}. */
    void performUpTo(int last) {
        while (!started.isEmpty()) {
            int number = started.take();
            requests.setSequence(number, queue.unknownCollective());
            requests.setState(number, OpenRequests.UNKNOWN_COLLECTIVE);
            if (number == last) {
                return;
            }
        }
    }

    /** Tells the parameters of an operation, if its request is performed and waits for them. */
    void resolve(
            int number,
            CollectiveCall.@Nullable Kind kind,
            @Nullable Communicator communicator,
            long root,
            long sent,
            long received) {
        if (requests.state(number) == OpenRequests.UNKNOWN_COLLECTIVE) {
            settle(requests.sequence(number), kind, communicator, root, sent, received);
            counts.nonblockingCollectives++;
            requests.setState(number, OpenRequests.KNOWN_COLLECTIVE);
        }
    }

    /** The trace ends: what was started and not performed never completes. */
    void abandonStarted() {
        counts.collectivesNeverCompleted += started.size();
        while (!started.isEmpty()) {
            started.take();
        }
    }

    private void settle(
            long sequence,
            CollectiveCall.@Nullable Kind kind,
            @Nullable Communicator communicator,
            long root,
            long sent,
            long received) {
        if (communicator == null) {
            counts.undefinedCommunicators++;
        }
        if (communicator != null && communicator.isBetweenGroups()) {
            counts.betweenGroups++;
            queue.drop(sequence);
            return;
        }
        Communicator all = communicator == null ? Communicator.world("") : communicator;
        long position = hasRoot(kind) ? all.position(root) : 0;
        if (kind == null
                || position < 0
                || position >= all.size(ranks)
                || sent < CollectiveCalls.UNKNOWN
                || received < CollectiveCalls.UNKNOWN
                || sent > CallTranslator.LARGEST_MESSAGE
                || received > CallTranslator.LARGEST_MESSAGE
                || all.positionOf(rank) == Communicator.NOBODY) {
            counts.strangeCollectives++;
            queue.drop(sequence);
        } else {
            queue.resolveCollective(sequence, kind, all, (int) position, sent, received);
        }
    }

    private static boolean hasRoot(CollectiveCall.@Nullable Kind kind) {
        if (kind == null) {
            return false;
        }
        return switch (kind) {
            case BCAST, REDUCE, GATHER, GATHERV, SCATTER, SCATTERV -> true;
            default -> false;
        };
    }
}
