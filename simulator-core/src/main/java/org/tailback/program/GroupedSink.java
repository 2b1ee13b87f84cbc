package org.tailback.program;

import org.tailback.stability.Internal;

/** A sink that receives operations with the same arguments through one method. */
@Internal
public abstract class GroupedSink implements OperationSink {
    /** Number that denotes no request. */
    public static final int NO_REQUEST = -1;

    /** Creates a sink. */
    protected GroupedSink() {}

    /**
     * Receives a send, a receive or a probe.
     *
     * @param request request, or {@link #NO_REQUEST} for a blocking operation
     * @param bytes size in bytes; 0 for a probe
     * @param mode mode of a send; {@link SendMode#STANDARD} for a receive or probe
     */
    protected abstract void message(
            OperationKind kind, int request, int peer, int tag, int communicator, long bytes, SendMode mode);

    /** Receives the wait for a request, its release or its cancellation. */
    protected abstract void request(OperationKind kind, int request);

    /** Receives a waitall, waitany or waitsome for the first {@code count} requests of an array. */
    protected abstract void requests(OperationKind kind, int[] requests, int count);

    @Override
    public final void isend(int request, int destination, int tag, int communicator, long bytes, SendMode mode) {
        message(OperationKind.ISEND, request, destination, tag, communicator, bytes, mode);
    }

    @Override
    public final void irecv(int request, int source, int tag, int communicator, long bytes) {
        message(OperationKind.IRECV, request, source, tag, communicator, bytes, SendMode.STANDARD);
    }

    @Override
    public final void send(int destination, int tag, int communicator, long bytes, SendMode mode) {
        message(OperationKind.SEND, NO_REQUEST, destination, tag, communicator, bytes, mode);
    }

    @Override
    public final void recv(int source, int tag, int communicator, long bytes) {
        message(OperationKind.RECV, NO_REQUEST, source, tag, communicator, bytes, SendMode.STANDARD);
    }

    @Override
    public final void probe(int source, int tag, int communicator) {
        message(OperationKind.PROBE, NO_REQUEST, source, tag, communicator, 0, SendMode.STANDARD);
    }

    @Override
    public final void await(int request) {
        request(OperationKind.WAIT, request);
    }

    @Override
    public final void awaitAll(int[] requests, int count) {
        requests(OperationKind.WAITALL, requests, count);
    }

    @Override
    public final void awaitAny(int[] requests, int count) {
        requests(OperationKind.WAITANY, requests, count);
    }

    @Override
    public final void awaitSome(int[] requests, int count) {
        requests(OperationKind.WAITSOME, requests, count);
    }

    @Override
    public final void free(int request) {
        request(OperationKind.FREE, request);
    }

    @Override
    public final void cancel(int request) {
        request(OperationKind.CANCEL, request);
    }
}
