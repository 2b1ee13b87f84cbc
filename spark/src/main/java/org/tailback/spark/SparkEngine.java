package org.tailback.spark;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.study.parallel.Workers;
import org.tailback.study.sweep.SweepEngine;
import org.tailback.study.sweep.SweepPlan;
import org.tailback.study.sweep.SweepRow;

/**
 * Performs the runs of a sweep on Apache Spark: jobs of one task, several at once, a task with up to
 * {@value #MOST_RUNS} runs, so that Spark's cost per job (some 10 ms) does not count. Rows come back task by task.
 *
 * <p>The text of the study file and its folder are broadcast: an executor reads the study, traces and platform files
 * once and keeps them for all its tasks. They must be under the same paths everywhere, as on a shared file system.
 * Spark repeats tasks whose executor is gone.
 *
 * <p>Spark itself is not part of this artifact: users of the engine add it to the class path.
 */
public final class SparkEngine implements SweepEngine {
    /** The name under which it is found. */
    public static final String NAME = "spark";

    private static final String DEFAULT_MASTER = "local[*]";
    /** Most runs of a task. */
    private static final int MOST_RUNS = 64;
    /** Least tasks per core, so that all cores end at about the same time. */
    private static final int TASKS_PER_CORE = 8;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(Job job, Receiver receiver, BooleanSupplier stopped) {
        String master = Objects.requireNonNullElse(job.master(), DEFAULT_MASTER);
        SparkMaster.requireReachable(master);
        SparkConf configuration = new SparkConf()
                .setAppName("tailback sweep")
                .setMaster(master)
                .setIfMissing("spark.ui.enabled", "false")
                .setIfMissing("spark.log.level", "WARN");
        try (JavaSparkContext spark = context(configuration)) {
            run(spark, job, receiver, stopped);
        }
    }

    /** Spark 4.0's Hadoop asks for what Java 24 has taken away. */
    private static JavaSparkContext context(SparkConf configuration) {
        try {
            return new JavaSparkContext(configuration);
        } catch (UnsupportedOperationException e) {
            throw new InputException(
                    "--engine spark: this Spark does not run on Java "
                            + Runtime.version().feature() + " (" + e.getMessage()
                            + "). Use Java 17 or 21, a newer Spark, or --engine local",
                    e);
        } catch (Exception e) {
            throw SparkFailures.atStart(e);
        }
    }

    /** As {@link #run(Job, Receiver, BooleanSupplier)}, in a context that stays open. */
    public void run(JavaSparkContext spark, Job job, Receiver receiver, BooleanSupplier stopped) {
        Broadcast<SharedPlan> plan = spark.broadcast(new SharedPlan(job.plan()));
        // as many jobs as the cluster has cores, and a few that wait for one
        int cores = spark.defaultParallelism();
        int jobs = job.threads() > 0 ? job.threads() : cores + 2;
        List<Callable<List<SweepRow>>> tasks = new ArrayList<>();
        int[] numbers = job.numbers();
        int runs = Math.max(1, Math.min(MOST_RUNS, numbers.length / (TASKS_PER_CORE * cores)));
        for (int from = 0; from < numbers.length; from += runs) {
            int[] ofTask = Arrays.copyOfRange(numbers, from, Math.min(from + runs, numbers.length));
            tasks.add(() -> rows(spark, plan, ofTask));
        }
        try (Workers workers = new Workers(jobs)) {
            workers.each(tasks, stopped, (index, rows) -> rows.forEach(receiver::done));
        }
    }

    private static List<SweepRow> rows(JavaSparkContext spark, Broadcast<SharedPlan> plan, int[] numbers) {
        try {
            return spark.parallelize(List.of(numbers), 1).map(new SparkTask(plan)).collect().get(0).stream()
                    .map(SweepRow::new)
                    .toList();
        } catch (Exception e) {
            // Scala throws checked exceptions that no method declares
            throw SparkFailures.ofRuns(numbers[0], numbers[numbers.length - 1], e);
        }
    }

    /** The plan on an executor: read for its first task, with traces that its runs open, and kept for the others. */
    private static final class SharedPlan implements Serializable {
        private static final long serialVersionUID = 1L;

        private final String text;
        private final String source;
        private final String folder;
        private transient @Nullable SweepPlan plan;

        SharedPlan(SweepPlan plan) {
            this.text = plan.text();
            this.source = plan.source();
            this.folder = plan.folder().toAbsolutePath().toString();
        }

        synchronized SweepPlan get() {
            SweepPlan read = plan;
            if (read == null) {
                read = SweepPlan.parse(text, source, Path.of(folder));
                plan = read;
            }
            return read;
        }
    }

    /** What a worker does: some runs, one after the other; a run that fails is a row that says why. */
    private record SparkTask(Broadcast<SharedPlan> plan)
            implements org.apache.spark.api.java.function.Function<int[], List<List<String>>> {
        @Override
        public List<List<String>> call(int[] numbers) {
            SweepPlan here = plan.value().get();
            List<List<String>> rows = new ArrayList<>();
            for (int number : numbers) {
                rows.add(new ArrayList<>(here.perform(number).fields()));
            }
            return rows;
        }
    }
}
