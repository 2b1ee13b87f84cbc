package org.tailback.trace.mpi;

import static org.tailback.trace.mpi.CallTranslator.ANY;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.tailback.trace.mpi.Request.Kind;
import org.tailback.trace.mpi.Request.State;

/**
 * Translator of the records of one rank's requests of any kind: completed, perhaps completed, freed or cancelled. Times
 * are ticks.
 */
public final class RequestRecords extends RankPart {
    RequestRecords(CallTranslator translation) {
        super(translation);
    }

    /** Returns whether a request is in progress. */
    public boolean isOpen(long id) {
        return requests.find(id) != null;
    }

    /** Translates the completion of a request of which the trace does not record the message. */
    public void completed(long time, long id) {
        completed(time, id, ANY, ANY, 0);
    }

    /**
     * Translates the completion of a request; only a receive from any source or with any tag uses the parameters.
     *
     * @param source rank as the communicator's records name it, or {@link CallTranslator#ANY} if unknown
     * @param tag >= 0, or {@link CallTranslator#ANY}
     * @param bytes of the message, >= 0
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
     * Translates the completion of one of several requests, or of more, where the trace does not record which;
     * requests that are not in progress are ignored.
     *
     * @param several whether it may be more than one
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

    /** Translates that a request is freed: it ends by itself. */
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

    /** Begins a record that ends a request; null, counted, if it was never started. */
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
     * Notes that later in the trace, a request is cancelled or its id is used again: the request was not completed.
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
