package org.tailback.trace.mpi;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.tailback.program.OperationSink;
import org.tailback.program.SendMode;

/**
 * A message as sent or received by one rank.
 *
 * @param peer world rank of the partner, or {@link OperationSink#ANY_SOURCE}
 * @param tag tag of the message, or {@link OperationSink#ANY_TAG}
 * @param communicator communicator of the message; null if the trace does not define it
 */
record Message(int peer, int tag, @Nullable Communicator communicator, long bytes) {
    private int communicatorNumber() {
        return communicator == null ? OperationSink.WORLD : communicator.number();
    }

    Consumer<OperationSink> send(SendMode mode) {
        return sink -> sink.send(peer, tag, communicatorNumber(), bytes, mode);
    }

    Consumer<OperationSink> isend(int request, SendMode mode) {
        return sink -> sink.isend(request, peer, tag, communicatorNumber(), bytes, mode);
    }

    Consumer<OperationSink> receive() {
        return sink -> sink.recv(peer, tag, communicatorNumber(), bytes);
    }

    Consumer<OperationSink> ireceive(int request) {
        return sink -> sink.irecv(request, peer, tag, communicatorNumber(), bytes);
    }
}
