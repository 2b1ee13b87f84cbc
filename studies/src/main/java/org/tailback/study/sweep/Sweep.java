package org.tailback.study.sweep;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tailback.error.InputException;
import org.tailback.study.engine.EngineChoice;
import org.tailback.study.engine.StudyEngine;

/**
 * Performs the runs of a plan that are not done yet, and keeps the results.
 *
 * <pre>{@code
 * SweepPlan plan = SweepPlan.read(Path.of("study.yaml"));
 * SweepSummary summary = Sweep.builder(plan).output(Path.of("results.csv")).build().run();
 * }</pre>
 *
 * The results are the same with any number of threads, any engine, in one go or resumed, whole or in shards that are
 * put together; see {@link SweepResults} for the file.
 */
public final class Sweep {
    private static final Logger LOG = LoggerFactory.getLogger(Sweep.class);
    private final SweepPlan plan;
    private final @Nullable Path output;
    private final boolean resume;
    private final int shard;
    private final int shards;
    private final EngineChoice engine;
    private volatile boolean stopped;
    private volatile int done;
    private volatile int asked;

    private Sweep(Builder builder) {
        plan = builder.plan;
        output = builder.output;
        resume = builder.resume;
        shard = builder.shard;
        shards = builder.shards;
        engine = builder.engine;
    }

    /** Begins a sweep. */
    public static Builder builder(SweepPlan plan) {
        return new Builder(plan);
    }

    /** Gathers what a sweep is made of. */
    public static final class Builder {
        private final SweepPlan plan;
        private @Nullable Path output;
        private boolean resume;
        private int shard = 1;
        private int shards = 1;
        private EngineChoice engine = EngineChoice.local(0);

        private Builder(SweepPlan plan) {
            this.plan = plan;
        }

        /** Sets the file of results; without it they are only returned. */
        public Builder output(@Nullable Path file) {
            this.output = file;
            return this;
        }

        /** Sets whether the file may be there already: its runs are not performed again. */
        public Builder resume(boolean value) {
            this.resume = value;
            return this;
        }

        /**
         * Only every n-th run, beginning with the i-th.
         *
         * @param i 1 to n
         */
        public Builder shard(int i, int n) {
            if (i < 1 || i > n) {
                throw new IllegalArgumentException("shard " + i + " of " + n);
            }
            this.shard = i;
            this.shards = n;
            return this;
        }

        /** Sets where runs are performed; on all cores of this machine unless given. */
        public Builder engine(EngineChoice value) {
            this.engine = value;
            return this;
        }

        /** Returns the sweep. */
        public Sweep build() {
            return new Sweep(this);
        }
    }

    /** Ends the sweep soon; what is done stays. May be called by any thread. */
    public void stop() {
        stopped = true;
    }

    /** Returns the number of {@link #asked} runs that are done; may be called by any thread. */
    public int done() {
        return done;
    }

    /** Returns the number of runs to perform; may be called by any thread. */
    public int asked() {
        return asked;
    }

    /**
     * Checks all runs, and performs those that are missing.
     *
     * @throws InputException if a run cannot be performed (before any is), or the file of results cannot be used
     */
    public SweepSummary run() {
        plan.check();
        try (SweepResults results =
                output == null ? SweepResults.inMemory() : SweepResults.open(output, resume, plan)) {
            List<Integer> numbers = IntStream.rangeClosed(1, plan.runs())
                    .filter(number -> (number - shard) % shards == 0 && !results.has(number))
                    .boxed()
                    .toList();
            asked = numbers.size();
            LOG.debug(
                    "shard {} of {}: {} of {} runs are missing, performed by engine {}",
                    shard,
                    shards,
                    asked,
                    plan.runs(),
                    engine.engine().name());
            try (StudyEngine.Session<Integer, SweepRow> session = engine.open(plan)) {
                session.perform(numbers, () -> stopped, (index, row) -> {
                    results.add(row);
                    done = done + 1;
                });
            }
            boolean complete = done == asked;
            if (complete) {
                results.sort();
            }
            List<String> warnings = results.damaged().stream()
                    .map(row -> row + ". The row is damaged: its run is performed again")
                    .toList();
            return new SweepSummary(plan.runs(), results.found(), done, complete, results.rows(), warnings);
        }
    }
}
