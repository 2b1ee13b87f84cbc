package org.tailback.timeline;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Placement;
import org.tailback.collective.CollectiveTags;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall;
import org.tailback.trace.io.RecordSorter;
import org.tailback.trace.io.SortedRecords;

/**
 * A Paraver trace as Extrae writes them: states, events of MPI calls and communications, in the order of time, in
 * nanoseconds. A state is known when it ends and a communication when it is received, but both stand where they begin:
 * the records are sorted, in bounded memory, and the text is written at the end.
 *
 * <p>As in recorded traces, a collective is one call, and its messages are no communications.
 */
final class PrvWriter implements TimelineWriter {
    /** Kinds of records. End and state, of an object. */
    private static final int STATE = 0;
    /** Type and value. */
    private static final int EVENT = 1;
    /** Call value and communicator, bytes sent and received; of the root the other one. */
    private static final int COLLECTIVE = 2;

    private static final int COLLECTIVE_OF_ROOT = 3;
    /** When it was posted, bytes, tag. The receiver's part follows. */
    private static final int SENDER = 4;
    /** When the receive was posted and when the receiver had the message. */
    private static final int RECEIVER = 5;

    /** Order at equal times. */
    private static final int STATES = 0;

    private static final int EVENTS = 1;
    private static final int COMMUNICATIONS = 2;

    private static final int MOST_IN_MEMORY = (4 << 20) / 48;
    private static final double LONGEST = 1e9;

    private final BufferedWriter out;
    private final RecordSorter sorter = new RecordSorter("the Paraver timeline: to sort its records", MOST_IN_MEMORY);
    private final StringBuilder line = new StringBuilder();
    private @Nullable Cluster cluster;
    private @Nullable Placement placement;
    private PrvObjects objects = new PrvObjects(0, null, null);
    private List<List<Thread>> threads = List.of();
    private double begin;
    /** Of the communication whose receiver's part is written next. */
    private long pendingBytes;

    private long pendingTag;
    private long ofCollectives;
    private long notReceived;

    /** What a lane is in. */
    private static final class Thread {
        private boolean inCollective;
        private @Nullable Slice operation;
        private double entered;
        /** Messages that its operation receives. */
        private final List<TimedMessage> received = new ArrayList<>(1);
    }

    PrvWriter(OutputStream stream) {
        out = new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.ISO_8859_1));
    }

    @Override
    public void placed(Cluster itsCluster, Placement itsPlacement) {
        cluster = itsCluster;
        placement = itsPlacement;
    }

    @Override
    public void begin(int ranks, BitSet shown, double time) {
        begin = time;
        objects = new PrvObjects(ranks, cluster, placement);
        threads = new ArrayList<>(ranks);
        for (int rank = 0; rank < ranks; rank++) {
            threads.add(new ArrayList<>(1));
        }
    }

    private Thread thread(int rank, int lane) {
        List<Thread> ofRank = threads.get(rank);
        while (ofRank.size() <= lane) {
            ofRank.add(new Thread());
        }
        objects.use(rank, lane);
        return ofRank.get(lane);
    }

    private static long nanoseconds(double seconds) {
        if (!(seconds < LONGEST)) {
            throw new InputException("a Paraver trace cannot show " + seconds + " s: it has times below " + LONGEST
                    + " s. Choose another form of timeline, such as .json");
        }
        return Math.round(seconds * 1e9);
    }

    private void add(double time, int phase, int kind, int rank, int lane, long b, long c, long d) {
        sorter.add(0, nanoseconds(time), phase, kind, (long) rank << 32 | lane, b, c, d);
    }

    @Override
    public void enter(int rank, int lane, Slice slice, double time) {
        Thread thread = thread(rank, lane);
        PrvCall call = PrvCall.of(slice);
        CollectiveCall collective = slice.call();
        if (collective != null) {
            thread.inCollective = true;
            enterCollective(rank, lane, collective, call, time);
            return;
        }
        thread.operation = slice;
        thread.entered = time;
        if (!thread.inCollective && call.type() != 0) {
            add(time, EVENTS, EVENT, rank, lane, call.type(), call.value(), 0);
        }
    }

    private void enterCollective(int rank, int lane, CollectiveCall collective, PrvCall call, double time) {
        int[] group = collective.group();
        int position = rank;
        for (int i = 0; group != null && i < group.length; i++) {
            position = group[i] == rank ? i : position;
        }
        PrvSizes sizes = PrvSizes.of(collective, position, collective.ranks(objects.ranks()));
        boolean isRoot = collective.kind().hasRoot() && position == collective.root();
        int communicator = objects.communicator(collective.communicator(), group);
        add(
                time,
                EVENTS,
                isRoot ? COLLECTIVE_OF_ROOT : COLLECTIVE,
                rank,
                lane,
                (long) call.value() << 32 | communicator,
                sizes.sent(),
                sizes.received());
    }

    @Override
    public void leave(int rank, int lane, Slice slice, double entered, double time) {
        Thread thread = thread(rank, lane);
        PrvCall call = PrvCall.of(slice);
        if (slice.isCollective()) {
            thread.inCollective = false;
        } else {
            thread.operation = null;
            for (TimedMessage message : thread.received) {
                communication(message, lane, message.arrival > thread.entered ? message.arrival : time);
            }
            thread.received.clear();
        }
        if (thread.inCollective) {
            return;
        }
        if (nanoseconds(time) > nanoseconds(entered)) {
            add(entered, STATES, STATE, rank, lane, nanoseconds(time), call.state(), 0);
        }
        if (call.type() != 0) {
            add(time, EVENTS, EVENT, rank, lane, call.type(), 0, 0);
        }
    }

    @Override
    public void arrowEnds(TimedMessage message, int lane, double time) {
        if (CollectiveTags.isCollective(message.communicator)) {
            ofCollectives++;
        } else if (!message.taken || !(message.arrival <= time)) {
            notReceived++;
        } else {
            Thread thread = thread(message.receiver, lane);
            Slice operation = thread.operation;
            if (operation != null && operation.index() == message.receivedIn) {
                thread.received.add(message);
            } else {
                communication(message, lane, time);
            }
        }
    }

    private void communication(TimedMessage message, int lane, double received) {
        double started = Double.isNaN(message.started) ? message.posted : message.started;
        double posted = Double.isNaN(message.receivePosted) ? received : message.receivePosted;
        objects.use(message.sender, message.senderLane);
        add(
                started,
                COMMUNICATIONS,
                SENDER,
                message.sender,
                message.senderLane,
                nanoseconds(message.posted),
                message.bytes,
                message.tag);
        add(
                started,
                COMMUNICATIONS,
                RECEIVER,
                message.receiver,
                lane,
                nanoseconds(Math.max(begin, posted)),
                nanoseconds(received),
                0);
    }

    @Override
    public void end(double time) {
        try (SortedRecords sorted = sorter.sort(1)) {
            out.append(objects.header(nanoseconds(time)));
            note(ofCollectives, "messages of collective operations");
            note(notReceived, "messages that are not received in this timeline");
            for (SortedRecords.Cursor record = sorted.open(0); record.next(); ) {
                write(record);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void note(long count, String what) throws IOException {
        if (count > 0) {
            out.append("# " + count + " " + what + " are left out\n");
        }
    }

    private void write(SortedRecords.Cursor record) throws IOException {
        int kind = record.kind();
        int rank = (int) (record.value(0) >>> 32);
        int lane = (int) record.value(0);
        if (kind != RECEIVER) {
            line.setLength(0);
            line.append(kind == STATE ? '1' : kind == SENDER ? '3' : '2');
        }
        objects.append(line, rank, lane);
        switch (kind) {
            case STATE, EVENT -> fields(record.time(), record.value(1), record.value(2));
            case SENDER -> {
                fields(record.value(1), record.time());
                pendingBytes = record.value(2);
                pendingTag = record.value(3);
                return;
            }
            case RECEIVER -> fields(record.value(1), record.value(2), pendingBytes, pendingTag);
            default -> {
                fields(record.time(), PrvCall.COLLECTIVE, record.value(1) >>> 32);
                fields(PrvCall.SENT_BYTES, record.value(2), PrvCall.RECEIVED_BYTES, record.value(3));
                if (kind == COLLECTIVE_OF_ROOT) {
                    fields(PrvCall.IS_ROOT, 1);
                }
                fields(PrvCall.COMMUNICATOR, record.value(1) & 0xffff_ffffL);
            }
        }
        out.append(line).append('\n');
    }

    private void fields(long... values) {
        for (long value : values) {
            line.append(':').append(value);
        }
    }

    @Override
    public Map<String, String> companions() {
        return Map.of(".pcf", PrvCall.names(), ".row", objects.names());
    }

    @Override
    public void close() throws IOException {
        sorter.close();
        out.close();
    }
}
