package org.tailback.benchmarks.otf2;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.Locale;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceSummary;
import org.tailback.trace.Traces;

/** How fast the library reads a trace in one process, again and again: {@code main PATH EVENTS [repetitions]}. */
public final class ReadingSpeed {
    private ReadingSpeed() {}

    /** Prints the CPU time of each reading and the events per second that it makes. */
    public static void main(String[] arguments) {
        Path path = Path.of(arguments[0]);
        long events = Long.parseLong(arguments[1]);
        int repetitions = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 5;
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        for (int i = 0; i < repetitions; i++) {
            long start = threads.getCurrentThreadCpuTime();
            long operations;
            try (Trace trace = Traces.open(path)) {
                operations = TraceSummary.of(trace).operations().values().stream()
                        .mapToLong(Long::longValue)
                        .sum();
            }
            double seconds = (threads.getCurrentThreadCpuTime() - start) / 1e9;
            System.out.printf(
                    Locale.ROOT,
                    "%.3f s of CPU, %.1f million events/s, %d operations%n",
                    seconds,
                    events / seconds / 1e6,
                    operations);
        }
    }
}
