package org.tailback.trace.mpi;

import org.jspecify.annotations.Nullable;
import org.tailback.columns.Columns;
import org.tailback.trace.io.NumberTable;
import org.tailback.trace.mpi.OpenRequests.State;

/**
 * The ends of the requests of one rank: awaited with others of a call, given up, found out late, or never
 * completed.
 */
final class RequestEnds extends RankPart {
    private int[] completed = new int[16];

    private int completedCount;

    RequestEnds(CallTranslator translation) {
        super(translation);
    }

    /** Begins a request, whose id may have been that of one before; returns its number. */
    int begin(State state, long id) {
        endEarlier(id);
        return requests.add(state, id);
    }

    /** A request of an id is over if another one begins with it. */
    void endEarlier(long id) {
        int before = requests.forget(id);
        if (before != NumberTable.NONE) {
            neverCompleted(before);
        }
    }

    void neverCompleted(int number) {
        switch (requests.state(number)) {
            case SEND, RECEIVE -> {
                present.beforeOperation();
                neverAwaited(number);
            }
            case POSTED_RECEIVE -> {
                resolveAsPosted(number);
                present.beforeOperation();
                neverAwaited(number);
            }
            case PERHAPS_ENDED -> {
                present.beforeOperation();
                awaitPerhapsEnded(number);
            }
            case UNKNOWN_RECEIVE, UNKNOWN_COLLECTIVE -> abandon(number);
            default -> {
                // dropped
            }
        }
        requests.release(number);
    }

    /** Ends a request without a wait of its own, which would be an error if it has already ended. */
    private void awaitPerhapsEnded(int number) {
        await(MpiCall.Kind.WAITANY, new int[] {number}, 1);
    }

    void await(MpiCall.Kind how, int[] numbers, int count) {
        queue.await(how, numbers, count);
        counts.countPerformed(how);
    }

    private void neverAwaited(int number) {
        queue.free(number);
        counts.performedFrees++;
        if (requests.state(number) == State.SEND) {
            translation.lost.lost(number, true);
            counts.count(Approximation.SENDS_NEVER_COMPLETED);
        } else {
            counts.count(Approximation.RECEIVES_NEVER_AWAITED);
        }
    }

    /** Abandons a request, which ends by itself. */
    void free(int number) {
        present.beforeOperation();
        queue.free(number);
        counts.performedFrees++;
        requests.release(number);
    }

    void complete(int number) {
        completed = Columns.fit(completed, completedCount);
        completed[completedCount++] = number;
    }

    void awaitCompleted() {
        if (present.kind() == MpiCall.Kind.TEST && (completedCount > 0 || present.hasCollective())) {
            counts.count(Approximation.SUCCESSFUL_TESTS);
        }
        if (completedCount == 0) {
            translation.lost.awaitedBy(present.kind(), this);
        }
        if (completedCount == 0) {
            return;
        }
        present.beforeOperation();
        await(completedCount == 1 ? MpiCall.Kind.WAIT : MpiCall.Kind.WAITALL, completed, completedCount);
        if (present.kind() == MpiCall.Kind.WAITANY) {
            counts.count(Approximation.WAITANYS);
        } else if (present.kind() == MpiCall.Kind.WAITSOME) {
            counts.count(Approximation.WAITSOMES);
        }
        for (int i = 0; i < completedCount; i++) {
            requests.release(completed[i]);
        }
        completedCount = 0;
    }

    /** Keeps a receive from any source or with any tag. */
    void resolveAsPosted(int number) {
        queue.resolveAsPosted(requests.sequence(number));
        requests.setState(number, State.RECEIVE);
        counts.count(Approximation.OPEN_RECEIVES);
    }

    /** Sets the message of a receive. */
    void resolveReceive(int number, @Nullable Communicator communicator, long source, long tag, long bytes) {
        Message message = message(communicator, source, tag, bytes);
        if (message == null) {
            queue.drop(requests.sequence(number));
            requests.setState(number, State.DROPPED_RECEIVE);
        } else {
            queue.resolve(requests.sequence(number), message);
            requests.setState(number, State.RECEIVE);
        }
    }

    /** Keeps the present open receives open. */
    void resolvePosted() {
        for (int number = 0; number < requests.limit(); number++) {
            if (requests.state(number) == State.POSTED_RECEIVE) {
                resolveAsPosted(number);
            }
        }
    }

    /** Drops the unknown requests, which are never completed. */
    void abandonUnknown() {
        for (int number = 0; requests.unknown() > 0 && number < requests.limit(); number++) {
            if (requests.state(number).isUnknown()) {
                abandon(number);
            }
        }
    }

    /** Drops an unknown request, which is never completed. */
    void abandon(int number) {
        queue.drop(requests.sequence(number));
        if (requests.state(number) == State.UNKNOWN_RECEIVE) {
            translation.lost.lost(number, false);
            counts.count(Approximation.RECEIVES_NEVER_COMPLETED);
            requests.setState(number, State.DROPPED_RECEIVE);
        } else {
            counts.count(Approximation.COLLECTIVES_NEVER_COMPLETED);
            requests.setState(number, State.DROPPED_COLLECTIVE);
        }
    }

    /** Marks the requests still under way after the last call as never awaited. */
    void endAll() {
        for (int number = 0; number < requests.limit(); number++) {
            if (requests.state(number) == State.SEND || requests.state(number) == State.RECEIVE) {
                neverAwaited(number);
            } else if (requests.state(number) == State.PERHAPS_ENDED) {
                awaitPerhapsEnded(number);
            }
        }
    }
}
