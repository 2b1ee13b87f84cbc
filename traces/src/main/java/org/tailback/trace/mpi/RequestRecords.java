package org.tailback.trace.mpi;

import static org.tailback.trace.mpi.CallTranslator.ANY;

import org.tailback.trace.io.NumberTable;
import org.tailback.trace.mpi.OpenRequests.State;

/**
 * The records of one rank about requests of any kind: completed, perhaps completed, given up or cancelled. Times are
 * ticks.
 */
public final class RequestRecords extends RankPart {
    private final RequestEnds requestEnds;

    RequestRecords(CallTranslator translation) {
        super(translation);
        requestEnds = translation.requestEnds;
    }

    /** Returns whether a request is under way. */
    public boolean isOpen(long request) {
        return requests.find(request) != NumberTable.NONE;
    }

    /** Translates the completion of a request of which the trace does not record the message. */
    public void completed(long time, long request) {
        completed(time, request, ANY, ANY, 0);
    }

    /**
     * Translates the completion of a request; only a receive from any source or with any tag needs the parameters.
     *
     * @param source rank as the communicator's records name it, or {@link CallTranslator#ANY} if unknown
     * @param tag >= 0, or {@link CallTranslator#ANY}
     * @param bytes of the message, >= 0
     */
    public void completed(long time, long request, long source, long tag, long bytes) {
        present.beginRecord(time);
        int number = requests.find(request);
        State state = requests.state(number);
        if (state == State.POSTED_RECEIVE) {
            Communicator communicator = queue.communicatorOf(requests.sequence(number));
            if (source == ANY || tag == ANY) {
                requestEnds.resolveAsPosted(number);
            } else {
                requestEnds.resolveReceive(number, communicator, source, tag, bytes);
            }
            state = requests.state(number);
        }
        switch (state) {
            case SEND, RECEIVE, COLLECTIVE -> {
                requests.forget(request);
                requestEnds.complete(number);
            }
            case DROPPED_SEND, DROPPED_RECEIVE, DROPPED_COLLECTIVE -> {
                requests.forget(request);
                requests.release(number);
            }
            case PERHAPS_ENDED -> {
                requests.forget(request);
                requestEnds.neverCompleted(number);
            }
            default -> counts.count(Approximation.UNKNOWN_COMPLETIONS);
        }
        translation.endRecord();
    }

    /**
     * One of some requests was completed, or several of them, and the trace does not record which; those that are not
     * under way do not matter.
     *
     * @param several whether it may be more than one
     */
    public void someCompleted(long time, long[] among, boolean several) {
        int[] open = new int[among.length];
        int count = 0;
        for (long request : among) {
            int number = requests.find(request);
            if (requests.state(number) == State.POSTED_RECEIVE) {
                requestEnds.resolveAsPosted(number);
            }
            State state = requests.state(number);
            if (state == State.SEND
                    || state == State.RECEIVE
                    || state == State.COLLECTIVE
                    || state == State.PERHAPS_ENDED) {
                requests.setState(number, State.PERHAPS_ENDED);
                open[count++] = number;
            }
        }
        if (count > 0) {
            present.beginRecord(time);
            present.beforeOperation();
            requestEnds.await(several ? MpiCall.Kind.WAITSOME : MpiCall.Kind.WAITANY, open, count);
            translation.endRecord();
        }
    }

    /** Translates that a request is freed: it ends by itself. */
    public void freed(long time, long request) {
        present.beginRecord(time);
        int number = requests.forget(request);
        switch (requests.state(number)) {
            case SEND, RECEIVE, COLLECTIVE -> requestEnds.free(number);
            case POSTED_RECEIVE -> {
                requestEnds.resolveAsPosted(number);
                requestEnds.free(number);
            }
            case FREE -> counts.count(Approximation.UNKNOWN_COMPLETIONS);
            default -> requestEnds.neverCompleted(number);
        }
        translation.endRecord();
    }

    /** Translates the cancellation of a request. */
    public void cancelled(long time, long request) {
        present.beginRecord(time);
        int number = requests.forget(request);
        switch (requests.state(number)) {
            case SEND -> {
                cancel(number);
                counts.count(Approximation.CANCELLED_SENDS);
            }
            case RECEIVE -> {
                cancel(number);
                counts.count(Approximation.CANCELLED_ON_THE_WAY);
            }
            case UNKNOWN_RECEIVE, POSTED_RECEIVE -> {
                queue.drop(requests.sequence(number));
                counts.count(Approximation.CANCELLED_RECEIVES);
                requests.release(number);
            }
            case DROPPED_RECEIVE, DROPPED_SEND -> requests.release(number);
            case FREE -> counts.count(Approximation.UNKNOWN_COMPLETIONS);
            default -> requestEnds.neverCompleted(number);
        }
        translation.endRecord();
    }

    private void cancel(int number) {
        present.beforeOperation();
        queue.cancel(number);
        requests.release(number);
    }

    /** Further on in the trace, a request is cancelled or its id used for another one: it was not completed. */
    public void endsLater(long request, boolean cancelled) {
        int number = requests.find(request);
        if (number == NumberTable.NONE) {
            return;
        }
        if (cancelled && requests.state(number) == State.UNKNOWN_RECEIVE) {
            queue.drop(requests.sequence(number));
            requests.setState(number, State.DROPPED_RECEIVE);
            counts.count(Approximation.CANCELLED_RECEIVES);
        } else if (requests.state(number).isUnknown()) {
            requestEnds.abandon(number);
        }
    }
}
