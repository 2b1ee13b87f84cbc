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
 */
final class ProgramSource {
    private final @Nullable ParallelProgram shared;
    private final @Nullable Supplier<Trace> opener;
    private final boolean staysOpen;
    private final Deque<Trace> idle = new ArrayDeque<>();

    private ProgramSource(@Nullable ParallelProgram shared, @Nullable Supplier<Trace> opener, boolean staysOpen) {
        this.shared = shared;
        this.opener = opener;
        this.staysOpen = staysOpen;
    }

    static ProgramSource of(ParallelProgram shared) {
        return new ProgramSource(shared, null, true);
    }

    /** @param staysOpen whether a trace that was returned stays open for the next use */
    static ProgramSource of(Supplier<Trace> opener, boolean staysOpen) {
        return new ProgramSource(null, opener, staysOpen);
    }

    /** Returns the program that any number of threads may read at once; null if this is a trace. */
    @Nullable
    ParallelProgram shared() {
        return shared;
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
        Trace trace = poll();
        return trace == null ? Objects.requireNonNull(opener).get() : trace;
    }

    private synchronized @Nullable Trace poll() {
        return idle.poll();
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
