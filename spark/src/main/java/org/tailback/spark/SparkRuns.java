package org.tailback.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.apache.spark.SimpleFutureAction;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.jspecify.annotations.Nullable;
import org.tailback.parallel.Workers;
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
 * The runs of a sweep as one Spark job. Each task performs up to {@value #MOST_RUNS} runs, so that Spark's cost per
 * task (a few milliseconds) is negligible. Results are returned task by task.
 *
 * <p>The study is broadcast: an executor opens the study and its files once for all tasks. Files must have the same
 * paths on all machines, as on a shared file system. Spark repeats tasks whose executor has failed.
 */
final class SparkRuns {
    /** Largest number of runs per task, and therefore largest number of runs repeated when a task fails. */
    private static final int MOST_RUNS = 64;
    /** Smallest number of tasks per core, so that all cores finish at about the same time. */
    private static final int TASKS_PER_CORE = 8;

    private static final long PATIENCE_MILLIS = 20;

    private final JavaSparkContext spark;
    private final Broadcast<SharedPlan> broadcast;

    SparkRuns(JavaSparkContext spark, SweepPlan plan) {
        this.spark = spark;
        SharedPlan shared = new SharedPlan(plan.source());
        broadcast = spark.broadcast(shared);
        // set after Spark has copied the object: tasks that run in this process use the plan of the driver
        shared.plan = plan;
    }

    private record Returned(int task, ArrayList<SweepRow> rows) {}

    /** Performs runs as {@link org.tailback.study.sweep.SweepEngine#perform}. */
    boolean perform(List<Integer> wanted, BooleanSupplier stopped, Workers.Receiver<SweepRow> receiver) {
        if (wanted.isEmpty()) {
            return true;
        }
        List<ArrayList<Integer>> tasks = tasks(wanted, spark.defaultParallelism());
        int runsPerTask = tasks.get(0).size();
        BlockingQueue<Returned> queue = new LinkedBlockingQueue<>();
        SimpleFutureAction<BoxedUnit> job = begin(tasks, queue);
        int done = 0;
        try {
            while (done < tasks.size()) {
                // read before the queue: after the job has ended, the queue contains the last results
                boolean ended = job.isCompleted();
                Returned next = ended ? queue.poll() : queue.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
                if (next != null) {
                    for (int i = 0; i < next.rows().size(); i++) {
                        receiver.done(next.task() * runsPerTask + i, next.rows().get(i));
                    }
                    done++;
                }
                if (stopped.getAsBoolean()) {
                    return false;
                }
                if (next == null && ended && job.value().get() instanceof Failure<BoxedUnit> failure) {
                    throw SparkFailures.ofJob(tasks, failure.exception());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            job.cancel();
        }
        return true;
    }

    private static List<ArrayList<Integer>> tasks(List<Integer> wanted, int cores) {
        int runs = Math.max(1, Math.min(MOST_RUNS, wanted.size() / (TASKS_PER_CORE * cores)));
        List<ArrayList<Integer>> tasks = new ArrayList<>();
        for (int from = 0; from < wanted.size(); from += runs) {
            tasks.add(new ArrayList<>(wanted.subList(from, Math.min(from + runs, wanted.size()))));
        }
        return tasks;
    }

    /** Begins a job with one partition per task; the scheduler's thread puts the result of a task into the queue. */
    private SimpleFutureAction<BoxedUnit> begin(List<ArrayList<Integer>> tasks, BlockingQueue<Returned> queue) {
        try {
            return spark.sc()
                    .submitJob(
                            spark.parallelize(tasks, tasks.size()).rdd(),
                            new SparkTask(broadcast),
                            ArraySeq.unsafeWrapArray(
                                    IntStream.range(0, tasks.size()).toArray()),
                            new AbstractFunction2<>() {
                                @Override
                                public BoxedUnit apply(Object partition, ArrayList<SweepRow> rows) {
                                    queue.add(new Returned((Integer) partition, rows));
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

    /**
     * Plan on an executor, with the files that its runs read. It is opened for the first task and kept for later tasks.
     */
    private static final class SharedPlan implements Serializable {
        private static final long serialVersionUID = 1L;

        private final SweepPlan.Source source;
        private transient volatile @Nullable SweepPlan plan;

        SharedPlan(SweepPlan.Source source) {
            this.source = source;
        }

        synchronized SweepPlan get() {
            SweepPlan open = plan;
            if (open == null) {
                open = source.open();
                plan = open;
            }
            return open;
        }
    }

    /** Work of one task: a list of runs, performed one after another. */
    private static final class SparkTask extends AbstractFunction1<Iterator<ArrayList<Integer>>, ArrayList<SweepRow>>
            implements Serializable {
        private static final long serialVersionUID = 1L;

        private final Broadcast<SharedPlan> broadcast;

        SparkTask(Broadcast<SharedPlan> broadcast) {
            this.broadcast = broadcast;
        }

        @Override
        public ArrayList<SweepRow> apply(Iterator<ArrayList<Integer>> partition) {
            SweepPlan plan = broadcast.value().get();
            ArrayList<SweepRow> rows = new ArrayList<>();
            for (int run : partition.next()) {
                rows.add(plan.perform(run));
            }
            return rows;
        }
    }
}
