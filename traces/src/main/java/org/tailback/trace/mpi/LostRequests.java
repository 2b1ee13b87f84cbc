package org.tailback.trace.mpi;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.tailback.columns.Columns;
import org.tailback.trace.mpi.OpenRequests.State;
import org.tailback.trace.mpi.PairedReceives.OfRank;
import org.tailback.trace.mpi.PairedReceives.PairedMessage;

/**
 * The requests of one rank of which the trace lacks something.
 *
 * <p>Receives may be known to have started by the call of MPI_Irecv only, in traces without records of requests: they
 * are taken to complete in their order.
 *
 * <p>Completions may be lost. Requests are numbered as they start. A first run of the rank finds out whose completion
 * is lost; in the next one it is known what the receives among them take, and all of them end where the rank waits
 * without a record of its purpose: at MPI_Waitall all, at MPI_Wait the oldest.
 */
final class LostRequests extends RankPart {
    private final Lookahead lookahead;
    private final ArrayDeque<Integer> guessed = new ArrayDeque<>();
    private @Nullable Boolean lacksRequests;
    private final ArrayDeque<Integer> open = new ArrayDeque<>();

    private long started;
    private long[] ordinals = new long[16];
    /** Receives the losses. */
    @Nullable
    OfRank found;
    /** The losses found by an earlier run. */
    @Nullable
    OfRank known;

    LostRequests(CallTranslator translation, Lookahead lookahead) {
        super(translation);
        this.lookahead = lookahead;
    }

    /** A call of MPI_Irecv without a record of its receive has ended. */
    void startGuessed() {
        if (lacksRequests == null) {
            lacksRequests = lookahead.lacksRequests();
        }
        if (!lacksRequests) {
            counts.count(Approximation.CALLS_WITHOUT_MESSAGE);
            return;
        }
        long ordinal = next();
        if (!startPaired(ordinal)) {
            present.beforeOperation();
            int number = requests.add(State.GUESSED_RECEIVE);
            begin(number, ordinal);
            requests.setSequence(number, queue.unknownIreceive(number));
            guessed.add(number);
        }
    }

    boolean hasGuessed() {
        return !guessed.isEmpty();
    }

    /** Returns the oldest guessed receive, which is known now. */
    int takeGuessed() {
        return guessed.remove();
    }

    void abandonGuessed() {
        while (!guessed.isEmpty()) {
            int number = guessed.remove();
            lost(number, false);
            queue.drop(requests.sequence(number));
            requests.release(number);
            counts.count(Approximation.EMPTY_RECEIVES);
        }
    }

    /** Returns the number of the next request to start. */
    long next() {
        return started++;
    }

    void begin(int request, long ordinal) {
        ordinals = Columns.fit(ordinals, request);
        ordinals[request] = ordinal;
    }

    /** The completion of a request did not come. */
    void lost(int request, boolean send) {
        if (found != null) {
            found.add(ordinals[request], send);
        }
    }

    /** Starts a receive whose completion is lost, with the message that was found for it; false if there is none. */
    boolean startPaired(long ordinal) {
        PairedMessage message = known == null ? null : known.message(ordinal);
        if (message == null) {
            return false;
        }
        present.beforeOperation();
        int number = requests.add(State.RECEIVE);
        Communicator communicator = Communicator.of(message.communicator(), null, false);
        queue.ireceive(number, new Message(message.source(), message.tag(), communicator, message.bytes()));
        if (known != null && known.isAwaited(ordinal)) {
            open.add(number);
        }
        counts.count(Approximation.PAIRED_RECEIVES);
        return true;
    }

    /** Returns whether a send's completion is lost. */
    boolean isLostSend(long ordinal) {
        return known != null && known.isLostSend(ordinal);
    }

    void open(int request) {
        open.add(request);
    }

    /** Completes what a call waits for of which there is no record. */
    void awaitedBy(MpiCall.Kind call, RequestEnds requestEnds) {
        if (open.isEmpty() || call != MpiCall.Kind.WAIT && call != MpiCall.Kind.WAITALL) {
            return;
        }
        counts.count(Approximation.GUESSED_WAITS);
        do {
            requestEnds.complete(open.remove());
        } while (call == MpiCall.Kind.WAITALL && !open.isEmpty());
    }
}
