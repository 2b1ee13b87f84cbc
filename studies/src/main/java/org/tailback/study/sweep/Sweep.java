package org.tailback.study.sweep;

import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tailback.error.InputException;
import org.tailback.settings.Suggestion;

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
    private final int threads;
    private final SweepEngine engine;
    private final @Nullable String master;
    private volatile boolean stopped;
    private volatile int done;
    private volatile int asked;

    private Sweep(Builder builder) {
        plan = builder.plan;
        output = builder.output;
        resume = builder.resume;
        shard = builder.shard;
        shards = builder.shards;
        threads = builder.threads;
        engine = builder.engine;
        master = builder.master;
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
        private int threads;
        private SweepEngine engine = new LocalEngine();
        private @Nullable String master;

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

        /** Sets how many runs at once on this machine; 0, which is the default, lets the engine decide. */
        public Builder threads(int value) {
            this.threads = value;
            return this;
        }

        /** Sets where runs are performed; on this machine unless given. */
        public Builder engine(SweepEngine value) {
            this.engine = value;
            return this;
        }

        /** Sets which cluster the engine uses; its default unless given. */
        public Builder master(@Nullable String value) {
            this.master = value;
            return this;
        }

        /** Returns the sweep. */
        public Sweep build() {
            return new Sweep(this);
        }
    }

    /**
     * Returns the engine of a name.
     *
     * @throws InputException if there is none on the class path; for {@code spark} the message says how to get it
     */
    public static SweepEngine engine(String name) {
        List<SweepEngine> engines = ServiceLoader.load(SweepEngine.class, Sweep.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
        for (SweepEngine candidate : engines) {
            if (candidate.name().equals(name)) {
                return candidate;
            }
        }
        if (name.equals("spark")) {
            throw new InputException(
                    "the engine 'spark' is not on the class path. It is in the artifact tailback-spark and "
                            + "needs Apache Spark 4 beside it: java -cp "
                            + "'tailback.jar:tailback-spark.jar:SPARK_HOME/jars/*' "
                            + "org.tailback.cli.Main sweep …; see docs/studies/spark.md");
        }
        List<String> names = engines.stream().map(SweepEngine::name).toList();
        throw new InputException("unknown engine '" + name + "'. " + Suggestion.of(name, names) + "Valid: "
                + String.join(", ", names) + ", spark");
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
            int[] numbers = IntStream.rangeClosed(1, plan.runs())
                    .filter(number -> (number - shard) % shards == 0 && !results.has(number))
                    .toArray();
            asked = numbers.length;
            LOG.debug(
                    "shard {} of {}: {} of {} runs are missing, performed by engine {}",
                    shard,
                    shards,
                    asked,
                    plan.runs(),
                    engine.name());
            engine.run(
                    new SweepEngine.Job(plan, numbers, threads, master),
                    row -> {
                        results.add(row);
                        done = done + 1;
                    },
                    () -> stopped);
            boolean complete = done == numbers.length;
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
