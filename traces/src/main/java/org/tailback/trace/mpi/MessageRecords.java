package org.tailback.trace.mpi;

import static org.tailback.trace.mpi.CallTranslator.ANY;

import org.jspecify.annotations.Nullable;
import org.tailback.program.SendMode;
import org.tailback.trace.mpi.Request.Kind;
import org.tailback.trace.mpi.Request.State;

/**
 * Translator of the records of one rank's messages, and of requests whose records contain their message. Times are
 * ticks, in the order of the rank's records. A record outside of calls belongs to a call that takes no time.
 */
public final class MessageRecords extends RankPart {
    /**
     * Send of the current MPI_Sendrecv, held until the call ends because send and receive are in progress at the same
     * time.
     */
    private @Nullable Message heldSend;

    private @Nullable Message heldReceive;

    MessageRecords(CallTranslator translation) {
        super(translation);
    }

    /**
     * Translates a message sent without a request.
     *
     * @param communicator communicator of the message; null if the trace does not define it
     * @param destination rank of the receiver as numbered in the communicator's records
     * @param tag tag of the message, 0 to 2^31 - 1
     * @param bytes size of the message, >= 0
     */
    public void sent(long time, @Nullable Communicator communicator, long destination, long tag, long bytes) {
        translation.beginMessage(time);
        Message message = message(communicator, destination, tag, bytes);
        if (message != null) {
            send(message);
        }
    }

    private void send(Message message) {
        if (present.kind() == MpiCall.Kind.NONBLOCKING_SEND) {
            Request request = requests.add(Kind.SEND, State.KNOWN);
            isend(request, message);
            requests.free(request);
            counts.count(Approximation.SENDS_WITHOUT_REQUEST);
        } else if (present.kind() == MpiCall.Kind.SENDRECV && heldSend == null) {
            heldSend = message;
        } else {
            present.beforeOperation();
            queue.add(message.send(present.call().mode()));
        }
    }

    /** Translates the start of a non-blocking send. */
    public void sendStarted(
            long time, long id, @Nullable Communicator communicator, long destination, long tag, long bytes) {
        translation.beginMessage(time);
        Message message = message(communicator, destination, tag, bytes);
        long ordinal = translation.lost.next();
        Request request;
        if (message != null && translation.lost.isLostSend(ordinal)) {
            requests.endEarlier(id);
            request = requests.add(Kind.SEND, State.KNOWN);
            translation.lost.open(request);
        } else {
            request = requests.begin(Kind.SEND, message == null ? State.DROPPED : State.KNOWN, id);
            request.ordinal = ordinal;
        }
        if (message != null) {
            isend(request, message);
        }
    }

    private void isend(Request request, Message message) {
        present.beforeOperation();
        queue.add(message.isend(request.number, present.call().mode()));
    }

    /** Translates the completion of a non-blocking send; a request of another kind with its id is never completed. */
    public void sendCompleted(long time, long id) {
        translation.beginRecord(time);
        Request request = requests.forget(id);
        if (request != null && request.isResolved(Kind.SEND)) {
            requests.complete(request);
            return;
        }
        counts.count(Approximation.UNKNOWN_COMPLETIONS);
        if (request != null) {
            requests.neverCompleted(request);
        }
    }

    /** Translates the start of a non-blocking receive. */
    public void receiveStarted(long time, long id) {
        translation.beginMessage(time);
        long ordinal = translation.lost.next();
        requests.endEarlier(id);
        if (!translation.lost.startPaired(ordinal)) {
            Request request = requests.begin(Kind.RECEIVE, State.UNKNOWN, id);
            request.ordinal = ordinal;
            present.beforeOperation();
            request.startsWith(queue.addUnknown());
        }
    }

    /**
     * Translates the start of a non-blocking receive whose arguments are recorded at its start.
     *
     * @param source rank of the sender as numbered in the communicator's records, or {@link CallTranslator#ANY}
     * @param tag tag of the message, 0 to 2^31 - 1, or {@link CallTranslator#ANY}
     * @param bytes size of the receive buffer, >= 0
     */
    public void receiveStarted(
            long time, long id, @Nullable Communicator communicator, long source, long tag, long bytes) {
        translation.beginMessage(time);
        Message message = message(communicator, source, tag, bytes);
        boolean open = source == ANY || tag == ANY;
        Request request =
                requests.begin(Kind.RECEIVE, message == null ? State.DROPPED : open ? State.POSTED : State.KNOWN, id);
        if (message != null) {
            present.beforeOperation();
            if (open) {
                request.posted = message;
                request.startsWith(queue.addUnknown());
            } else {
                queue.add(message.ireceive(request.number));
            }
        }
    }

    /** Translates the completion of a non-blocking receive; other parameters as for {@link #sent}. */
    public void receiveCompleted(
            long time, long id, @Nullable Communicator communicator, long source, long tag, long bytes) {
        translation.beginMessage(time);
        receiveCompletedLater(id, communicator, source, tag, bytes);
        Request request = requests.find(id);
        if (request != null && request.isResolved(Kind.RECEIVE)) {
            requests.forget(id);
            requests.complete(request);
        } else {
            Message message = message(communicator, source, tag, bytes);
            if (message != null) {
                present.beforeOperation();
                queue.add(message.receive());
                counts.count(Approximation.RECEIVES_WITHOUT_REQUEST);
            }
        }
    }

    /** Stores the message of a receive that completes later in the trace. */
    public void receiveCompletedLater(long id, @Nullable Communicator communicator, long source, long tag, long bytes) {
        Request request = requests.find(id);
        if (request != null && request.kind == Kind.RECEIVE && request.state == State.UNKNOWN) {
            requests.resolve(request, message(communicator, source, tag, bytes));
        }
    }

    /**
     * Translates a received message, or the completion of a receive without a request in the trace. Unknown sources and
     * tags are {@link CallTranslator#ANY}.
     */
    public void received(long time, @Nullable Communicator communicator, long source, long tag, long bytes) {
        translation.beginMessage(time);
        Message message = message(communicator, source, tag, bytes);
        Request guessed = present.kind().completes() ? translation.lost.takeGuessed() : null;
        if (guessed != null) {
            requests.resolve(guessed, message);
            if (message != null) {
                counts.count(Approximation.GUESSED_RECEIVES);
            }
            requests.complete(guessed);
        } else if (message != null) {
            if (source == ANY || tag == ANY) {
                counts.count(Approximation.OPEN_RECEIVES);
            }
            if (present.kind() == MpiCall.Kind.SENDRECV && heldReceive == null) {
                heldReceive = message;
            } else {
                present.beforeOperation();
                queue.add(message.receive());
                if (present.kind().completes()) {
                    counts.count(Approximation.LATE_RECEIVES);
                }
            }
        }
    }

    /** Performs the exchange of the current call, if the call is an MPI_Sendrecv. */
    void endExchange() {
        Message sent = heldSend;
        Message received = heldReceive;
        if (sent != null || received != null) {
            present.beforeOperation();
        }
        if (sent != null && received != null) {
            Request receiving = requests.add(Kind.RECEIVE, State.KNOWN);
            Request sending = requests.add(Kind.SEND, State.KNOWN);
            queue.add(received.ireceive(receiving.number));
            queue.add(sent.isend(sending.number, SendMode.STANDARD));
            queue.await(MpiCall.Kind.WAITALL, new int[] {receiving.number, sending.number});
            requests.release(sending);
            requests.release(receiving);
            counts.sendrecvs++;
        } else if (sent != null) {
            queue.add(sent.send(SendMode.STANDARD));
        } else if (received != null) {
            queue.add(received.receive());
        }
        heldSend = null;
        heldReceive = null;
    }
}
