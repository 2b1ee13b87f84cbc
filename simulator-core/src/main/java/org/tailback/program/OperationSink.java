package org.tailback.program;

/**
 * Receives the operations of one rank's program in the order in which the rank performs them.
 *
 * <p>A request is a number that the program chooses, from 0, small and dense (the receiver keeps an array of them). It is
 * in use from the operation that starts it to the end of the wait for it, and may then be used again.
 *
 * <p>Ranks are those of the whole program, 0 to ranks - 1. Sizes are bytes, >= 0; tags any int.
 */
public interface OperationSink {
    /** A non-blocking send; posting it takes no time. */
    void isend(int request, int destination, int tag, long bytes);

    /** A non-blocking receive; {@code bytes} is the size that the receiver is ready for and does not affect matching. */
    void irecv(int request, int source, int tag, long bytes);

    /** Waits for one request in use. */
    void await(int request);

    /** Waits for all of the first {@code count} requests of the array, which is copied. */
    void awaitAll(int[] requests, int count);

    /** A blocking send: a non-blocking one and the wait for it. */
    void send(int destination, int tag, long bytes);

    /** A blocking receive: a non-blocking one and the wait for it. */
    void recv(int source, int tag, long bytes);

    /**
     * Computation (or sleep).
     *
     * @param seconds finite, >= 0
     */
    void compute(double seconds);

    /** A collective operation on all ranks of the program. */
    void collective(CollectiveCall call);
}
