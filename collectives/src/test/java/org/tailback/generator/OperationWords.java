package org.tailback.generator;

import com.google.common.primitives.ImmutableIntArray;
import java.util.Arrays;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;
import org.tailback.program.SendMode;

/**
 * Operations in short, such as {@code isend(0, 3, 0, 1024)}: communicator and mode only if they are not the usual ones.
 */
public final class OperationWords {
    private OperationWords() {}

    public static String of(Operation operation) {
        if (operation instanceof Operation.Isend o) {
            return "isend(" + o.request() + ", "
                    + message(o.destination(), o.tag(), o.communicator(), o.bytes(), o.mode()) + ")";
        } else if (operation instanceof Operation.Irecv o) {
            return "irecv(" + o.request() + ", "
                    + message(o.source(), o.tag(), o.communicator(), o.bytes(), SendMode.STANDARD) + ")";
        } else if (operation instanceof Operation.Send o) {
            return "send(" + message(o.destination(), o.tag(), o.communicator(), o.bytes(), o.mode()) + ")";
        } else if (operation instanceof Operation.Recv o) {
            return "recv(" + message(o.source(), o.tag(), o.communicator(), o.bytes(), SendMode.STANDARD) + ")";
        } else if (operation instanceof Operation.Probe o) {
            return "probe(" + peer(o.source()) + ", " + tag(o.tag()) + ", " + o.communicator() + ")";
        } else if (operation instanceof Operation.Await o) {
            return "await(" + o.request() + ")";
        } else if (operation instanceof Operation.AwaitAll o) {
            return "awaitAll" + list(o.requests());
        } else if (operation instanceof Operation.AwaitAny o) {
            return "awaitAny" + list(o.requests());
        } else if (operation instanceof Operation.Compute o) {
            return "compute(" + o.seconds() + ")";
        } else if (operation instanceof Operation.Collective o) {
            return "collective(" + call(o.call()) + ")";
        } else if (operation instanceof Operation.Icollective o) {
            return "icollective(" + o.request() + ", " + call(o.call()) + ")";
        }
        return operation.toString();
    }

    private static String call(CollectiveCall call) {
        return call.kind() + ", " + call.root() + ", " + call.bytes() + ", " + Arrays.toString(call.sendCounts()) + ", "
                + Arrays.toString(call.receiveCounts()) + ", " + call.computeSeconds();
    }

    private static String message(int peer, int tag, int communicator, long bytes, SendMode mode) {
        boolean usual = communicator == OperationSink.WORLD && mode == SendMode.STANDARD;
        return peer(peer) + ", " + tag(tag) + ", " + (usual ? "" : communicator + ", ") + bytes
                + (usual ? "" : ", " + mode);
    }

    private static String list(ImmutableIntArray requests) {
        return requests.toString().replace('[', '(').replace(']', ')');
    }

    private static String peer(int rank) {
        return rank == OperationSink.ANY_SOURCE ? "any" : Integer.toString(rank);
    }

    private static String tag(int tag) {
        return tag == OperationSink.ANY_TAG ? "any" : Integer.toString(tag);
    }
}
