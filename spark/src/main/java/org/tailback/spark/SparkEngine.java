package org.tailback.spark;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.apache.spark.SimpleFutureAction;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.tailback.error.InputException;
import org.tailback.study.sweep.SweepEngine;
import org.tailback.study.sweep.SweepPlan;
import org.tailback.study.sweep.SweepRow;
import scala.collection.Iterator;
import scala.collection.immutable.ArraySeq;
import scala.runtime.AbstractFunction0;
import scala.runtime.AbstractFunction1;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;
import scala.util.Failure;

/**
 * Performs the runs of a sweep on Apache Spark: one job, whose tasks perform up to {@value #MOST_RUNS} runs each, so
 * that Spark's cost per task (some milliseconds) does not count. Rows come back task by task.
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

    /** Most runs of a task: what is lost at most if it is repeated. */
    private static final int MOST_RUNS = 64;
    /** Least tasks per core, so that all cores end at about the same time. */
    private static final int TASKS_PER_CORE = 8;

    private static final long PATIENCE_MILLIS = 20;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(Job job, Receiver receiver, BooleanSupplier stopped) {
        SparkConf configuration = new SparkConf()
                .setAppName("tailback sweep")
                .setIfMissing("spark.ui.enabled", "false")
                // the driver keeps all rows anyway
                .setIfMissing("spark.driver.maxResultSize", "0");
        // elsewhere Spark would load and start Log4j for it
        if (LoggerFactory.getILoggerFactory().getClass().getName().startsWith("org.apache.logging.")) {
            configuration.setIfMissing("spark.log.level", "WARN");
        }
        configuration.setMaster(SparkMaster.of(job, configuration.get("spark.master", "")));
        SparkMaster.requireReachable(configuration.get("spark.master"));
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
        SharedPlan shared = new SharedPlan(job.plan());
        Broadcast<SharedPlan> plan = spark.broadcast(shared);
        // after Spark has copied it: embedded in this process, tasks use the plan of the driver
        shared.plan = job.plan();
        List<int[]> tasks = tasks(job.numbers(), spark.defaultParallelism());
        if (tasks.isEmpty()) {
            return;
        }
        BlockingQueue<String[][]> done = new LinkedBlockingQueue<>();
        SimpleFutureAction<BoxedUnit> sparkJob = begin(spark, tasks, new SparkTask(plan), done);
        try {
            // whether the job has ended is asked first: its last rows are in the queue then
            for (boolean ended = false; !ended; ) {
                ended = sparkJob.isCompleted();
                for (String[][] rows = next(done, ended); rows != null; rows = next(done, ended)) {
                    for (String[] row : rows) {
                        receiver.done(new SweepRow(Arrays.asList(row)));
                    }
                    if (stopped.getAsBoolean()) {
                        return;
                    }
                }
                if (stopped.getAsBoolean()) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        } finally {
            sparkJob.cancel();
        }
        if (sparkJob.value().get() instanceof Failure<BoxedUnit> failure) {
            throw SparkFailures.ofJob(tasks, failure.exception());
        }
    }

    private static String @Nullable [] @Nullable [] next(BlockingQueue<String[][]> done, boolean ended)
            throws InterruptedException {
        return ended ? done.poll() : done.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    }

    private static List<int[]> tasks(int[] numbers, int cores) {
        int runs = Math.max(1, Math.min(MOST_RUNS, numbers.length / (TASKS_PER_CORE * cores)));
        List<int[]> tasks = new ArrayList<>();
        for (int from = 0; from < numbers.length; from += runs) {
            tasks.add(Arrays.copyOfRange(numbers, from, Math.min(from + runs, numbers.length)));
        }
        return tasks;
    }

    /** Begins a job with a partition for each task; the scheduler's thread puts what a task returns into the queue. */
    private static SimpleFutureAction<BoxedUnit> begin(
            JavaSparkContext spark, List<int[]> tasks, SparkTask task, BlockingQueue<String[][]> done) {
        try {
            return spark.sc()
                    .submitJob(
                            spark.parallelize(tasks, tasks.size()).rdd(),
                            task,
                            ArraySeq.unsafeWrapArray(
                                    IntStream.range(0, tasks.size()).toArray()),
                            new AbstractFunction2<>() {
                                @Override
                                public BoxedUnit apply(Object partition, String[][] rows) {
                                    done.add(rows);
                                    return BoxedUnit.UNIT;
                                }
                            },
                            new AbstractFunction0<>() {
                                @Override
                                public BoxedUnit apply() {
                                    return BoxedUnit.UNIT;
                                }
                            });
        } catch (RuntimeException e) {
            throw SparkFailures.ofJob(tasks, e);
        }
    }

    /** The plan on an executor: read for its first task, with traces that its runs open, and kept for the others. */
    private static final class SharedPlan implements Serializable {
        private static final long serialVersionUID = 1L;

        private final String text;
        private final String source;
        private final String folder;
        private transient volatile @Nullable SweepPlan plan;

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
    private static final class SparkTask extends AbstractFunction1<Iterator<int[]>, String[][]>
            implements Serializable {
        private static final long serialVersionUID = 1L;

        private final Broadcast<SharedPlan> plan;

        SparkTask(Broadcast<SharedPlan> plan) {
            this.plan = plan;
        }

        @Override
        public String[][] apply(Iterator<int[]> partition) {
            SweepPlan here = plan.value().get();
            return Arrays.stream(partition.next())
                    .mapToObj(number -> here.perform(number).fields().toArray(String[]::new))
                    .toArray(String[][]::new);
        }
    }
}
