package org.tailback.trace.nativeformat;

import static org.tailback.trace.nativeformat.NativeBinaryLayout.*;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;
import org.tailback.program.Program;
import org.tailback.program.SendMode;

/** Reads the records of one program, operation by operation. */
final class NativeBinaryRecords {
    private final RecordCursor cursor;
    private final int ranks;
    private final boolean timed;
    private final int depth;
    private final CommunicatorGroups groups = new CommunicatorGroups();
    private final List<String> names = new ArrayList<>();
    private final CallNumbers numbers = new CallNumbers();
    private long operations;
    private final StartedRequests started = new StartedRequests();
    private @Nullable String call;
    private long callNumber;
    private long enterBits;
    private long leaveBits;
    private boolean timesKnown;
    private int[] requests = new int[16];

    /** @param depth 0 for a rank, 1 for its helpers, … */
    NativeBinaryRecords(RecordCursor cursor, int ranks, boolean timed, int depth) {
        this.cursor = cursor;
        this.ranks = ranks;
        this.timed = timed;
        this.depth = depth;
    }

    /** Operations so far. */
    long operations() {
        return operations;
    }

    /** Returns whether times of the last operation are known. */
    boolean timesKnown() {
        return timesKnown;
    }

    double enter() {
        return Double.longBitsToDouble(enterBits);
    }

    double leave() {
        return Double.longBitsToDouble(leaveBits);
    }

    @Nullable
    String call() {
        return call;
    }

    long callNumber() {
        return callNumber;
    }

    /**
     * Reads on to the next operation and performs it.
     *
     * @return false at the end
     */
    boolean next(OperationSink sink) {
        while (true) {
            int record = cursor.raw();
            switch (record & RECORD_MASK) {
                case END -> {
                    if (record != END) {
                        throw unknown(record);
                    }
                    if (cursor.remaining() > 0) {
                        throw cursor.problem(
                                "found the end of a program, and " + cursor.remaining() + " bytes of it are left", "");
                    }
                    return false;
                }
                case TIMES -> times(record);
                case NO_TIMES -> timesKnown = false;
                case COMMUNICATOR -> define(record);
                default -> {
                    perform(record, sink);
                    operations++;
                    return true;
                }
            }
        }
    }

    private RuntimeException unknown(int record) {
        return cursor.problem("found a record of unknown kind " + record, "Was it written by a newer version?");
    }

    private void perform(int record, OperationSink sink) {
        switch (record & RECORD_MASK) {
            case COMPUTE -> sink.compute(cursor.seconds("a computation"));
            case SEND -> {
                int peer = rank();
                long bytes = cursor.size();
                int tag = tag(record);
                int communicator = communicator(record);
                sink.send(peer, tag, communicator, bytes, mode(record));
            }
            case ISEND -> {
                int request = start();
                int peer = rank();
                long bytes = cursor.size();
                int tag = tag(record);
                int communicator = communicator(record);
                sink.isend(request, peer, tag, communicator, bytes, mode(record));
            }
            case RECV -> {
                int peer = source();
                long bytes = cursor.size();
                int tag = tag(record);
                sink.recv(peer, tag, communicator(record), bytes);
            }
            case IRECV -> {
                int request = start();
                int peer = source();
                long bytes = cursor.size();
                int tag = tag(record);
                sink.irecv(request, peer, tag, communicator(record), bytes);
            }
            case PROBE -> {
                int peer = source();
                int tag = tag(record);
                sink.probe(peer, tag, communicator(record));
            }
            case WAIT -> sink.await(request());
            case FREE -> sink.free(request());
            case CANCEL -> sink.cancel(request());
            case WAITALL -> {
                int count = requests();
                sink.awaitAll(requests, count);
            }
            case WAITANY -> {
                int count = requests();
                sink.awaitAny(requests, count);
            }
            case WAITSOME -> {
                int count = requests();
                sink.awaitSome(requests, count);
            }
            case COLLECTIVE -> sink.collective(collective(record));
            case ICOLLECTIVE -> {
                int request = start();
                sink.icollective(request, collective(record));
            }
            case START -> {
                int request = start();
                long length = cursor.varint("the length of a helper", cursor.remaining());
                if (depth == NativeLimits.MOST_HELPERS_DEEP) {
                    throw cursor.problem(
                            "helpers may start helpers " + NativeLimits.MOST_HELPERS_DEEP + " deep only", "");
                }
                sink.start(
                        request,
                        new RecordedProgram(new NativeBinaryRecords(cursor.part(length), ranks, false, depth + 1)));
            }
            default -> throw unknown(record);
        }
    }

    /** The program that records make. */
    static class RecordedProgram implements Program {
        private static final int BATCH = 32;
        private @Nullable NativeBinaryRecords records;

        RecordedProgram(NativeBinaryRecords records) {
            this.records = records;
        }

        @Override
        public boolean produce(OperationSink sink) {
            NativeBinaryRecords open = records;
            int produced = 0;
            while (open != null && produced < BATCH) {
                if (!open.next(sink)) {
                    close();
                    atEnd(open.operations());
                    break;
                }
                produced++;
            }
            return produced > 0;
        }

        /** Checks the number of operations at the end of the program. */
        void atEnd(long operations) {}

        @Override
        public void close() {
            records = null;
        }
    }

    private void times(int record) {
        if (!timed) {
            throw cursor.problem("found times where there are none: of a helper, or the head announces none", "");
        }
        if ((record & WITH_CALL) != 0) {
            long number = cursor.varint("the number of a call's name", names.size() + 1L);
            if (number > names.size()) {
                if (number > NativeLimits.MOST_NAMES) {
                    throw cursor.problem("found more than " + NativeLimits.MOST_NAMES + " names of calls", "");
                }
                names.add(cursor.text(cursor.varint(), 4L * NativeLimits.LONGEST_NAME));
            }
            call = number == 0 ? null : names.get((int) number - 1);
        }
        enterBits = leaveBits + cursor.signed();
        leaveBits = enterBits + cursor.signed();
        double enter = enter();
        double leave = leave();
        if (!(Math.abs(enter) < Double.POSITIVE_INFINITY && leave >= enter && leave < Double.POSITIVE_INFINITY)) {
            throw cursor.problem("expected finite times in their order, found " + enter + " and " + leave + " s", "");
        }
        timesKnown = true;
        callNumber = numbers.begin(call);
    }

    private int rank() {
        long value = cursor.varint();
        if (value < 1 || value > ranks) {
            throw cursor.problem(
                    "expected a rank from 0 to " + (ranks - 1) + ", found " + Long.toUnsignedString(value - 1), "");
        }
        return (int) value - 1;
    }

    private int source() {
        return (int) cursor.varint("a rank, or 0 for any,", ranks) - 1;
    }

    private int tag(int record) {
        return (record & WITH_TAG) == 0 ? 0 : anyInteger("a tag");
    }

    private int anyInteger(String name) {
        long value = cursor.signed();
        if (value != (int) value) {
            throw cursor.problem("expected " + name + " of 32 bits, found " + value, "");
        }
        return (int) value;
    }

    private int communicator(int record) {
        return (record & WITH_COMMUNICATOR) == 0 ? OperationSink.WORLD : anyInteger("the number of a communicator");
    }

    private SendMode mode(int record) {
        return (record & WITH_MODE) == 0
                ? SendMode.STANDARD
                : MODES.get((int) cursor.varint("a mode", MODES.size() - 1L));
    }

    private int request() {
        int request = (int) cursor.varint("the number of a request", Integer.MAX_VALUE);
        if (!started.contains(request)) {
            throw cursor.problem(StartedRequests.unknown(request), "");
        }
        return request;
    }

    private int start() {
        int request = (int) cursor.varint("the number of a request", started.largestNext());
        started.start(request);
        return request;
    }

    private int requests() {
        int count = cursor.count();
        if (count > requests.length) {
            requests = new int[Math.max(count, 2 * requests.length)];
        }
        for (int i = 0; i < count; i++) {
            requests[i] = request();
        }
        return count;
    }

    private void define(int record) {
        int communicator = anyInteger("the number of a communicator");
        groups.define(communicator, (record & WITH_COMMUNICATOR) == 0 ? positions(-1) : null);
    }

    private int[] positions(int least) {
        int[] positions = new int[cursor.count()];
        int before = -1;
        for (int i = 0; i < positions.length; i++) {
            long position = before + 1L + cursor.signed();
            if (position < least || position >= ranks) {
                throw cursor.problem(
                        "expected a rank from " + least + " to " + (ranks - 1) + ", found " + position, "");
            }
            positions[i] = (int) position;
            before = positions[i];
        }
        return positions;
    }

    private CollectiveCall collective(int record) {
        CollectiveCall.Kind kind =
                KINDS.get((int) cursor.varint("the kind of a collective operation", KINDS.size() - 1L));
        int parts = (int) cursor.varint("the parts of a collective operation", COLLECTIVE_PARTS);
        int communicator = communicator(record);
        long bytes = cursor.size();
        int root = (parts & WITH_ROOT) == 0 ? 0 : (int) cursor.varint("a position in the group", Integer.MAX_VALUE);
        long[] send = (parts & WITH_SEND) == 0 ? null : sizes();
        long[] receive = (parts & WITH_RECEIVE) == 0 ? null : sizes();
        CollectiveCall.Neighbours neighbours = null;
        if ((parts & WITH_NEIGHBOURS) != 0) {
            int[] sources = positions(0);
            neighbours = new CollectiveCall.Neighbours(sources, positions(0));
        }
        double work = (parts & WITH_WORK) == 0 ? 0 : cursor.seconds("the work of a collective operation");
        return new CollectiveCall(
                kind, communicator, groups.get(communicator), root, bytes, send, receive, work, neighbours);
    }

    private long[] sizes() {
        long[] sizes = new long[cursor.count()];
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = cursor.size();
        }
        return sizes;
    }
}
