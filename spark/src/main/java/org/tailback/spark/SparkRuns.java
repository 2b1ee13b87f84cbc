package org.tailback.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.BitSet;
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
import org.tailback.error.UnfinishedProgramException;
import org.tailback.study.engine.StudyEngine;
import org.tailback.study.engine.StudyRuns;
import org.tailback.study.parallel.Workers;
import scala.collection.Iterator;
import scala.collection.immutable.ArraySeq;
import scala.runtime.AbstractFunction0;
import scala.runtime.AbstractFunction1;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;
import scala.util.Failure;

/**
 * The runs of a study on Spark: each call is one job, whose tasks perform up to {@value #MOST_RUNS} runs each, so that
 * Spark's cost per task (some milliseconds) does not count. Results come back task by task.
 *
 * <p>The description of the runs is broadcast: an executor opens it, and the files that it names, once for all tasks of
 * all jobs. Files must be under the same paths everywhere, as on a shared file system. Spark repeats tasks whose
 * executor is gone.
 */
class SparkRuns<T, R> implements StudyEngine.Session<T, R> {
    /** Most runs of a task: what is lost at most if it is repeated. */
    private static final int MOST_RUNS = 64;
    /** Least tasks per core, so that all cores end at about the same time. */
    private static final int TASKS_PER_CORE = 8;

    private static final long PATIENCE_MILLIS = 20;

    private final JavaSparkContext spark;
    private final StudyRuns<T, R> runs;
    private final Broadcast<SharedRuns<T, R>> broadcast;

    SparkRuns(JavaSparkContext spark, StudyRuns.Description<T, R> description, StudyRuns<T, R> runs) {
        this.spark = spark;
        this.runs = runs;
        SharedRuns<T, R> shared = new SharedRuns<>(description);
        broadcast = spark.broadcast(shared);
        // after Spark has copied it: embedded in this process, tasks use the runs of the driver
        shared.runs = runs;
    }

    /** What a task returns: results of its runs, up to the first whose program cannot finish. */
    private record Performed<R>(
            ArrayList<R> results, @Nullable UnfinishedProgramException unfinished) implements Serializable {}

    private record Returned<R>(int task, Performed<R> performed) {}

    @Override
    public boolean perform(List<T> wanted, BooleanSupplier stopped, Workers.Receiver<R> receiver) {
        if (wanted.isEmpty()) {
            return true;
        }
        List<ArrayList<T>> tasks = tasks(wanted, spark.defaultParallelism());
        int runsPerTask = tasks.get(0).size();
        BlockingQueue<Returned<R>> queue = new LinkedBlockingQueue<>();
        SimpleFutureAction<BoxedUnit> job = begin(tasks, queue);
        BitSet done = new BitSet();
        int failed = tasks.size();
        UnfinishedProgramException unfinished = null;
        try {
            while (done.nextClearBit(0) < Math.min(failed + 1, tasks.size())) {
                // asked first: the last results are in the queue then
                boolean ended = job.isCompleted();
                Returned<R> next = ended ? queue.poll() : queue.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
                if (next != null) {
                    ArrayList<R> results = next.performed().results();
                    for (int i = 0; i < results.size(); i++) {
                        receiver.done(next.task() * runsPerTask + i, results.get(i));
                    }
                    done.set(next.task());
                    if (next.performed().unfinished() != null && next.task() < failed) {
                        failed = next.task();
                        unfinished = next.performed().unfinished();
                    }
                }
                if (stopped.getAsBoolean()) {
                    return false;
                }
                if (next == null && ended && job.value().get() instanceof Failure<BoxedUnit> failure) {
                    throw SparkFailures.ofJob(runs, tasks, failure.exception());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            job.cancel();
        }
        if (unfinished != null) {
            throw unfinished;
        }
        return true;
    }

    private static <T> List<ArrayList<T>> tasks(List<T> wanted, int cores) {
        int runs = Math.max(1, Math.min(MOST_RUNS, wanted.size() / (TASKS_PER_CORE * cores)));
        List<ArrayList<T>> tasks = new ArrayList<>();
        for (int from = 0; from < wanted.size(); from += runs) {
            tasks.add(new ArrayList<>(wanted.subList(from, Math.min(from + runs, wanted.size()))));
        }
        return tasks;
    }

    /** Begins a job with a partition for each task; the scheduler's thread puts what a task returns into the queue. */
    private SimpleFutureAction<BoxedUnit> begin(List<ArrayList<T>> tasks, BlockingQueue<Returned<R>> queue) {
        try {
            return spark.sc()
                    .submitJob(
                            spark.parallelize(tasks, tasks.size()).rdd(),
                            new SparkTask<>(broadcast),
                            ArraySeq.unsafeWrapArray(
                                    IntStream.range(0, tasks.size()).toArray()),
                            new AbstractFunction2<>() {
                                @Override
                                public BoxedUnit apply(Object partition, Performed<R> performed) {
                                    queue.add(new Returned<>((Integer) partition, performed));
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
            throw SparkFailures.ofJob(runs, tasks, e);
        }
    }

    @Override
    public void close() {
        broadcast.unpersist();
    }

    /** The runs on an executor: opened for its first task, with files that the runs read, and kept for the others. */
    private static final class SharedRuns<T, R> implements Serializable {
        private static final long serialVersionUID = 1L;

        private final StudyRuns.Description<T, R> description;
        private transient volatile @Nullable StudyRuns<T, R> runs;

        SharedRuns(StudyRuns.Description<T, R> description) {
            this.description = description;
        }

        synchronized StudyRuns<T, R> get() {
            StudyRuns<T, R> open = runs;
            if (open == null) {
                open = description.open();
                runs = open;
            }
            return open;
        }
    }

    /** What a worker does: some runs, one after the other. */
    private static final class SparkTask<T, R> extends AbstractFunction1<Iterator<ArrayList<T>>, Performed<R>>
            implements Serializable {
        private static final long serialVersionUID = 1L;

        private final Broadcast<SharedRuns<T, R>> broadcast;

        SparkTask(Broadcast<SharedRuns<T, R>> broadcast) {
            this.broadcast = broadcast;
        }

        @Override
        public Performed<R> apply(Iterator<ArrayList<T>> partition) {
            StudyRuns<T, R> runs = broadcast.value().get();
            ArrayList<R> results = new ArrayList<>();
            for (T run : partition.next()) {
                try {
                    results.add(runs.perform(run));
                } catch (UnfinishedProgramException e) {
                    return new Performed<>(results, e);
                }
            }
            return new Performed<>(results, null);
        }
    }
}
