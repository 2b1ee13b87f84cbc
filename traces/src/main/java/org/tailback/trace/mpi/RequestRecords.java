package org.tailback.trace.mpi;

import static org.tailback.trace.mpi.CallTranslator.ANY;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.tailback.trace.mpi.Request.Kind;
import org.tailback.trace.mpi.Request.State;

/**
 * Translator of the records of one rank's requests of any kind: completed, possibly completed, freed or cancelled.
 * Times are ticks.
 */
public final class RequestRecords extends RankPart {
    RequestRecords(CallTranslator translation) {
        super(translation);
    }

    /** Returns whether a request is in progress. */
    public boolean isOpen(long id) {
        return requests.find(id) != null;
    }

    /** Translates the completion of a request whose message the trace does not record. */
    public void completed(long time, long id) {
        completed(time, id, ANY, ANY, 0);
    }

    /**
     * Translates the completion of a request. The message parameters are used only for a receive from any source or
     * with any tag.
     *
     * @param source rank of the sender as numbered in the communicator's records, or {@link CallTranslator#ANY} if
     *     unknown
     * @param tag tag of the message, >= 0, or {@link CallTranslator#ANY}
     * @param bytes size of the message, >= 0
     */
    public void completed(long time, long id, long source, long tag, long bytes) {
        translation.beginRecord(time);
        Request request = requests.find(id);
        if (request == null || request.state == State.UNKNOWN) {
            counts.count(Approximation.UNKNOWN_COMPLETIONS);
        } else {
            requests.forget(id);
            Message posted = request.posted;
            if (request.state == State.POSTED && posted != null && source != ANY && tag != ANY) {
                requests.resolve(request, message(posted.communicator(), source, tag, bytes));
            }
            requests.resolvePosted(request);
            if (request.state == State.PERHAPS_ENDED) {
                requests.neverCompleted(request);
            } else {
                requests.complete(request);
            }
        }
    }

    /**
     * Translates the completion of one or more of several requests, if the trace does not record which of them.
     * Requests that are not in progress are ignored.
     *
     * @param several whether more than one request may be completed
     */
    public void someCompleted(long time, long[] among, boolean several) {
        int[] open = new int[among.length];
        int count = 0;
        for (long id : among) {
            Request request = requests.find(id);
            if (request != null) {
                requests.resolvePosted(request);
                if (request.state == State.KNOWN || request.state == State.PERHAPS_ENDED) {
                    requests.setState(request, State.PERHAPS_ENDED);
                    open[count++] = request.number;
                }
            }
        }
        if (count > 0) {
            translation.beginRecord(time);
            present.beforeOperation();
            requests.await(several ? MpiCall.Kind.WAITSOME : MpiCall.Kind.WAITANY, Arrays.copyOf(open, count));
        }
    }

    /** Translates the release of a request, which then ends without a wait. */
    public void freed(long time, long id) {
        Request request = end(time, id);
        if (request != null) {
            requests.resolvePosted(request);
            if (request.state == State.KNOWN) {
                requests.free(request);
            } else {
                requests.neverCompleted(request);
            }
        }
    }

    /** Translates the cancellation of a request. */
    public void cancelled(long time, long id) {
        Request request = end(time, id);
        if (request == null) {
            return;
        }
        if (request.kind == Kind.COLLECTIVE || request.state == State.PERHAPS_ENDED) {
            requests.neverCompleted(request);
            return;
        }
        if (request.state == State.KNOWN) {
            present.beforeOperation();
            queue.cancel(request.number);
            counts.count(
                    request.kind == Kind.SEND ? Approximation.CANCELLED_SENDS : Approximation.CANCELLED_ON_THE_WAY);
        } else {
            dropReceive(request);
        }
        requests.release(request);
    }

    /**
     * Begins a record that ends a request. If the request was never started, counts an omission and returns null.
     */
    private @Nullable Request end(long time, long id) {
        translation.beginRecord(time);
        Request request = requests.forget(id);
        if (request == null) {
            counts.count(Approximation.UNKNOWN_COMPLETIONS);
        }
        return request;
    }

    private void dropReceive(Request request) {
        if (request.state != State.DROPPED) {
            requests.start(request, null);
            counts.count(Approximation.CANCELLED_RECEIVES);
        }
    }

    /**
     * Records that a request is cancelled or its id is reused later in the trace. The request was therefore not
     * completed.
     */
    public void endsLater(long id, boolean cancelled) {
        Request request = requests.find(id);
        if (request != null && request.state == State.UNKNOWN) {
            if (cancelled && request.kind == Kind.RECEIVE) {
                dropReceive(request);
            } else {
                requests.abandon(request);
            }
        }
    }
}
