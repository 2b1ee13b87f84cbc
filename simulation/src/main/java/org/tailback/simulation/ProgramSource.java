package org.tailback.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.tailback.program.ParallelProgram;
import org.tailback.trace.Trace;

/**
 * Source of programs for replays that may run at the same time: a program that any number of threads may read at once,
 * or a trace that is opened once per simultaneous use. Thread-safe.
 *
 * @param shared program that any number of threads may read at once; null for a trace
 * @param opener opener of the trace; null for a shared program
 * @param staysOpen whether a trace that was returned stays open for the next use
 * @param idle open traces that are not in use
 */
record ProgramSource(
        @Nullable ParallelProgram shared, @Nullable Supplier<Trace> opener, boolean staysOpen, Deque<Trace> idle) {
    static ProgramSource of(ParallelProgram shared) {
        return new ProgramSource(shared, null, true, new ArrayDeque<>());
    }

    static ProgramSource of(Supplier<Trace> opener, boolean staysOpen) {
        return new ProgramSource(null, opener, staysOpen, new ArrayDeque<>());
    }

    /** Returns one of the open traces, which remains available; null without open traces. */
    synchronized @Nullable Trace first() {
        if (opener != null && idle.isEmpty()) {
            idle.push(opener.get());
        }
        return idle.peekLast();
    }

    /** Lends a program exclusively, unless any number of threads may read it at once. */
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
