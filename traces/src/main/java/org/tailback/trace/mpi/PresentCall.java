package org.tailback.trace.mpi;

/**
 * Outermost MPI call in progress on a rank, and the time before it, in ticks. A record outside of calls belongs to a
 * call that takes no time.
 */
final class PresentCall {
    private final Computation computation;
    private final OperationQueue queue;
    private final TranslationCounts counts;

    private MpiCall call = MpiCall.NONE;
    private int depth;
    private boolean implicit;
    private long number;
    private long entered;

    boolean hasMessage;
    private boolean isPerformed;
    /** True if the time of file input and output is omitted. */
    boolean dropsFiles;

    boolean hasCollective;

    PresentCall(Computation computation, OperationQueue queue, TranslationCounts counts) {
        this.computation = computation;
        this.queue = queue;
        this.counts = counts;
    }

    MpiCall.Kind kind() {
        return call.kind();
    }

    MpiCall call() {
        return call;
    }

    boolean inside() {
        return depth > 0;
    }

    /** Returns whether the call was created for a record outside of calls. Such a call ends before the next record. */
    boolean isImplicit() {
        return implicit;
    }

    void enter(MpiCall of) {
        if (depth++ == 0) {
            begin(of);
        }
    }

    /** Returns whether the outermost call ends; {@link #close} must be called next in this case. */
    boolean leave() {
        if (depth == 0) {
            counts.count(Approximation.UNBALANCED);
            return false;
        }
        return --depth == 0;
    }

    /**
     * Returns whether the trace ends within a call. In this case, {@link #close} must be called next to end the call.
     */
    boolean cutOff() {
        if (depth == 0) {
            return false;
        }
        counts.count(Approximation.UNBALANCED);
        return true;
    }

    /** Begins a record. Outside of calls, a call that takes no time is created for it. */
    void beginRecord() {
        if (depth == 0) {
            counts.count(Approximation.OUTSIDE_OF_CALLS);
            implicit = true;
            enter(MpiCall.NONE);
        }
    }

    private void begin(MpiCall of) {
        computation.enter();
        call = of;
        entered = computation.now();
        number++;
        hasMessage = false;
        hasCollective = false;
        isPerformed = false;
    }

    /** Ends the call, whose operations are all in the queue. */
    void close() {
        endOperations();
        boolean isFile = call.kind() == MpiCall.Kind.FILE && !isPerformed;
        if (isFile) {
            counts.time.file(computation.secondsSince(entered));
        } else if (!isPerformed && !implicit) {
            counts.time.leftOut(call.name(), computation.secondsSince(entered));
        }
        if (isFile && !dropsFiles) {
            computation.leaveAsComputation(entered);
        } else {
            computation.leave();
        }
        call = MpiCall.NONE;
        depth = 0;
        implicit = false;
    }

    /** Ends the operations of the call so far, as at the end of the call. */
    void endOperations() {
        isPerformed |= queue.endCall(call, number, entered, computation.now());
    }

    /** Adds the computation before the call in front of the call's first operation. */
    void beforeOperation() {
        computation.addTo(queue, entered, number);
    }

    /** Begins the operations after the last call, which belong to no call. */
    void beginLast() {
        entered = computation.now();
        beforeOperation();
        number++;
    }

    /** Counts a recorded call by its kind; returns whether it should have started a receive that has no record. */
    boolean count() {
        if (implicit) {
            return false;
        }
        counts.countCall(call.kind());
        switch (call.kind()) {
            case SEND, RECEIVE, SENDRECV, NONBLOCKING_SEND -> {
                if (!hasMessage) {
                    counts.count(Approximation.CALLS_WITHOUT_MESSAGE);
                }
            }
            case NONBLOCKING_RECEIVE -> {
                return !hasMessage;
            }
            case COLLECTIVE, NONBLOCKING_COLLECTIVE -> {
                if (!hasCollective) {
                    counts.named.count("call of " + call.name()
                            + " without a record of its sizes: left out, as the trace does not record them");
                }
            }
            case COMMUNICATOR -> {
                if (!hasCollective) {
                    counts.count(Approximation.COMMUNICATOR_CALLS);
                }
            }
            case ONE_SIDED -> counts.count(Approximation.ONE_SIDED_CALLS);
            case UNKNOWN -> {
                if (!hasMessage && !hasCollective) {
                    counts.named.count("call of " + call.name()
                            + ": left out with its messages and requests, as the function is unknown");
                }
            }
            default -> {
                // is not counted individually
            }
        }
        return false;
    }
}
