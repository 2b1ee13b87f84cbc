package org.tailback.program;

import org.tailback.stability.Internal;

/**
 * A sink that passes all operations on to another sink: the base class of sinks that change only certain operations.
 */
@Internal
public abstract class ForwardingSink implements OperationSink {
    /** Receiver of all operations. */
    protected final OperationSink target;

    /** Creates a sink that passes all operations on to a target. */
    protected ForwardingSink(OperationSink target) {
        this.target = target;
    }

    /** Returns the target; called once before each operation that is passed on. */
    protected OperationSink target() {
        return target;
    }

    @Override
    public void isend(int request, int destination, int tag, int communicator, long bytes, SendMode mode) {
        target().isend(request, destination, tag, communicator, bytes, mode);
    }

    @Override
    public void irecv(int request, int source, int tag, int communicator, long bytes) {
        target().irecv(request, source, tag, communicator, bytes);
    }

    @Override
    public void send(int destination, int tag, int communicator, long bytes, SendMode mode) {
        target().send(destination, tag, communicator, bytes, mode);
    }

    @Override
    public void recv(int source, int tag, int communicator, long bytes) {
        target().recv(source, tag, communicator, bytes);
    }

    @Override
    public void probe(int source, int tag, int communicator) {
        target().probe(source, tag, communicator);
    }

    @Override
    public void iprobe(int source, int tag, int communicator, ProbeOutcome outcome) {
        target().iprobe(source, tag, communicator, outcome);
    }

    @Override
    public void kernel(String name, long m, long n, long k) {
        target().kernel(name, m, n, k);
    }

    @Override
    public void await(int request) {
        target().await(request);
    }

    @Override
    public void awaitAll(int[] requests, int count) {
        target().awaitAll(requests, count);
    }

    @Override
    public void awaitAny(int[] requests, int count) {
        target().awaitAny(requests, count);
    }

    @Override
    public void awaitSome(int[] requests, int count) {
        target().awaitSome(requests, count);
    }

    @Override
    public void free(int request) {
        target().free(request);
    }

    @Override
    public void cancel(int request) {
        target().cancel(request);
    }

    @Override
    public void compute(double seconds) {
        target().compute(seconds);
    }

    @Override
    public void collective(CollectiveCall call) {
        target().collective(call);
    }

    @Override
    public void icollective(int request, CollectiveCall call) {
        target().icollective(request, call);
    }

    @Override
    public void start(int request, Program progressThread) {
        target().start(request, progressThread);
    }
}
