package org.tailback.trace.mpi;

import org.jspecify.annotations.Nullable;
import org.tailback.program.OperationSink;

/**
 * A message as an operation of one rank needs it.
 *
 * @param peer world rank, or {@link OperationSink#ANY_SOURCE}
 * @param tag or {@link OperationSink#ANY_TAG}
 * @param communicator null if the trace does not define it
 */
record Message(int peer, int tag, @Nullable Communicator communicator, long bytes) {
    int communicatorNumber() {
        return communicator == null ? OperationSink.WORLD : communicator.number();
    }
}
