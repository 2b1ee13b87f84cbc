package org.tailback.fit.measure;

/**
 * A measurable network between two partners: real TCP, a binding to MPI or to an RDMA library, or a simulated network.
 * Implementations are not thread-safe.
 */
public interface RoundTrip extends AutoCloseable {
    /**
     * Performs an exchange once, and returns the time from the start of the first send to the arrival of the answer, in
     * seconds.
     *
     * @throws org.tailback.error.InputException if the partner has disconnected or violates the protocol
     */
    double measure(Exchange exchange);

    /** Returns whether the same exchange always takes the same time. Repetitions are then useless. */
    default boolean isDeterministic() {
        return false;
    }

    /** Returns the direction of the messages, for the header of files. */
    default String direction() {
        return "one way";
    }

    /** Returns the name of the measuring program, for the header of files. */
    String description();

    /** Returns the description of the other end, for the header of files; empty if it is unknown. */
    default String partner() {
        return "";
    }

    @Override
    default void close() {}
}
