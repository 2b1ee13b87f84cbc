package org.tailback.trace.nativeformat;

import java.util.BitSet;

/**
 * The numbers of requests that a program has started so far. A wait may name any of them: a request that has ended is a
 * null request, as in MPI. A number that was never started is a mistake of the file. Not thread-safe.
 */
final class StartedRequests {
    private final BitSet numbers = new BitSet();
    private long count;

    void start(int request) {
        numbers.set(request);
        count++;
    }

    boolean contains(int request) {
        return numbers.get(request);
    }

    /** Returns the largest number that a further request may have. */
    long largestNext() {
        return Math.min(Integer.MAX_VALUE, count + NativeLimits.REQUESTS_AHEAD);
    }

    static String unknown(int request) {
        return "request " + request + " was never started: no isend, irecv, start or non-blocking collective operation"
                + " above has that number";
    }
}
