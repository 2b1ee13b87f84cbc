package org.tailback.program;

/**
 * A sink that does nothing: the base class of sinks that handle only a few kinds of operations. Programs of progress
 * threads are closed without being read.
 */
public abstract class IgnoringSink implements OperationSink {
    /** Creates a sink that does nothing. */
    protected IgnoringSink() {}

    @Override
    public void isend(int request, int destination, int tag, int communicator, long bytes, SendMode mode) {}

    @Override
    public void irecv(int request, int source, int tag, int communicator, long bytes) {}

    @Override
    public void send(int destination, int tag, int communicator, long bytes, SendMode mode) {}

    @Override
    public void recv(int source, int tag, int communicator, long bytes) {}

    @Override
    public void probe(int source, int tag, int communicator) {}

    @Override
    public void kernel(String name, long m, long n, long k) {}

    @Override
    public void await(int request) {}

    @Override
    public void awaitAll(int[] requests, int count) {}

    @Override
    public void awaitAny(int[] requests, int count) {}

    @Override
    public void awaitSome(int[] requests, int count) {}

    @Override
    public void free(int request) {}

    @Override
    public void cancel(int request) {}

    @Override
    public void compute(double seconds) {}

    @Override
    public void collective(CollectiveCall call) {}

    @Override
    public void icollective(int request, CollectiveCall call) {}

    @Override
    public void start(int request, Program progressThread) {
        progressThread.close();
    }
}
