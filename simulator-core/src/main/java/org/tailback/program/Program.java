package org.tailback.program;

/** Program of one rank as a lazy stream of operations: a generator, a file being read, a transformed program. */
public interface Program extends AutoCloseable {
    /**
     * Appends the next operations: at least one and preferably no more than a few hundred. A call that appends no
     * operation is repeated; a million consecutive calls without an operation are an error.
     *
     * @return false, with nothing appended, when the program has ended, and in all later calls
     * @throws org.tailback.error.InputException if the source of the program is malformed
     */
    boolean produce(OperationSink sink);

    /**
     * Appends all remaining operations.
     *
     * @throws org.tailback.error.InputException as {@link #produce}
     */
    default void produceAll(OperationSink sink) {
        Program guarded = new GuardedProgram(this);
        boolean more = true;
        while (more) {
            more = guarded.produce(sink);
        }
    }

    /** Releases the program's file or memory. May be called repeatedly. */
    @Override
    default void close() {}
}
