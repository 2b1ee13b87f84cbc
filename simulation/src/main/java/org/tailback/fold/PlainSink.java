package org.tailback.fold;

import org.tailback.program.ForwardingSink;
import org.tailback.program.IgnoringSink;
import org.tailback.program.OperationSink;
import org.tailback.program.SendMode;

/**
 * Reader of messages, of waits for all messages, and of computation. A program with any other operation is not plain.
 */
abstract class PlainSink extends ForwardingSink {
    private final int[] single = new int[1];
    /** Flag that is false after another operation, or at the reader's request. */
    boolean isPlain = true;

    PlainSink() {
        super(new IgnoringSink() {});
    }

    /** Receives any other operation. */
    @Override
    protected OperationSink target() {
        isPlain = false;
        return target;
    }

    /**
     * Reads a message.
     *
     * @param request request; -1 if the rank waits for the message at once
     * @param mode mode of a send; 0 for a receive
     */
    abstract void message(boolean sends, int request, int partner, int tag, int communicator, long bytes, long mode);

    abstract void awaited(int[] requests, int count);

    @Override
    public abstract void compute(double seconds);

    @Override
    public final void isend(int request, int to, int tag, int communicator, long bytes, SendMode mode) {
        message(true, request, to, tag, communicator, bytes, mode.ordinal() + 1L);
    }

    @Override
    public final void irecv(int request, int from, int tag, int communicator, long bytes) {
        message(false, request, from, tag, communicator, bytes, 0);
    }

    @Override
    public final void send(int to, int tag, int communicator, long bytes, SendMode mode) {
        message(true, -1, to, tag, communicator, bytes, mode.ordinal() + 1L);
    }

    @Override
    public final void recv(int from, int tag, int communicator, long bytes) {
        message(false, -1, from, tag, communicator, bytes, 0);
    }

    @Override
    public final void await(int request) {
        single[0] = request;
        awaited(single, 1);
    }

    @Override
    public final void awaitAll(int[] requests, int count) {
        awaited(requests, count);
    }
}
