package org.tailback.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.tailback.error.InputException;
import org.tailback.schedule.ScheduleTotals;

/** Reads whatever there is to the end, as a careful user would, and checks what must hold of any input. */
final class HostileTraces {
    /** Some small samples need buffers of 16 MiB for a chunk; nothing needs more than a few of them. */
    private static final long MOST_ALLOCATED = 192L << 20;

    private static final int MOST_RANKS = 64;

    private HostileTraces() {}

    /**
     * Reads a trace or schedule.
     *
     * @param format of which it is, or was before it was damaged
     * @return whether it was refused
     */
    static boolean isRefused(String format, Path path) {
        long before = allocated();
        boolean refused = false;
        try {
            recognise(path);
            read(Traces.named(format), path);
        } catch (InputException e) {
            refused = true;
            assertThat(e.getMessage())
                    .as("names the file")
                    .contains(path.getParent().toString());
        }
        assertThat(allocated() - before).as("bytes allocated").isLessThan(MOST_ALLOCATED);
        return refused;
    }

    private static void recognise(Path path) {
        TraceSample sample = TraceSample.of(path);
        Traces.formats().forEach(format -> format.recognises(sample));
    }

    private static void read(TraceFormat format, Path path) {
        if (format instanceof ScheduleReader reader) {
            TraceSummary.of(ScheduleTotals.of(reader.open(path)), format.name());
            return;
        }
        try (Trace trace = ((TraceReader) format).open(path, TraceOptions.DEFAULTS)) {
            assertThat(TraceSummary.of(trace).approximations()).doesNotContainNull();
            if (trace instanceof RecordedTimes recorded) {
                for (int rank = 0; rank < Math.min(MOST_RANKS, trace.ranks()); rank++) {
                    readTimes(recorded.recordedTimes(rank));
                }
            }
        }
    }

    private static void readTimes(RecordedTimes.Cursor times) {
        try (times) {
            long operation = -1;
            while (times.next()) {
                assertThat(times.operation()).isEqualTo(++operation);
                assertThat(times.leave()).isGreaterThanOrEqualTo(times.enter());
            }
        }
    }

    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
                .getThreadAllocatedBytes(Thread.currentThread().getId());
    }
}
