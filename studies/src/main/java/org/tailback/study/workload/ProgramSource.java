package org.tailback.study.workload;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.tailback.program.ParallelProgram;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.Traces;

/** A source of programs for replays that may run at the same time. Thread-safe. */
abstract sealed class ProgramSource {
    /** Returns a program for the caller alone, unless any number of threads may read it at once. */
    abstract ParallelProgram take();

    void giveBack(ParallelProgram program) {}

    /** Releases what is not in use. */
    void close() {}

    /** A program that any number of threads may read at once. */
    static final class Shared extends ProgramSource {
        private final ParallelProgram program;

        Shared(ParallelProgram program) {
            this.program = program;
        }

        @Override
        ParallelProgram take() {
            return program;
        }
    }

    /** A trace, opened as often as it is used at once. */
    static final class File extends ProgramSource {
        private final Path path;
        private final String format;
        private final TraceOptions options;
        private final boolean staysOpen;
        private final Deque<Trace> idle = new ArrayDeque<>();

        /** @param staysOpen whether a trace that was given back stays open for the next use */
        File(Path path, String format, TraceOptions options, boolean staysOpen) {
            this.path = path;
            this.format = format;
            this.options = options;
            this.staysOpen = staysOpen;
        }

        synchronized Trace first() {
            if (idle.isEmpty()) {
                idle.push(open());
            }
            return idle.getLast();
        }

        @Override
        ParallelProgram take() {
            Trace trace = poll();
            return trace == null ? open() : trace;
        }

        private synchronized @Nullable Trace poll() {
            return idle.poll();
        }

        @Override
        synchronized void giveBack(ParallelProgram program) {
            Trace trace = (Trace) program;
            if (staysOpen) {
                idle.push(trace);
            } else {
                trace.close();
            }
        }

        private Trace open() {
            return Traces.open(path, format, options);
        }

        @Override
        synchronized void close() {
            idle.forEach(Trace::close);
            idle.clear();
        }
    }
}
