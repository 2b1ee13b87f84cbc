package org.tailback.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.tailback.generator.StoredProgram;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.trace.RecordedRun;
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

    /**
     * Reads a trace into memory; if it has more operations than given or depends on probes, it is opened for each use.
     */
    static ProgramSource of(Trace trace, long mostOperations, Supplier<Trace> opener) {
        Optional<StoredProgram> copy =
                trace.dependsOnProbes() ? Optional.empty() : StoredProgram.copyOf(trace, mostOperations);
        return copy.isPresent()
                ? of(new Remembered(copy.get(), trace.hasExactSizes(), trace.approximations(), trace.recordedRun()))
                : of(opener, false);
    }

    /** Program held in memory, with the approximations made while it was read. */
    private record Remembered(
            StoredProgram program,
            boolean hasExactSizes,
            List<String> approximations,
            @Nullable RecordedRun recordedRun)
            implements ParallelProgram, RecordedRun.Source {
        @Override
        public int ranks() {
            return program.ranks();
        }

        @Override
        public Program open(int rank) {
            return program.open(rank);
        }

        @Override
        public boolean callsKernels() {
            return program.callsKernels();
        }
    }

    /** Returns the number of operations held in memory; 0 if they are read again for each use. */
    long operationsHeld() {
        return shared instanceof Remembered held ? held.program().operations() : 0;
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
