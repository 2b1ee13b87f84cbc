package org.tailback.trace.nativeformat;

import static org.tailback.trace.nativeformat.NativeBinaryLayout.*;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;
import org.tailback.program.Program;
import org.tailback.program.SendMode;
import org.tailback.trace.OperationTimesFeed;

/** Writes the operations of one program as records. */
final class NativeBinarySink implements OperationSink {
    private static final int FLUSH_AT = 1 << 16;

    /** Takes full buffers. */
    interface Drain {
        void take(RecordBytes bytes);
    }

    private final RecordBytes out;
    private final @Nullable Drain drain;
    private final @Nullable OperationTimesFeed times;
    private final int depth;
    private final CommunicatorGroups groups = new CommunicatorGroups();
    private final Map<String, Integer> names = new HashMap<>();
    private @Nullable String call;
    private long leaveBits;
    private long operations;

    /** @param drain gets the bytes now and then, and empties them */
    NativeBinarySink(RecordBytes out, Drain drain, OperationTimesFeed times) {
        this(out, drain, times, 1);
    }

    private NativeBinarySink(RecordBytes out, @Nullable Drain drain, @Nullable OperationTimesFeed times, int depth) {
        this.out = out;
        this.drain = drain;
        this.times = times;
        this.depth = depth;
    }

    long operations() {
        return operations;
    }

    /** Writes the end of the program. */
    void end() {
        out.raw(END);
        if (drain != null) {
            drain.take(out);
        }
    }

    private RecordBytes operation(int record) {
        if (drain != null && out.size() >= FLUSH_AT) {
            drain.take(out);
        }
        OperationTimesFeed feed = times;
        if (feed != null) {
            feed.next();
            if (feed.isChanged()) {
                writeTimes(feed);
            }
        }
        operations++;
        return out.raw(record);
    }

    /**
     * Times are near each other, and a call often begins when a computation ended: differences of their bits are small.
     */
    private void writeTimes(OperationTimesFeed feed) {
        NativeLimits.checkTimes(feed);
        if (!feed.isKnown()) {
            out.raw(NO_TIMES);
            return;
        }
        String recorded = feed.call();
        String name = recorded == null ? null : NativeLimits.callName(recorded);
        boolean newCall = !Objects.equals(name, call);
        out.raw(newCall ? TIMES | WITH_CALL : TIMES);
        if (newCall) {
            call = name;
            writeName(name);
        }
        long enter = Double.doubleToRawLongBits(feed.enter());
        long leave = Double.doubleToRawLongBits(feed.leave());
        out.signed(enter - leaveBits).signed(leave - enter);
        leaveBits = leave;
    }

    private void writeName(@Nullable String name) {
        if (name == null) {
            out.varint(0);
            return;
        }
        Integer number = names.get(name);
        if (number != null) {
            out.varint(number);
        } else if (names.size() == NativeLimits.MOST_NAMES) {
            throw new InputException("A rank has recorded calls of more than " + NativeLimits.MOST_NAMES
                    + " names, which the binary format has no room for. Write it as text");
        } else {
            names.put(name, names.size() + 1);
            byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
            out.varint(names.size()).varint(bytes.length).all(bytes, bytes.length);
        }
    }

    private static int flags(int tag, int communicator) {
        return (tag == 0 ? 0 : WITH_TAG) | (communicator == WORLD ? 0 : WITH_COMMUNICATOR);
    }

    private void envelope(int tag, int communicator) {
        if (tag != 0) {
            out.signed(tag);
        }
        if (communicator != WORLD) {
            out.signed(communicator);
        }
    }

    @Override
    public void isend(int request, int destination, int tag, int communicator, long bytes, SendMode mode) {
        operation(ISEND | flags(tag, communicator) | (mode == SendMode.STANDARD ? 0 : WITH_MODE))
                .varint(request);
        message(destination, tag, communicator, bytes);
        mode(mode);
    }

    @Override
    public void send(int destination, int tag, int communicator, long bytes, SendMode mode) {
        operation(SEND | flags(tag, communicator) | (mode == SendMode.STANDARD ? 0 : WITH_MODE));
        message(destination, tag, communicator, bytes);
        mode(mode);
    }

    private void mode(SendMode mode) {
        if (mode != SendMode.STANDARD) {
            out.raw(MODES.indexOf(mode));
        }
    }

    @Override
    public void irecv(int request, int source, int tag, int communicator, long bytes) {
        operation(IRECV | flags(tag, communicator)).varint(request);
        message(source, tag, communicator, bytes);
    }

    @Override
    public void recv(int source, int tag, int communicator, long bytes) {
        operation(RECV | flags(tag, communicator));
        message(source, tag, communicator, bytes);
    }

    private void message(int peer, int tag, int communicator, long bytes) {
        out.varint(peer + 1L).varint(bytes);
        envelope(tag, communicator);
    }

    @Override
    public void probe(int source, int tag, int communicator) {
        operation(PROBE | flags(tag, communicator)).varint(source + 1L);
        envelope(tag, communicator);
    }

    @Override
    public void await(int request) {
        operation(WAIT).varint(request);
    }

    @Override
    public void awaitAll(int[] requests, int count) {
        list(WAITALL, requests, count);
    }

    @Override
    public void awaitAny(int[] requests, int count) {
        list(WAITANY, requests, count);
    }

    @Override
    public void awaitSome(int[] requests, int count) {
        list(WAITSOME, requests, count);
    }

    private void list(int record, int[] requests, int count) {
        operation(record).varint(count);
        for (int i = 0; i < count; i++) {
            out.varint(requests[i]);
        }
    }

    @Override
    public void free(int request) {
        operation(FREE).varint(request);
    }

    @Override
    public void cancel(int request) {
        operation(CANCEL).varint(request);
    }

    @Override
    public void compute(double seconds) {
        operation(COMPUTE).fixed(Double.doubleToRawLongBits(seconds));
    }

    @Override
    public void collective(CollectiveCall call) {
        define(call);
        operation(COLLECTIVE | flags(0, call.communicator()));
        arguments(call);
    }

    @Override
    public void icollective(int request, CollectiveCall call) {
        define(call);
        operation(ICOLLECTIVE | flags(0, call.communicator())).varint(request);
        arguments(call);
    }

    private void define(CollectiveCall call) {
        int[] group = call.group();
        if (groups.define(call.communicator(), group)) {
            out.raw(group == null ? COMMUNICATOR | WITH_COMMUNICATOR : COMMUNICATOR)
                    .signed(call.communicator());
            if (group != null) {
                positions(group);
            }
        }
    }

    /** Differences of neighbours, which are small in most groups. */
    private void positions(int[] positions) {
        out.varint(positions.length);
        int before = -1;
        for (int position : positions) {
            out.signed(position - before - 1L);
            before = position;
        }
    }

    private void arguments(CollectiveCall call) {
        long[] send = call.sendCounts();
        long[] receive = call.receiveCounts();
        CollectiveCall.Neighbours neighbours = call.neighbours();
        long work = Double.doubleToRawLongBits(call.computeSeconds());
        out.raw(KINDS.indexOf(call.kind()))
                .raw((call.root() == 0 ? 0 : WITH_ROOT)
                        | (send == null ? 0 : WITH_SEND)
                        | (receive == null ? 0 : WITH_RECEIVE)
                        | (neighbours == null ? 0 : WITH_NEIGHBOURS)
                        | (work == 0 ? 0 : WITH_WORK));
        if (call.communicator() != WORLD) {
            out.signed(call.communicator());
        }
        out.varint(call.bytes());
        if (call.root() != 0) {
            out.varint(call.root());
        }
        sizes(send);
        sizes(receive);
        if (neighbours != null) {
            positions(neighbours.sources());
            positions(neighbours.destinations());
        }
        if (work != 0) {
            out.fixed(work);
        }
    }

    private void sizes(long @Nullable [] sizes) {
        if (sizes != null) {
            out.varint(sizes.length);
            for (long size : sizes) {
                out.varint(size);
            }
        }
    }

    /** Runs the helper's program to its end, in memory, as its length is written before it. */
    @Override
    public void start(int request, Program helper) {
        operation(START).varint(request);
        NativeLimits.checkDepth(depth);
        RecordBytes inside = new RecordBytes(256);
        NativeBinarySink sink = new NativeBinarySink(inside, null, null, depth + 1);
        NativeLimits.runToEnd(helper, sink);
        sink.end();
        out.varint(inside.size()).all(inside.array(), inside.size());
    }
}
