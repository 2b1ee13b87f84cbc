package org.tailback.study.sweep;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.tailback.collective.CollectiveSelector;
import org.tailback.error.InputException;
import org.tailback.generator.Programs;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.simulation.Workload;
import org.tailback.study.input.TraceKeys;
import org.tailback.trace.TraceOptions;

/** A workload of a sweep, as its file describes it. */
sealed interface WorkloadSpec {
    String name();

    String place();

    /** Returns the size of its messages in bytes; -1 for a trace, which has its own. */
    long bytes();

    /** Returns the file or folder that it is read from, or null. */
    default @Nullable Path path() {
        return null;
    }

    Workload open(TraceOptions options);

    /**
     * A trace.
     *
     * @param format its format, or null to recognise it
     * @param collectives algorithms of collective operations
     * @param keys settings of reading the trace
     */
    record OfTrace(
            String name,
            String place,
            Path path,
            @Nullable String format,
            CollectiveSelector collectives,
            TraceKeys keys)
            implements WorkloadSpec {
        @Override
        public long bytes() {
            return -1;
        }

        @Override
        public Workload open(TraceOptions options) {
            return Workload.open(path, format, collectives, keys.on(options));
        }
    }

    /** A generated program: {@code ring}, or {@code halo} on a grid that is as square as can be. */
    record OfGenerator(String name, String place, int ranks, long bytes, int iterations, double computeSeconds)
            implements WorkloadSpec {
        @Override
        public Workload open(TraceOptions options) {
            if (name.equals("ring")) {
                return Workload.of(name, Programs.ring(ranks, iterations, bytes, computeSeconds));
            }
            int rows = (int) Math.sqrt(ranks);
            while (ranks % rows != 0) {
                rows--;
            }
            return Workload.of(name, Programs.halo(ranks / rows, rows, iterations, bytes, computeSeconds));
        }
    }

    record OfCollective(Kind kind, String algorithm, String place, int ranks, long bytes) implements WorkloadSpec {
        @Override
        public String name() {
            return kind.label() + "/" + algorithm;
        }

        @Override
        public Workload open(TraceOptions options) {
            try {
                return Workload.ofCollective(kind, algorithm, ranks, bytes);
            } catch (InputException e) {
                throw e.at(place);
            }
        }
    }
}
