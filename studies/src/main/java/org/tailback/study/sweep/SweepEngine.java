package org.tailback.study.sweep;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A place where the runs of a sweep are performed. Engines are found with {@link java.util.ServiceLoader}. */
public interface SweepEngine {
    /** Returns the name under which it is found, such as {@code local}. */
    String name();

    /**
     * The work of an engine.
     *
     * @param plan the sweep
     * @param numbers which of its runs, in their order
     * @param threads how many at once on this machine; 0 to let the engine decide
     * @param master which cluster performs them, as the engine names it; null for the engine's default
     */
    record Job(
            SweepPlan plan,
            int[] numbers,
            int threads,
            @Nullable String master) {}

    /** Receives rows; called by one thread at a time. */
    interface Receiver {
        /** A run is done. */
        void done(SweepRow row);
    }

    /**
     * Performs runs; each row is handed over as soon as it is there, in any order.
     *
     * @param stopped once it says true, nothing more is begun or waited for
     */
    void run(Job job, Receiver receiver, BooleanSupplier stopped);
}
