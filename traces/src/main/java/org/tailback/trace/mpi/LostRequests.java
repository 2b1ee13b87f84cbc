package org.tailback.trace.mpi;

import com.google.common.base.Suppliers;
import java.util.ArrayDeque;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.tailback.trace.mpi.LostCompletions.PairedMessage;
import org.tailback.trace.mpi.Request.Kind;
import org.tailback.trace.mpi.Request.State;

/**
 * Requests of one rank with missing records.
 *
 * <p>In traces without records of requests, only calls of MPI_Irecv show that receives start. The receives are assumed
 * to complete in the order of these calls.
 *
 * <p>Completions may be lost. Requests are numbered in the order of their starts. A first run of the rank finds the
 * requests with a lost completion. In the next run, the messages of the receives among them are available, and all of
 * these requests end at waits without recorded requests: MPI_Waitall ends all of them, MPI_Wait ends the oldest
 * request.
 */
final class LostRequests extends RankPart {
    private final Supplier<Boolean> lacksRequests;
    /** Receives without arguments and without an id, oldest first. */
    private final ArrayDeque<Request> guessed = new ArrayDeque<>();

    /** Requests with a lost completion that a wait may end, oldest first. */
    private final ArrayDeque<Request> open = new ArrayDeque<>();

    private long started;
    /** Losses found by this run; null if they are not searched for. */
    @Nullable
    LostCompletions found;
    /** Losses found by an earlier run; null without such a run. */
    @Nullable
    LostCompletions known;

    LostRequests(CallTranslator translation, Lookahead lookahead) {
        super(translation);
        this.lacksRequests = Suppliers.memoize(lookahead::lacksRequests);
    }

    /** Starts the receive of an MPI_Irecv call that has ended without a record of it. */
    void startGuessed() {
        if (!lacksRequests.get()) {
            counts.count(Approximation.CALLS_WITHOUT_MESSAGE);
            return;
        }
        long ordinal = next();
        if (!startPaired(ordinal)) {
            present.beforeOperation();
            Request request = requests.add(Kind.RECEIVE, State.GUESSED);
            request.ordinal = ordinal;
            request.startsWith(queue.addUnknown());
            guessed.add(request);
        }
    }

    /** Removes and returns the oldest guessed receive; null if there is none. */
    @Nullable
    Request takeGuessed() {
        return guessed.poll();
    }

    void abandonGuessed() {
        for (Request request = takeGuessed(); request != null; request = takeGuessed()) {
            lost(request);
            requests.start(request, null);
            requests.release(request);
            counts.count(Approximation.EMPTY_RECEIVES);
        }
    }

    /** Returns the ordinal of the next request to start. */
    long next() {
        return started++;
    }

    /** Records that the completion of a request is lost. */
    void lost(Request request) {
        if (found != null) {
            (request.kind == Kind.SEND ? found.sends : found.receives).add(request.ordinal);
        }
    }

    /**
     * Starts a receive with a lost completion and the message that was found for it; returns false if there is no
     * message.
     */
    boolean startPaired(long ordinal) {
        PairedMessage message = known == null ? null : known.message(ordinal);
        if (message == null) {
            return false;
        }
        present.beforeOperation();
        Request request = requests.add(Kind.RECEIVE, State.KNOWN);
        Communicator communicator = Communicator.of(message.communicator(), null, false);
        queue.add(new Message(message.source(), message.tag(), communicator, message.bytes()).ireceive(request.number));
        if (known != null && !known.notAwaited.contains(ordinal)) {
            open.add(request);
        }
        counts.count(Approximation.PAIRED_RECEIVES);
        return true;
    }

    /** Returns whether a send's completion is lost. */
    boolean isLostSend(long ordinal) {
        return known != null && known.sends.contains(ordinal);
    }

    void open(Request request) {
        open.add(request);
    }

    /** Completes the requests for which a call waits, if the trace records none of its completions. */
    void awaitedBy(MpiCall.Kind call) {
        if (open.isEmpty() || call != MpiCall.Kind.WAIT && call != MpiCall.Kind.WAITALL) {
            return;
        }
        counts.count(Approximation.GUESSED_WAITS);
        do {
            requests.complete(open.remove());
        } while (call == MpiCall.Kind.WAITALL && !open.isEmpty());
    }
}
