package org.tailback.fit.measure;

import java.util.List;

/**
 * Several real or simulated hosts between which flows can be started at once. Hosts are numbered from 0.
 * Implementations are not thread-safe.
 */
public interface Hosts extends AutoCloseable {
    /** Returns the number of hosts. */
    int count();

    /**
     * Starts all flows together and waits until they have ended.
     *
     * @return the times of all repetitions of each flow in seconds, in the order of the flows; empty for loads. If the
     *     hosts are deterministic ({@link #areDeterministic}), one time represents all repetitions of a flow
     * @throws org.tailback.error.InputException if a host has disconnected or refuses the measurement
     */
    List<double[]> measure(List<Flow> flows);

    /** Returns whether the same flows always take the same time. Repetitions are then useless. */
    default boolean areDeterministic() {
        return false;
    }

    /** Returns the name of the measuring program, for the header of files. */
    String description();

    @Override
    default void close() {}
}
