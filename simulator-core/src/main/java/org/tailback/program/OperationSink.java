package org.tailback.program;

import org.tailback.error.InputException;

/**
 * Receiver of the operations of one rank's program in the order in which the rank performs them.
 *
 * <p>A request is a number >= 0 that the program chooses. Numbers should be small and dense, because the receiver keeps
 * an array of requests. A request is in use from the operation that starts it to the end of the wait for it (or its
 * {@link #free} or {@link #cancel}), and may be reused afterwards.
 *
 * <p>Peers are ranks of the whole program, 0 to ranks - 1, independently of the communicator of a message; readers
 * translate ranks. A communicator is a number that separates messages; {@link #WORLD} if no separation is needed. Sizes
 * are bytes, >= 0; tags are any int except {@link #ANY_TAG}.
 */
public interface OperationSink {
    /** Communicator of all ranks. */
    int WORLD = 0;
    /** Source of a receive or probe that accepts the rank that sends first. */
    int ANY_SOURCE = -1;
    /** Tag of a receive or probe that accepts any tag. */
    int ANY_TAG = Integer.MIN_VALUE;
    /** Size of a receive that accepts a message of any size. */
    long ANY_SIZE = Long.MAX_VALUE;

    /** Performs a non-blocking send. */
    void isend(int request, int destination, int tag, int communicator, long bytes, SendMode mode);

    /**
     * Performs a non-blocking receive; {@code bytes} is the size of the receive buffer, {@link #ANY_SIZE} if unknown.
     * The size does not affect matching, but a larger message is an error.
     */
    void irecv(int request, int source, int tag, int communicator, long bytes);

    /** Performs a blocking send: a non-blocking send and the wait for it. */
    void send(int destination, int tag, int communicator, long bytes, SendMode mode);

    /** Performs a blocking receive: a non-blocking receive and the wait for it. */
    void recv(int source, int tag, int communicator, long bytes);

    /** Blocks until a message has arrived that a receive with these arguments would match, without receiving it. */
    void probe(int source, int tag, int communicator);

    /**
     * Tests whether a message has arrived that a receive with these arguments would match, without receiving it. The
     * outcome is delivered before the next operation of the rank is needed. By default no message has arrived, because
     * time does not pass in conversions.
     */
    default void iprobe(int source, int tag, int communicator, ProbeOutcome outcome) {
        outcome.probed(false);
    }

    /** Waits for one request. A request that is no longer in use is complete, like MPI's null request. */
    void await(int request);

    /** Waits for each of the first {@code count} requests of the array, which is copied, as {@link #await} does. */
    void awaitAll(int[] requests, int count);

    /**
     * Waits until at least one of the first {@code count} requests of the array, which is copied, is finished, and ends
     * the use of exactly one request: the one that finished first or, if several finished first, the first of them in
     * the array. Requests that are not in use are ignored, like MPI's inactive requests; if none is in use, the wait
     * ends at once.
     */
    void awaitAny(int[] requests, int count);

    /** Waits as {@link #awaitAny} does, but ends the use of all requests that are finished by then. */
    void awaitSome(int[] requests, int count);

    /** Frees a request without waiting for it. */
    void free(int request);

    /** Cancels a receive without a message; other requests are only freed. */
    void cancel(int request);

    /**
     * Computes (or sleeps).
     *
     * @param seconds finite, >= 0
     */
    void compute(double seconds);

    /**
     * Calls a computing kernel, such as {@code dgemm} of m x n x k; the platform's kernels determine its time.
     *
     * @param m first size, >= 1
     * @param n second size, >= 1; 1 if the kernel has one size
     * @param k third size, >= 1; 1 if the kernel has two sizes
     */
    default void kernel(String name, long m, long n, long k) {
        throw new InputException("Calls of kernels (here " + name + ") have times only on a platform. Convert to GOAL"
                + " or a TI trace with --platform FILE, which writes their times, or to native text, which keeps them");
    }

    /** Performs a collective operation of the ranks of a communicator. */
    void collective(CollectiveCall call);

    /**
     * Starts a non-blocking collective operation. Its request is in use until a wait for it ends. The order of these
     * calls is the order of the communicator's collective operations.
     */
    default void icollective(int request, CollectiveCall call) {
        throw new InputException("Non-blocking collective operations (here "
                + call.kind().label() + ") cannot be handled by " + getClass().getName());
    }

    /**
     * Starts a progress thread of the rank that performs a program concurrently: the thread sends and receives as the
     * rank, has separate requests, and continues independently of the rank's other operations. The request is finished
     * when the progress thread's program has ended.
     */
    default void start(int request, Program progressThread) {
        throw new InputException(
                "Progress threads of ranks cannot be handled by " + getClass().getName());
    }

    /** Performs a standard non-blocking send in the world communicator. */
    default void isend(int request, int destination, int tag, long bytes) {
        isend(request, destination, tag, WORLD, bytes, SendMode.STANDARD);
    }

    /** Performs a non-blocking receive in the world communicator. */
    default void irecv(int request, int source, int tag, long bytes) {
        irecv(request, source, tag, WORLD, bytes);
    }

    /** Performs a standard blocking send in the world communicator. */
    default void send(int destination, int tag, long bytes) {
        send(destination, tag, WORLD, bytes, SendMode.STANDARD);
    }

    /** Performs a blocking receive in the world communicator. */
    default void recv(int source, int tag, long bytes) {
        recv(source, tag, WORLD, bytes);
    }
}
