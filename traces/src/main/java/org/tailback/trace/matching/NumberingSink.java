package org.tailback.trace.matching;

import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall;
import org.tailback.program.IgnoringSink;
import org.tailback.program.Program;
import org.tailback.program.SendMode;
import org.tailback.trace.matching.MessageBalance.MessageKey;

/** Numbers the operations of one rank that need a partner. */
abstract class NumberingSink extends IgnoringSink {
    private final int rank;
    private long next;

    NumberingSink(int rank) {
        this.rank = rank;
    }

    abstract void send(long number, MessageKey key, long bytes);

    /** @param request -1 for a blocking one */
    abstract void receive(long number, MessageKey key, int request);

    abstract void collective(long number, CollectiveCall call);

    @Override
    public final void isend(int request, int destination, int tag, int communicator, long bytes, SendMode mode) {
        send(destination, tag, communicator, bytes, mode);
    }

    @Override
    public final void send(int destination, int tag, int communicator, long bytes, SendMode mode) {
        send(next++, new MessageKey(rank, destination, tag, communicator), bytes);
    }

    @Override
    public final void irecv(int request, int source, int tag, int communicator, long bytes) {
        receive(next++, new MessageKey(source, rank, tag, communicator), request);
    }

    @Override
    public final void recv(int source, int tag, int communicator, long bytes) {
        receive(next++, new MessageKey(source, rank, tag, communicator), -1);
    }

    @Override
    public final void collective(CollectiveCall call) {
        collective(next++, call);
    }

    @Override
    public final void icollective(int request, CollectiveCall call) {
        collective(next++, call);
    }

    @Override
    public final void start(int request, Program helper) {
        throw new InputException("Messages without a partner cannot be found in programs with helpers");
    }
}
