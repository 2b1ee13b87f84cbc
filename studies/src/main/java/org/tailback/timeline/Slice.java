package org.tailback.timeline;

import java.util.Arrays;
import java.util.List;
import org.tailback.observe.Envelope;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationKind;
import org.tailback.program.OperationSink;

/**
 * An activity of a rank from one time to another.
 *
 * @param name the operation's or collective's label
 * @param content determines which other components have a meaning
 * @param index of an operation: its position in the program of the rank or progress thread as performed; of a
 *     collective that of its first operation
 * @param peer the other rank of a message, -1 for any; the number of requests of a wait for several; the root of a
 *     collective
 * @param tag of a message, {@link OperationSink#ANY_TAG} for any
 * @param communicator of a message or collective
 * @param bytes of a message or collective
 */
record Slice(String name, Content content, long index, int peer, int tag, int communicator, long bytes) {
    enum Content {
        MESSAGE,
        PROBE,
        REQUESTS,
        COLLECTIVE,
        NONE
    }

    private static final List<String> LABELS =
            Arrays.stream(OperationKind.values()).map(OperationKind::label).toList();

    static Slice of(OperationKind kind, long index, Envelope envelope) {
        Content content = switch (kind) {
            case SEND, RECV, ISEND, IRECV -> Content.MESSAGE;
            case PROBE, IPROBE -> Content.PROBE;
            case WAITALL, WAITANY, WAITSOME -> Content.REQUESTS;
            case WAIT, FREE, CANCEL, START, COMPUTE -> Content.NONE;
        };
        return new Slice(
                LABELS.get(kind.ordinal()),
                content,
                index,
                envelope.peer(),
                envelope.tag(),
                envelope.communicator(),
                envelope.bytes());
    }

    static Slice of(CollectiveCall call, long index) {
        return new Slice(
                call.kind().label(), Content.COLLECTIVE, index, call.root(), 0, call.communicator(), call.bytes());
    }

    boolean hasPeer() {
        return content == Content.MESSAGE || content == Content.PROBE;
    }

    boolean hasBytes() {
        return content == Content.MESSAGE || content == Content.COLLECTIVE;
    }

    boolean hasCommunicator() {
        return hasPeer() || content == Content.COLLECTIVE;
    }

    boolean isCollective() {
        return content == Content.COLLECTIVE;
    }
}
