package org.tailback.trace.ti;

import com.google.common.collect.LinkedHashMultimap;
import com.google.common.collect.SetMultimap;
import com.google.common.collect.Sets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall;
import org.tailback.program.GroupedSink;
import org.tailback.program.OperationKind;
import org.tailback.program.Program;
import org.tailback.program.SendMode;
import org.tailback.trace.WritingLosses;
import org.tailback.trace.io.TextOutput;

/**
 * Writer of the operations of one rank as TI actions, with sizes in bytes (datatype 6). A sendRecv or a receive of
 * unknown size consists of up to three operations in a program; they are merged into one line.
 */
final class TiSink extends GroupedSink {
    private static final int TAG_BITS = 20;
    private static final int MOST_COMMUNICATORS = 1 << 10;

    private static final String NOT_THE_OLDEST =
            "wait for a request that is not the oldest of its partner and tag: the line waits for the oldest";
    private static final String ANY =
            "waitany or waitsome: written as waitAny, which names no requests; another request may end";
    private static final String TAG =
            "tag with another meaning in the trace, -444 or below 0 within a rank: written unchanged";

    private final TextOutput out;
    private final int rank;
    private final int ranks;
    private final WritingLosses losses;
    private final WritingLosses remarks;
    /** Open requests in the order of their start, with the keys by which a reader of TI traces finds them. */
    private final Map<Integer, Key> open = new LinkedHashMap<>();

    private final SetMultimap<Key, Integer> oldestFirst = LinkedHashMultimap.create();
    // operations held back until the next operation determines the line that they belong to
    private @Nullable Message probe;
    private @Nullable Message receive;
    private @Nullable Message send;

    /** Key by which a wait finds its request. */
    private record Key(int source, int destination, int tag) {
        static final Key COLLECTIVE = new Key(TiWaits.COLLECTIVE, TiWaits.COLLECTIVE, 0);
    }

    private record Message(OperationKind kind, int request, int peer, int tag, int communicator, long bytes) {
        boolean isPlain() {
            return tag == 0 && communicator == WORLD && peer != ANY_SOURCE;
        }
    }

    /**
     * Creates a sink.
     *
     * @param remarks counts of changes without loss
     */
    TiSink(TextOutput out, int rank, int ranks, WritingLosses losses, WritingLosses remarks) {
        this.out = out;
        this.rank = rank;
        this.ranks = ranks;
        this.losses = losses;
        this.remarks = remarks;
        line("init\n");
    }

    void end() {
        release();
        line("finalize\n");
    }

    private TextOutput line(String words) {
        String number = Integer.toString(rank);
        return out.text(number).character(' ').text(words);
    }

    private void release() {
        Message received = receive;
        Message sent = send;
        losses.count(probe == null ? 0 : 1, "probe without a following receive of the same source and tag: left out");
        probe = null;
        receive = null;
        send = null;
        if (received != null) {
            write("irecv", received);
        }
        if (sent != null) {
            write("isend", sent);
        }
    }

    @Override
    protected void message(
            OperationKind kind, int request, int peer, int tag, int communicator, long bytes, SendMode mode) {
        Message message = new Message(kind, request, peer, tag, communicator, bytes);
        switch (kind) {
            case PROBE -> {
                release();
                probe = message;
            }
            case SEND, ISEND -> send(message, mode);
            default -> receive(message);
        }
    }

    private void send(Message message, SendMode mode) {
        boolean starts = message.kind == OperationKind.ISEND;
        if (starts && receive != null && send == null && mode == SendMode.STANDARD && message.isPlain()) {
            send = message;
            return;
        }
        release();
        Keyword keyword = switch (mode) {
            case SYNCHRONOUS -> starts ? Keyword.ISSEND : Keyword.SSEND;
            case BUFFERED -> starts ? Keyword.IBSEND : Keyword.BSEND;
            default -> starts ? Keyword.ISEND : Keyword.SEND;
        };
        losses.count(mode == SendMode.READY ? 1 : 0, "send in ready mode: written as standard");
        losses.count(mode == SendMode.EXCHANGE ? 1 : 0, WritingLosses.EXCHANGE);
        write(keyword.word, message);
    }

    private void receive(Message message) {
        boolean starts = message.kind == OperationKind.IRECV;
        boolean probed = (message.bytes == 0 || message.bytes == ANY_SIZE)
                && new Message(OperationKind.PROBE, NO_REQUEST, message.peer, message.tag, message.communicator, 0)
                        .equals(probe);
        if (probed) {
            probe = null;
        }
        release();
        if (starts && !probed && message.isPlain()) {
            receive = message;
        } else {
            write(starts ? "irecv" : "recv", message, probed ? ANY_SIZE : message.bytes);
        }
    }

    private void write(String word, Message message) {
        write(word, message, message.bytes);
    }

    private void write(String word, Message message, long bytes) {
        int tag = tag(message.tag, message.communicator);
        line(word);
        key(message.peer, tag);
        losses.count(tag == ActionLine.ANY_TAG_OF_SMPI ? 1 : 0, TAG);
        out.number(bytes == ANY_SIZE ? -1 : TiCollectiveLine.checked(bytes))
                .number(Datatype.BYTE)
                .character('\n');
        if (message.request == NO_REQUEST) {
            return;
        }
        // a wait for it has the form of a wait for a collective operation
        losses.count(message.peer == rank && tag < 0 && tag != ANY_TAG ? 1 : 0, TAG);
        boolean sends = message.kind == OperationKind.ISEND;
        open(message.request, sends ? new Key(rank, message.peer, tag) : new Key(message.peer, rank, tag));
    }

    /** Writes a partner and a tag, and other ranks between them. */
    private void key(int source, int tag, int... destination) {
        out.number(source == ANY_SOURCE ? ActionLine.ANY_SOURCE_OF_SMPI : source);
        for (int each : destination) {
            out.number(each);
        }
        out.number(tag == ANY_TAG ? ActionLine.ANY_TAG_OF_SMPI : tag);
    }

    private void open(int request, Key key) {
        open.put(request, key);
        oldestFirst.put(key, request);
    }

    private void close(int request) {
        Key key = open.remove(request);
        if (key != null) {
            oldestFirst.remove(key, request);
        }
    }

    /** Returns the tag to write. Messages of different communicators never match, because their tags differ. */
    private int tag(int tag, int communicator) {
        if (communicator == WORLD) {
            return tag;
        }
        int shifted = communicator > 0 ? communicator : MOST_COMMUNICATORS - communicator;
        if (tag < 0
                || tag >= 1 << TAG_BITS
                || shifted <= 0
                || shifted >= 2 * MOST_COMMUNICATORS
                || communicator >= MOST_COMMUNICATORS) {
            losses.count(
                    "message of another communicator whose number or tag is too large for a tag that distinguishes it:"
                            + " written unchanged");
            return tag;
        }
        remarks.count("message of another communicator: its tag is larger by communicator x 2^20");
        return tag + (shifted << TAG_BITS);
    }

    @Override
    protected void request(OperationKind kind, int request) {
        release();
        Key key = open.get(request);
        if (kind != OperationKind.WAIT) {
            boolean freed = kind == OperationKind.FREE;
            losses.count("request " + (freed ? "freed" : "cancelled") + ": TI has no line for it; the request"
                    + " is waited for at the end" + (freed ? "" : ", where the wait may never end"));
        } else if (key == null) {
            // a request that a waitAny may have ended
            losses.count(ANY);
        } else {
            losses.count(oldestFirst.get(key).iterator().next() == request ? 0 : 1, NOT_THE_OLDEST);
            line("wait");
            if (key.equals(Key.COLLECTIVE)) {
                out.number(rank).number(rank).number(-1);
            } else {
                key(key.source, key.tag, key.destination);
            }
            out.character('\n');
            close(request);
        }
    }

    @Override
    protected void requests(OperationKind kind, int[] requests, int count) {
        Message received = receive;
        Message sent = send;
        if (kind != OperationKind.WAITALL) {
            release();
            losses.count(ANY);
            line("waitAny").number(count).character('\n');
        } else if (received != null
                && sent != null
                && count == 2
                && requests[0] == received.request
                && requests[1] == sent.request) {
            line("sendRecv")
                    .number(TiCollectiveLine.checked(sent.bytes))
                    .number(sent.peer)
                    .number(TiCollectiveLine.checked(received.bytes));
            out.number(received.peer)
                    .number(Datatype.BYTE)
                    .number(Datatype.BYTE)
                    .character('\n');
            receive = null;
            send = null;
        } else {
            release();
            awaitAll(Arrays.stream(requests, 0, count).boxed().collect(Collectors.toSet()));
        }
    }

    private void awaitAll(Set<Integer> requests) {
        if (requests.equals(open.keySet())) {
            line("waitall").number(open.size()).character('\n');
            open.clear();
            oldestFirst.clear();
        } else {
            List.copyOf(Sets.intersection(open.keySet(), requests)).forEach(this::await);
            remarks.count("waitall for some of the open requests: written as a wait for each");
        }
    }

    @Override
    public void compute(double seconds) {
        release();
        double flops = TiCollectiveLine.flops(seconds);
        if (Double.isNaN(flops)) {
            remarks.count(
                    "computation that is not an exact number of flop: written as sleep, whose time does not depend on"
                            + " the compute speed");
            line("sleep").decimal(seconds).character('\n');
        } else {
            line("compute").decimal(flops).character('\n');
        }
    }

    @Override
    public void collective(CollectiveCall call) {
        release();
        write("", call);
    }

    @Override
    public void icollective(int request, CollectiveCall call) {
        release();
        write("i", call);
        open(request, Key.COLLECTIVE);
    }

    private void write(String prefix, CollectiveCall call) {
        if (call.communicator() != WORLD) {
            losses.count("collective operation of another communicator of all ranks: written for the world");
        }
        line(prefix);
        new TiCollectiveLine(out, rank, ranks, losses).write(call);
    }

    @Override
    public void start(int request, Program progressThread) {
        progressThread.close();
        throw new InputException(
                "Rank " + rank + " has a progress thread that works concurrently, as a non-blocking collective"
                        + " operation of some of the ranks does: a TI trace cannot hold it. Write the native form (tailback)");
    }
}
