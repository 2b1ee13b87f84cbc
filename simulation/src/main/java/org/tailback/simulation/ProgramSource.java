package org.tailback.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.tailback.program.ParallelProgram;
import org.tailback.trace.Trace;

/**
 * A source of programs for replays that may run at the same time: one that any number of threads may read at once, or a
 * trace that is opened once per simultaneous use. Thread-safe.
 *
 * @param shared the program that any number of threads may read at once; null if this is a trace
 * @param opener opens the trace; null of a shared program
 * @param staysOpen whether a trace that was returned stays open for the next use
 * @param idle open traces without a use
 */
record ProgramSource(
        @Nullable ParallelProgram shared, @Nullable Supplier<Trace> opener, boolean staysOpen, Deque<Trace> idle) {
    static ProgramSource of(ParallelProgram shared) {
        return new ProgramSource(shared, null, true, new ArrayDeque<>());
    }

    static ProgramSource of(Supplier<Trace> opener, boolean staysOpen) {
        return new ProgramSource(null, opener, staysOpen, new ArrayDeque<>());
    }

    /** Returns one of the open traces, which can be taken like the others; null if there are none. */
    synchronized @Nullable Trace first() {
        if (opener != null && idle.isEmpty()) {
            idle.push(opener.get());
        }
        return idle.peekLast();
    }

    /** Returns a program for the caller alone, unless any number of threads may read it at once. */
    ParallelProgram take() {
        if (shared != null) {
            return shared;
        }
        Trace trace;
        synchronized (this) {
            trace = idle.poll();
        }
        return trace == null ? Objects.requireNonNull(opener).get() : trace;
    }

    synchronized void giveBack(ParallelProgram program) {
        if (shared != null) {
            return;
        }
        Trace trace = (Trace) program;
        if (staysOpen) {
            idle.push(trace);
        } else {
            trace.close();
        }
    }

    synchronized void close() {
        idle.forEach(Trace::close);
        idle.clear();
    }
}
