package org.tailback.timeline;

import java.util.Arrays;
import java.util.List;
import org.tailback.observe.Envelope;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationKind;

/**
 * Activity of a rank from one time to another.
 *
 * @param name the operation's or collective's label
 * @param content kind of content, which determines the other components that apply
 * @param index position of an operation among the performed operations of the rank or progress thread; for a
 *     collective, the position of its first operation
 * @param envelope envelope of a message; for a wait on several requests, the peer is the number of requests; for a
 *     collective, the peer is the root
 */
record Slice(String name, Content content, long index, Envelope envelope) {
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
        return new Slice(LABELS.get(kind.ordinal()), content, index, envelope);
    }

    static Slice of(CollectiveCall call, long index) {
        Envelope envelope = new Envelope(call.root(), 0, call.communicator(), call.bytes());
        return new Slice(call.kind().label(), Content.COLLECTIVE, index, envelope);
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
