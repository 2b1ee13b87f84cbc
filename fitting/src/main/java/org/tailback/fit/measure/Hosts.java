package org.tailback.fit.measure;

import java.util.List;

/** Several hosts between which flows can be started at once, real or simulated; numbered from 0. Not thread-safe. */
public interface Hosts extends AutoCloseable {
    /** Returns the number of hosts. */
    int count();

    /**
     * Starts all flows together and waits until they have ended.
     *
     * @return the times of all repetitions of each flow in seconds, in the order of the flows; empty for loads, and one
     *     time for all repetitions where hosts {@link #areDeterministic}
     * @throws org.tailback.error.InputException if a host has disconnected or refuses
     */
    List<double[]> measure(List<Flow> flows);

    /** Returns whether the same flows always take the same time, so that repeating them is useless. */
    default boolean areDeterministic() {
        return false;
    }

    /** Returns the name of the measuring program, for the header of files. */
    String description();

    @Override
    default void close() {}
}
