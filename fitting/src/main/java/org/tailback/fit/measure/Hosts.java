package org.tailback.fit.measure;

import java.util.List;

/** Several hosts between which flows can be started at once, real or simulated; numbered from 0. Not thread-safe. */
public interface Hosts extends AutoCloseable {
    /** Returns the number of hosts. */
    int count();

    /**
     * Starts all flows together and waits until they have ended.
     *
     * @return the seconds that each repetition of each flow took, in the order of the flows; nothing for loads, and one
     *     time for all repetitions where hosts {@link #areDeterministic}
     * @throws org.tailback.error.InputException if a host is gone or refuses
     */
    List<double[]> measure(List<Flow> flows);

    /** Returns true if the same flows always take the same time, so that repeating them is useless. */
    default boolean areDeterministic() {
        return false;
    }

    /** Returns the name of the measuring program, for the header of files. */
    String description();

    @Override
    default void close() {}
}
