package org.tailback.study.engine;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.tailback.study.parallel.Workers;

/** A place where the runs of a study are performed. Engines are found with {@link java.util.ServiceLoader}. */
public interface StudyEngine {
    /** Returns the name under which it is found, such as {@code local}. */
    String name();

    /**
     * Prepares for the runs of a study.
     *
     * @param threads number of runs at once on this machine; 0 to let the engine decide
     * @param master cluster that performs them, as the engine names it; null for the engine's default
     * @throws org.tailback.error.InputException if the engine cannot be used
     */
    <T, R> Session<T, R> open(StudyRuns<T, R> runs, int threads, @Nullable String master);

    /** An engine that is ready; for one thread. */
    interface Session<T, R> extends AutoCloseable {
        /**
         * Performs runs; each result is handed over to this thread as soon as it is there, in any order.
         *
         * @param stopped once it returns true, nothing more is begun or waited for
         * @return false if it was stopped before all were done
         * @throws org.tailback.error.UnfinishedProgramException that of the first run, in their order, that throws it;
         *     those before it are done then
         * @throws org.tailback.error.InputException if a run cannot be performed
         */
        boolean perform(List<T> runs, BooleanSupplier stopped, Workers.Receiver<R> receiver);

        /** Ends the session; runs that are not done are given up. */
        @Override
        void close();
    }
}
