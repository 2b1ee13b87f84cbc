package org.tailback.trace.ti;

import java.nio.file.Path;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceSummary;
import org.tailback.trace.Traces;

/** How fast a trace is read, for whoever works on the reader: {@code main PATH [repetitions]}. No test. */
final class TiReadingSpeed {
    private TiReadingSpeed() {}

    public static void main(String[] arguments) {
        Path path = Path.of(arguments[0]);
        int repetitions = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
        for (int i = 0; i < repetitions; i++) {
            long start = System.nanoTime();
            TraceSummary summary = TraceSummary.of(Traces.open(path, null, TraceOptions.defaults()));
            double seconds = (System.nanoTime() - start) / 1e9;
            long operations = summary.operations().values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            System.out.printf("%.3f s, %.1f million operations/s, %s%n", seconds, operations / seconds / 1e6, summary);
        }
    }
}
