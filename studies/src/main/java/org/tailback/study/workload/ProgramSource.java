package org.tailback.study.workload;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.tailback.program.ParallelProgram;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.Traces;

/** Where replays that may run at the same time have their program from. Thread-safe. */
sealed interface ProgramSource {
    /**
     * Lends a program that nobody else reads at the same time, unless many may.
     *
     * @return what the borrower returns
     */
    <T> T lend(Function<ParallelProgram, T> borrower);

    /** Releases what is not lent. */
    void close();

    /** A program that any number of threads may read at once. */
    record Shared(ParallelProgram program) implements ProgramSource {
        @Override
        public <T> T lend(Function<ParallelProgram, T> borrower) {
            return borrower.apply(program);
        }

        @Override
        public void close() {
            // nothing is held open
        }
    }

    /** A trace, opened as often as there are borrowers at once. */
    final class File implements ProgramSource {
        private final Path path;
        private final String format;
        private final TraceOptions options;
        private final boolean staysOpen;
        private final Deque<Trace> idle = new ArrayDeque<>();

        /** @param staysOpen whether it is still open for the next borrower when one is done */
        File(Path path, String format, TraceOptions options, boolean staysOpen) {
            this.path = path;
            this.format = format;
            this.options = options;
            this.staysOpen = staysOpen;
        }

        /** One of the opened traces, which is lent like the others. */
        synchronized Trace first() {
            if (idle.isEmpty()) {
                idle.push(open());
            }
            return idle.getLast();
        }

        @Override
        public <T> T lend(Function<ParallelProgram, T> borrower) {
            Trace trace = take();
            try {
                return borrower.apply(trace);
            } finally {
                giveBack(trace);
            }
        }

        private Trace take() {
            Trace trace = poll();
            return trace == null ? open() : trace;
        }

        private synchronized @Nullable Trace poll() {
            return idle.poll();
        }

        private synchronized void giveBack(Trace trace) {
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
        public synchronized void close() {
            idle.forEach(Trace::close);
            idle.clear();
        }
    }
}
