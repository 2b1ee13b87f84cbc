package org.tailback.trace.mpi;

/** Time of one rank outside of MPI calls, in ticks, collected until the next operation. */
final class Computation {
    private final double ticksPerSecond;
    private final TranslationCounts counts;
    private boolean started;
    private long now;
    private long lastLeave;
    private double ticks;
    private long begin;
    private boolean computing;
    private long flushedTicks;
    private long flushedInCall;
    private long interruptedSince;
    private boolean interrupted;

    Computation(double ticksPerSecond, TranslationCounts counts) {
        this.ticksPerSecond = ticksPerSecond;
        this.counts = counts;
    }

    long now() {
        return now;
    }

    void pass(long time) {
        if (!started) {
            started = true;
            now = time;
            lastLeave = time;
        }
        if (time < now) {
            counts.count(Approximation.BACKWARDS);
        } else {
            now = time;
        }
    }

    void enter() {
        long gap = now - lastLeave - flushedTicks;
        flushedTicks = 0;
        flushedInCall = 0;
        if (gap > 0) {
            if (!computing) {
                computing = true;
                begin = lastLeave;
            }
            ticks += gap;
        }
    }

    void leave() {
        lastLeave = now;
    }

    /** Ends a call that was entered at the given time, and counts it as computation. */
    void leaveAsComputation(long entered) {
        lastLeave = entered;
        flushedTicks = flushedInCall;
    }

    double secondsSince(long entered) {
        return (now - entered) / ticksPerSecond;
    }

    double seconds(long ticks) {
        return ticks / ticksPerSecond;
    }

    /**
     * Adds the time collected so far as a computation, before an operation of a call that was entered at the given
     * time.
     */
    void addTo(OperationQueue queue, long enter, long callNumber) {
        if (computing) {
            queue.compute(ticks / ticksPerSecond, begin, enter, callNumber);
            computing = false;
            ticks = 0;
        }
    }

    void flush(long length, boolean inCall) {
        if (length > 0) {
            counts.flushes.add(length / ticksPerSecond);
            if (!inCall) {
                flushedTicks += length;
            } else {
                flushedInCall += length;
            }
        }
    }

    void recording(boolean on) {
        if (on && interrupted) {
            counts.interruptions.add(secondsSince(interruptedSince));
        }
        if (!on && !interrupted) {
            interruptedSince = now;
        }
        interrupted = !on;
    }

    void finish() {
        recording(true);
        enter();
    }
}
