package org.tailback.study.sweep;

import java.util.AbstractList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.tailback.study.parallel.OrderedTasks;
import org.tailback.study.parallel.Workers;

/** Performs runs on the cores of this machine. */
public final class LocalEngine implements SweepEngine {
    /** The name under which it is found. */
    public static final String NAME = "local";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(Job job, Receiver receiver, BooleanSupplier stopped) {
        try (Workers workers = new Workers(job.threads() == 0 ? OrderedTasks.allThreads() : job.threads())) {
            workers.each(tasks(job), stopped, (index, row) -> receiver.done(row));
        }
    }

    private static List<Callable<SweepRow>> tasks(Job job) {
        return new AbstractList<>() {
            @Override
            public Callable<SweepRow> get(int index) {
                return () -> job.plan().perform(job.numbers()[index]);
            }

            @Override
            public int size() {
                return job.numbers().length;
            }
        };
    }
}
