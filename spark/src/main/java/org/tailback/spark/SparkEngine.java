package org.tailback.spark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.tailback.error.InputException;
import org.tailback.study.parallel.Workers;
import org.tailback.study.sweep.SweepEngine;
import org.tailback.study.sweep.SweepPlan;
import org.tailback.study.sweep.SweepRow;

/**
 * Performs the runs of a sweep on Apache Spark, each as a job of one task, several jobs at once. So a row comes back as
 * soon as its run is done, whatever the others do.
 *
 * <p>A task carries the text of the study file and its folder: the workers read traces and platform files themselves,
 * so these must be under the same paths everywhere, as on a shared file system. Spark repeats tasks that fail because a
 * worker is gone.
 *
 * <p>Spark itself is not part of this artifact: users of the engine add it to the class path.
 */
public final class SparkEngine implements SweepEngine {
    /** The name under which it is found. */
    public static final String NAME = "spark";

    private static final String DEFAULT_MASTER = "local[*]";

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
        SparkTask task = new SparkTask(
                job.plan().text(),
                job.plan().source(),
                job.plan().folder().toAbsolutePath().toString());
        // as many jobs as the cluster has cores, and a few that wait for one
        int jobs = job.threads() > 0 ? job.threads() : spark.defaultParallelism() + 2;
        List<Callable<List<String>>> tasks = new ArrayList<>();
        for (int number : job.numbers()) {
            tasks.add(() -> fields(spark, task, number));
        }
        try (Workers workers = new Workers(jobs)) {
            workers.each(tasks, stopped, (index, fields) -> receiver.done(new SweepRow(fields)));
        }
    }

    private static List<String> fields(JavaSparkContext spark, SparkTask task, int number) {
        try {
            return spark.parallelize(List.of(number), 1).map(task).collect().get(0);
        } catch (Exception e) {
            // Scala throws checked exceptions that no method declares
            throw SparkFailures.ofRun(number, e);
        }
    }

    /** What a worker does: the plan is read anew, and one run performed. */
    private record SparkTask(String text, String source, String folder)
            implements org.apache.spark.api.java.function.Function<Integer, List<String>> {
        @Override
        public List<String> call(Integer number) {
            return new ArrayList<>(SweepPlan.parse(text, source, Path.of(folder))
                    .perform(number)
                    .fields());
        }
    }
}
