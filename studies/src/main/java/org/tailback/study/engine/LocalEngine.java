package org.tailback.study.engine;

import java.util.AbstractList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.tailback.study.parallel.OrderedTasks;
import org.tailback.study.parallel.Workers;

/** Performs runs on the cores of this machine. */
public final class LocalEngine implements StudyEngine {
    /** The name under which it is found. */
    public static final String NAME = "local";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public <T, R> Session<T, R> open(StudyRuns<T, R> runs, int threads, @Nullable String master) {
        return new LocalSession<>(runs, new Workers(threads == 0 ? OrderedTasks.allThreads() : threads));
    }

    private record LocalSession<T, R>(StudyRuns<T, R> runs, Workers workers) implements Session<T, R> {
        @Override
        public boolean perform(List<T> wanted, BooleanSupplier stopped, Workers.Receiver<R> receiver) {
            return workers.each(tasks(wanted), stopped, receiver);
        }

        private List<Callable<R>> tasks(List<T> wanted) {
            return new AbstractList<>() {
                @Override
                public Callable<R> get(int index) {
                    return () -> runs.perform(wanted.get(index));
                }

                @Override
                public int size() {
                    return wanted.size();
                }
            };
        }

        @Override
        public void close() {
            workers.close();
        }
    }
}
