package org.tailback.trace.ti;

import com.google.common.collect.LinkedHashMultimap;
import com.google.common.collect.SetMultimap;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;
import org.tailback.program.Program;
import org.tailback.program.SendMode;
import org.tailback.trace.WritingLosses;
import org.tailback.trace.io.TextOutput;

/**
 * Writes the operations of one rank as TI actions, sizes in bytes (datatype 6). A sendRecv or a receive of unknown
 * size, up to three operations in a program and one line in a trace, is put together again.
 */
final class TiSink implements OperationSink {
    private static final int BYTES = 6;
    private static final int ANY_SOURCE_OF_SMPI = -555;
    private static final int ANY_TAG_OF_SMPI = -444;
    private static final int TAG_BITS = 20;
    private static final int MOST_COMMUNICATORS = 1 << 10;

    private static final String NOT_THE_OLDEST =
            "wait for a request that is not the oldest of its partner and tag: the line waits for the oldest";
    private static final String ANY =
            "waitany or waitsome: written as waitAny, which names no requests; another one may end";
    private static final String TAG =
            "tag that the trace gives another meaning, -444 or below 0 within a rank: written as it is";

    private final TextOutput out;
    private final int rank;
    private final int ranks;
    private final boolean waitallOneByOne;
    private final WritingLosses losses;
    private final WritingLosses remarks;
    /** The open requests, by the keys that a reader of TI traces finds them by. */
    private final Map<Integer, Key> open = new HashMap<>();

    private final SetMultimap<Key, Integer> oldestFirst = LinkedHashMultimap.create();
    private boolean needsProof;

    // operations held back until the next one determines the line that they belong to
    private @Nullable Held probe;
    private @Nullable Held receive;
    private @Nullable Held send;

    /** The key by which a wait finds its request. */
    private record Key(int source, int destination, int tag) {
        static final Key COLLECTIVE = new Key(WaitedRequest.COLLECTIVE, WaitedRequest.COLLECTIVE, 0);
    }

    private record Held(int request, int peer, int tag, int communicator, long bytes) {}

    /**
     * @param waitallOneByOne whether a waitall for some of the open requests is written as a wait for each
     * @param remarks receives changes without loss
     */
    TiSink(TextOutput out, int rank, int ranks, boolean waitallOneByOne, WritingLosses losses, WritingLosses remarks) {
        this.out = out;
        this.rank = rank;
        this.ranks = ranks;
        this.waitallOneByOne = waitallOneByOne;
        this.losses = losses;
        this.remarks = remarks;
        line("init\n");
    }

    boolean needsProof() {
        return needsProof;
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
        Held probed = probe;
        Held received = receive;
        Held sent = send;
        probe = null;
        receive = null;
        send = null;
        if (probed != null) {
            losses.count("probe that no receive of the same source and tag follows: left out");
        }
        if (received != null) {
            begin("irecv", received, false);
        }
        if (sent != null) {
            begin("isend", sent, true);
        }
    }

    private void begin(String word, Held held, boolean sends) {
        int tag = tag(held.tag, held.communicator);
        message(word, held.peer, tag, held.bytes);
        if (held.peer == rank && tag < 0 && tag != ANY_TAG) {
            // a wait for it has the form of one for a collective operation
            losses.count(TAG);
        }
        open(held.request, sends ? new Key(rank, held.peer, tag) : new Key(held.peer, rank, tag));
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

    private boolean isOldest(int request, Key key) {
        return oldestFirst.get(key).iterator().next() == request;
    }

    private void message(String word, int peer, int tag, long bytes) {
        line(word).number(peer == ANY_SOURCE ? ANY_SOURCE_OF_SMPI : peer);
        tag(tag);
        out.number(bytes == ANY_SIZE ? -1 : TiCollectiveLine.checked(bytes))
                .number(BYTES)
                .character('\n');
    }

    private void tag(int tag) {
        if (tag == ANY_TAG_OF_SMPI) {
            losses.count(TAG);
        }
        out.number(tag == ANY_TAG ? ANY_TAG_OF_SMPI : tag);
    }

    /** Messages of different communicators never match: their tags differ. */
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
                            + " written as it is");
            return tag;
        }
        remarks.count("message of another communicator: its tag distinguishes it, communicator x 2^20 more");
        return tag + (shifted << TAG_BITS);
    }

    @Override
    public void isend(int request, int destination, int tag, int communicator, long bytes, SendMode mode) {
        Held held = new Held(request, destination, tag, communicator, bytes);
        if (receive != null && send == null && mode == SendMode.STANDARD && communicator == WORLD && tag == 0) {
            send = held;
        } else {
            release();
            begin(word(mode, "isend", "ISsend", "ibsend"), held, true);
        }
    }

    private String word(SendMode mode, String standard, String synchronous, String buffered) {
        return switch (mode) {
            case STANDARD -> standard;
            case SYNCHRONOUS -> synchronous;
            case BUFFERED -> buffered;
            case READY -> {
                losses.count("send in ready mode: written as standard");
                yield standard;
            }
            case EXCHANGE -> {
                losses.count(WritingLosses.EXCHANGE);
                yield standard;
            }
        };
    }

    @Override
    public void irecv(int request, int source, int tag, int communicator, long bytes) {
        boolean probed = takeProbe(source, tag, communicator, bytes);
        Held held = new Held(request, source, tag, communicator, probed ? ANY_SIZE : bytes);
        if (!probed && tag == 0 && communicator == WORLD && source != ANY_SOURCE) {
            receive = held;
        } else {
            begin("irecv", held, false);
        }
    }

    /** Returns whether a receive is that of the probe before it; writes the operations held back otherwise. */
    private boolean takeProbe(int source, int tag, int communicator, long bytes) {
        boolean probed = (bytes == 0 || bytes == ANY_SIZE) && new Held(0, source, tag, communicator, 0).equals(probe);
        if (probed) {
            probe = null;
        }
        release();
        return probed;
    }

    @Override
    public void send(int destination, int tag, int communicator, long bytes, SendMode mode) {
        release();
        message(word(mode, "send", "Ssend", "bsend"), destination, tag(tag, communicator), bytes);
    }

    @Override
    public void recv(int source, int tag, int communicator, long bytes) {
        boolean probed = takeProbe(source, tag, communicator, bytes);
        message("recv", source, tag(tag, communicator), probed ? ANY_SIZE : bytes);
    }

    @Override
    public void probe(int source, int tag, int communicator) {
        release();
        probe = new Held(0, source, tag, communicator, 0);
    }

    @Override
    public void await(int request) {
        release();
        Key key = open.get(request);
        if (key == null) {
            // a request that a waitany may have ended
            losses.count(ANY);
            return;
        }
        if (!isOldest(request, key)) {
            losses.count(NOT_THE_OLDEST);
        }
        writeWait(key);
        close(request);
    }

    private void writeWait(Key key) {
        if (key.equals(Key.COLLECTIVE)) {
            line("wait").number(rank).number(rank).number(-1).character('\n');
            return;
        }
        line("wait")
                .number(key.source() == ANY_SOURCE ? ANY_SOURCE_OF_SMPI : key.source())
                .number(key.destination());
        out.number(key.tag() == ANY_TAG ? ANY_TAG_OF_SMPI : key.tag()).character('\n');
    }

    @Override
    public void awaitAll(int[] requests, int count) {
        Held received = receive;
        Held sent = send;
        if (received != null
                && sent != null
                && count == 2
                && requests[0] == received.request
                && requests[1] == sent.request) {
            line("sendRecv")
                    .number(TiCollectiveLine.checked(sent.bytes))
                    .number(sent.peer)
                    .number(TiCollectiveLine.checked(received.bytes));
            out.number(received.peer).number(BYTES).number(BYTES).character('\n');
            receive = null;
            send = null;
            return;
        }
        release();
        boolean all = count == open.size() && Arrays.stream(requests, 0, count).allMatch(open::containsKey);
        if (!all && waitallOneByOne) {
            awaitOneByOne(requests, count);
            return;
        }
        needsProof |= !all;
        line("waitall").number(count).character('\n');
        for (int i = 0; i < count; i++) {
            close(requests[i]);
        }
    }

    private void awaitOneByOne(int[] requests, int count) {
        boolean inOrder = true;
        for (int i = 0; i < count; i++) {
            Key key = open.get(requests[i]);
            if (key != null) {
                inOrder &= isOldest(requests[i], key);
                writeWait(key);
                close(requests[i]);
            }
        }
        remarks.count("waitall for some of the open requests: written as a wait for each");
        if (!inOrder) {
            losses.count(NOT_THE_OLDEST);
        }
    }

    @Override
    public void awaitAny(int[] requests, int count) {
        release();
        needsProof = true;
        losses.count(ANY);
        line("waitAny").number(count).character('\n');
    }

    @Override
    public void awaitSome(int[] requests, int count) {
        awaitAny(requests, count);
    }

    @Override
    public void free(int request) {
        release();
        losses.count("request freed: the trace has no line for that, and it is waited for at the end");
    }

    @Override
    public void cancel(int request) {
        release();
        losses.count(
                "request cancelled: the trace has no line for that, and it is waited for at the end, which may never come");
    }

    @Override
    public void compute(double seconds) {
        release();
        double flops = TiFlops.of(seconds);
        if (Double.isNaN(flops)) {
            remarks.count(
                    "computation that no number of flop is exactly: written as sleep, whose time does not depend on"
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
            losses.count("collective operation of another communicator of all ranks: written as one of the world");
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
