package org.tailback.study.sweep;

import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tailback.error.InputException;

/**
 * Runner of a plan. It performs the missing runs and stores their results.
 *
 * <pre>{@code
 * SweepPlan plan = SweepPlan.read(Path.of("study.yaml"));
 * Sweep.Summary summary = new Sweep(plan).output(Path.of("results.csv")).run();
 * }</pre>
 *
 * The results do not depend on the number of threads, the engine, interruptions or the division into shards; see {@link
 * SweepResults} for the file.
 */
public final class Sweep {
    private static final Logger LOG = LoggerFactory.getLogger(Sweep.class);
    private final SweepPlan plan;
    private @Nullable Path output;
    private boolean resume;
    private int shard = 1;
    private int shards = 1;
    private SweepEngine engine = SweepEngine.LOCAL;
    private int threads;
    private @Nullable String master;
    private volatile boolean stopped;
    private volatile int done;
    private volatile int asked;

    /**
     * Summary of a sweep.
     *
     * @param runs number of runs of the plan, over all shards
     * @param found number of runs that the result file contained
     * @param done number of runs performed now
     * @param complete false if the sweep was stopped before all runs of its shard were done
     * @param rows all rows, including the rows that the result file contained, in the order of their runs
     * @param warnings warnings for the user, such as damaged rows of the result file
     */
    public record Summary(int runs, int found, int done, boolean complete, List<SweepRow> rows, List<String> warnings) {
        /** Returns the rows of runs that could not be performed, or whose programs cannot finish. */
        public List<SweepRow> failed() {
            return rows.stream().filter(SweepRow::hasFailed).toList();
        }
    }

    public Sweep(SweepPlan plan) {
        this.plan = plan;
    }

    /** Sets the result file; without a file, results are only returned. */
    public Sweep output(@Nullable Path file) {
        output = file;
        return this;
    }

    /** Sets whether the result file may exist already; runs that have a row in the file are not performed again. */
    public Sweep resume(boolean value) {
        resume = value;
        return this;
    }

    /**
     * Restricts the sweep to every n-th run, beginning with the i-th.
     *
     * @param i 1 to n
     */
    public Sweep shard(int i, int n) {
        if (i < 1 || i > n) {
            throw new IllegalArgumentException("shard " + i + " of " + n);
        }
        shard = i;
        shards = n;
        return this;
    }

    /** Sets the number of runs performed concurrently on this machine; 0, the default, lets the engine decide. */
    public Sweep threads(int value) {
        threads = value;
        return this;
    }

    /**
     * Sets the engine that performs the runs; this machine by default.
     *
     * @param cluster the engine's name of the cluster that performs the runs; null for the engine's default
     */
    public Sweep engine(SweepEngine value, @Nullable String cluster) {
        engine = value;
        master = cluster;
        return this;
    }

    /** Requests an early end of the sweep; finished runs are kept. Thread-safe. */
    public void stop() {
        stopped = true;
    }

    /** Returns the number of {@link #asked} runs that are done. Thread-safe. */
    public int done() {
        return done;
    }

    /** Returns the number of runs to perform. Thread-safe. */
    public int asked() {
        return asked;
    }

    /**
     * Checks all runs, and performs the missing ones.
     *
     * @throws InputException if a file has a mistake or no run can be performed (thrown before the first run), or the
     *     result file cannot be used
     */
    public Summary run() {
        plan.check();
        try (@Nullable SweepResults file = output == null ? null : SweepResults.open(output, resume, plan)) {
            SortedMap<Integer, SweepRow> rows = file == null ? new TreeMap<>() : new TreeMap<>(file.found.rows);
            int found = rows.size();
            List<Integer> numbers = IntStream.rangeClosed(1, plan.runs())
                    .filter(number -> (number - shard) % shards == 0 && !rows.containsKey(number))
                    .boxed()
                    .toList();
            asked = numbers.size();
            String missing = asked + " of " + plan.runs();
            LOG.debug("shard {} of {}: {} runs are missing; engine {}", shard, shards, missing, engine.name());
            boolean complete = engine.perform(plan, numbers, threads, master, () -> stopped, (index, row) -> {
                rows.put(row.run(), row);
                if (file != null) {
                    file.add(row);
                }
                done = done + 1;
            });
            if (file == null) {
                return new Summary(plan.runs(), found, done, complete, List.copyOf(rows.values()), List.of());
            }
            if (complete) {
                file.sort(rows);
            }
            List<String> warnings = file.found.damaged.stream()
                    .map(row -> row + ". The row is damaged: its run is performed again")
                    .toList();
            return new Summary(plan.runs(), found, done, complete, List.copyOf(rows.values()), warnings);
        }
    }
}
