package org.tailback.study.training;

import java.util.BitSet;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.program.IgnoringSink;
import org.tailback.program.OperationSink;

/** Writer of the operations of a rank, which keeps track of open requests. Operations without effect are omitted. */
final class RankOperations {
    /**
     * Granularity of large parts of buffers in bytes. Padding to multiples of this size gives all channels equal
     * shares.
     */
    private static final int PADDED = 32;

    private static final int LARGE = 1000 * PADDED;

    private final BitSet open = new BitSet();
    private OperationSink sink = new IgnoringSink() {};
    private boolean empty;

    void begin(OperationSink to) {
        sink = to;
        empty = true;
    }

    /** Returns whether no operation has been appended since {@link #begin}. */
    boolean isEmpty() {
        return empty;
    }

    void compute(double seconds) {
        if (seconds > 0) {
            empty = false;
            sink.compute(seconds);
        }
    }

    void receive(int request, int source, int tag, long bytes) {
        opened(request);
        sink.irecv(request, source, tag, bytes);
    }

    void send(int request, int destination, int tag, long bytes) {
        opened(request);
        sink.isend(request, destination, tag, bytes);
    }

    /** Appends a wait for a request, if the request is open. */
    void await(int request) {
        if (open.get(request)) {
            open.clear(request);
            empty = false;
            sink.await(request);
        }
    }

    /**
     * Appends a blocking collective on a whole buffer; appends nothing if the group has only one rank or the buffer is
     * empty.
     */
    void collective(Kind kind, Communicator communicator, int[] group, long buffer) {
        if (group.length > 1 && buffer > 0) {
            empty = false;
            sink.collective(call(kind, communicator, group, buffer));
        }
    }

    void collective(CollectiveCall call) {
        empty = false;
        sink.collective(call);
    }

    void startCollective(int request, CollectiveCall call) {
        opened(request);
        sink.icollective(request, call);
    }

    /**
     * Appends the start of a nonblocking collective on a whole buffer; appends nothing if the group has only one rank.
     */
    void startCollective(int request, Kind kind, Communicator communicator, int[] group, long buffer) {
        if (group.length > 1 && buffer > 0) {
            startCollective(request, call(kind, communicator, group, buffer));
        }
    }

    private void opened(int request) {
        open.set(request);
        empty = false;
    }

    private static CollectiveCall call(Kind kind, Communicator communicator, int[] group, long buffer) {
        long part = upTo(buffer, group.length);
        part += part < LARGE ? 0 : Math.floorMod(-part, PADDED);
        return CollectiveCall.uniform(kind, 0, kind == Kind.ALLREDUCE ? part * group.length : part)
                .on(communicator.ordinal(), group);
    }

    /** Returns the size of the largest part of a divided buffer. */
    static long upTo(long bytes, int parts) {
        return (bytes + parts - 1) / parts;
    }
}
