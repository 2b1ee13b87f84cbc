package org.tailback.trace.mpi;

import static org.tailback.trace.mpi.CallTranslator.ANY;

import org.jspecify.annotations.Nullable;
import org.tailback.trace.io.NumberTable;
import org.tailback.trace.mpi.OpenRequests.State;

/**
 * Translates the records of one rank's messages, and of the requests that are known to be of one. Times are ticks,
 * those of one rank in their order; a record outside of calls is one of a call that takes no time.
 */
public final class MessageRecords extends RankPart {
    private final RequestEnds requestEnds;

    MessageRecords(CallTranslator translation) {
        super(translation);
        requestEnds = translation.requestEnds;
    }

    /**
     * Translates a message sent without a request.
     *
     * @param communicator null if the trace does not define it
     * @param destination rank as the communicator's records name it
     * @param tag 0 to 2^31 - 1
     * @param bytes >= 0
     */
    public void sent(long time, @Nullable Communicator communicator, long destination, long tag, long bytes) {
        translation.beginMessage(time);
        Message message = message(communicator, destination, tag, bytes);
        if (message != null) {
            if (present.kind() == MpiCall.Kind.NONBLOCKING_SEND) {
                int number = requests.add(State.SEND);
                isend(number, message);
                requestEnds.free(number);
                counts.count(Approximation.SENDS_WITHOUT_REQUEST);
            } else if (!translation.exchange.holdSend(message)) {
                present.beforeOperation();
                queue.send(message, present.call().mode());
            }
        }
        translation.endRecord();
    }

    /** Translates the start of a non-blocking send. */
    public void sendStarted(
            long time, long request, @Nullable Communicator communicator, long destination, long tag, long bytes) {
        translation.beginMessage(time);
        Message message = message(communicator, destination, tag, bytes);
        long ordinal = translation.lost.next();
        if (message != null && translation.lost.isLostSend(ordinal)) {
            requestEnds.endEarlier(request);
            int number = requests.add(State.SEND);
            isend(number, message);
            translation.lost.open(number);
        } else {
            int number = requestEnds.begin(message == null ? State.DROPPED_SEND : State.SEND, request);
            translation.lost.begin(number, ordinal);
            if (message != null) {
                isend(number, message);
            }
        }
        translation.endRecord();
    }

    private void isend(int number, Message message) {
        present.beforeOperation();
        queue.isend(number, message, present.call().mode());
    }

    /** Translates the completion of a non-blocking send. */
    public void sendCompleted(long time, long request) {
        present.beginRecord(time);
        int number = requests.forget(request);
        if (number == NumberTable.NONE) {
            counts.count(Approximation.UNKNOWN_COMPLETIONS);
        } else if (requests.state(number) == State.SEND) {
            requestEnds.complete(number);
        } else if (requests.state(number) == State.DROPPED_SEND) {
            requests.release(number);
        } else {
            counts.count(Approximation.UNKNOWN_COMPLETIONS);
            requestEnds.neverCompleted(number);
        }
        translation.endRecord();
    }

    /** Translates the start of a non-blocking receive. */
    public void receiveStarted(long time, long request) {
        translation.beginMessage(time);
        long ordinal = translation.lost.next();
        requestEnds.endEarlier(request);
        if (!translation.lost.startPaired(ordinal)) {
            int number = requests.add(State.UNKNOWN_RECEIVE, request);
            translation.lost.begin(number, ordinal);
            present.beforeOperation();
            requests.setSequence(number, queue.unknownIreceive(number));
        }
        translation.endRecord();
    }

    /**
     * Translates the start of a non-blocking receive of which the trace records the parameters there.
     *
     * @param source rank as the communicator's records name it, or {@link CallTranslator#ANY}
     * @param tag 0 to 2^31 - 1, or {@link CallTranslator#ANY}
     * @param bytes that it is ready for, >= 0
     */
    public void receiveStarted(
            long time, long request, @Nullable Communicator communicator, long source, long tag, long bytes) {
        translation.beginMessage(time);
        Message message = message(communicator, source, tag, bytes);
        boolean open = source == ANY || tag == ANY;
        int number = requestEnds.begin(
                message == null ? State.DROPPED_RECEIVE : open ? State.POSTED_RECEIVE : State.RECEIVE, request);
        if (message != null) {
            present.beforeOperation();
            if (open) {
                requests.setSequence(number, queue.postedIreceive(number, message));
            } else {
                queue.ireceive(number, message);
            }
        }
        translation.endRecord();
    }

    /** Translates the completion of a non-blocking receive; other parameters as for {@link #sent}. */
    public void receiveCompleted(
            long time, long request, @Nullable Communicator communicator, long source, long tag, long bytes) {
        translation.beginMessage(time);
        int number = requests.find(request);
        resolve(number, communicator, source, tag, bytes);
        State state = requests.state(number);
        if (state == State.RECEIVE || state == State.DROPPED_RECEIVE) {
            requests.forget(request);
            completeReceive(number);
        } else {
            Message message = message(communicator, source, tag, bytes);
            if (message != null) {
                present.beforeOperation();
                queue.receive(message);
                counts.count(Approximation.RECEIVES_WITHOUT_REQUEST);
            }
        }
        translation.endRecord();
    }

    /** Notes the message of a receive that completes further on in the trace. */
    public void receiveCompletedLater(
            long request, @Nullable Communicator communicator, long source, long tag, long bytes) {
        resolve(requests.find(request), communicator, source, tag, bytes);
    }

    private void resolve(int number, @Nullable Communicator communicator, long source, long tag, long bytes) {
        if (requests.state(number) == State.UNKNOWN_RECEIVE) {
            requestEnds.resolveReceive(number, communicator, source, tag, bytes);
        }
    }

    /** The present call completes a receive whose message is known. */
    private void completeReceive(int number) {
        if (requests.state(number) == State.RECEIVE) {
            requestEnds.complete(number);
        } else {
            requests.release(number);
        }
    }

    /**
     * Translates a received message, or the completion of a receive without a request in the trace. Source and tag may
     * be {@link CallTranslator#ANY}, if unknown.
     */
    public void received(long time, @Nullable Communicator communicator, long source, long tag, long bytes) {
        translation.beginMessage(time);
        if (present.kind().completes() && translation.lost.hasGuessed()) {
            int number = translation.lost.takeGuessed();
            requestEnds.resolveReceive(number, communicator, source, tag, bytes);
            if (requests.state(number) == State.RECEIVE) {
                counts.count(Approximation.GUESSED_RECEIVES);
            }
            completeReceive(number);
        } else {
            Message message = message(communicator, source, tag, bytes);
            if (message != null) {
                if (source == ANY || tag == ANY) {
                    counts.count(Approximation.OPEN_RECEIVES);
                }
                if (!translation.exchange.holdReceive(message)) {
                    present.beforeOperation();
                    queue.receive(message);
                    if (present.kind().completes()) {
                        counts.count(Approximation.LATE_RECEIVES);
                    }
                }
            }
        }
        translation.endRecord();
    }
}
