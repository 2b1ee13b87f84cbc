package org.tailback.trace.ti;

import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;
import org.tailback.program.Program;
import org.tailback.program.SendMode;
import org.tailback.trace.io.LineReader;
import org.tailback.trace.ti.TiCounts.Count;

/**
 * The program of one rank, read from its actions while it runs.
 *
 * <p>{@link PlainAction} reads nearly all lines quickly; {@link ActionLine} reads unusual ones. {@link TiWaits}
 * handles the ends of requests.
 */
final class TiProgram implements Program {
    /**
     * Operations per call of produce: enough to make a call cheap, few enough for the operations of all ranks to stay
     * in the processor's cache.
     */
    private static final int BATCH = 32;

    /** Counts up to here make sizes of less than 2^53 bytes, whatever the datatype. */
    private static final long SMALL_COUNT = 1L << 46;

    private final int rank;
    private final int ranks;
    private final IntFunction<LineReader> opener;
    private final double computeSpeed;
    private final BiConsumer<Integer, TiCounts> whenEnded;
    private final TiCounts counts = new TiCounts();
    private final TiRequests requests = new TiRequests();
    private final TiWaits waits;

    private @Nullable LineReader reader;
    private @Nullable PlainAction plain;
    private @Nullable ActionLine line;
    private boolean initialised;
    private int defaultDatatype = Datatype.BYTE;
    private boolean ended;
    private int produced;

    /**
     * @param opener opens the lines that hold the actions of a rank
     * @param computeSpeed flop/s, > 0
     * @param whenEnded receives the rank and its counts once, at the end
     */
    TiProgram(
            int rank,
            int ranks,
            IntFunction<LineReader> opener,
            double computeSpeed,
            BiConsumer<Integer, TiCounts> whenEnded) {
        this.rank = rank;
        this.ranks = ranks;
        this.opener = opener;
        this.computeSpeed = computeSpeed;
        this.whenEnded = whenEnded;
        waits = new TiWaits(rank, ranks, opener, requests, counts);
    }

    @Override
    public boolean produce(OperationSink sink) {
        if (ended) {
            return false;
        }
        LineReader lines = reader;
        PlainAction common = plain;
        if (lines == null || common == null) {
            lines = opener.apply(rank);
            common = new PlainAction(lines);
            reader = lines;
            plain = common;
        }
        produced = 0;
        while (produced < BATCH) {
            if (!lines.advance()) {
                produced += waits.awaitRest(sink);
                counts.whole = true;
                close();
                return produced > 0;
            }
            if (!common.take() || !perform(common, sink)) {
                performAny(lines, sink);
            }
        }
        return true;
    }

    /**
     * Performs an action of the common kinds; false, with nothing done, if it is of another kind or something is
     * unusual.
     */
    private boolean perform(PlainAction action, OperationSink sink) {
        Keyword keyword = action.keyword();
        if (action.owner() != rank || keyword == null) {
            return false;
        }
        int arguments = action.count();
        long first = action.number(0);
        long tag = action.number(1);
        if (keyword == Keyword.COMPUTE) {
            double seconds = first / computeSpeed;
            if (arguments != 1 || seconds == Double.POSITIVE_INFINITY) {
                return false;
            }
            counts.count(Count.FLOPS);
            sink.compute(seconds);
            produced++;
            return true;
        }
        if (first >= ranks || arguments < 3) {
            return false;
        }
        if (keyword == Keyword.WAIT) {
            // a tag is the last of three here
            int request = arguments == 3 && tag < ranks && action.number(2) <= Integer.MAX_VALUE
                    ? requests.take((int) first, (int) tag, (int) action.number(2))
                    : -1;
            if (request < 0) {
                return false;
            }
            produced += waits.end(request, sink);
            return true;
        }
        long count = action.number(2);
        long datatype = arguments == 4 ? action.number(3) : defaultDatatype;
        if (tag > Integer.MAX_VALUE
                || count > SMALL_COUNT
                || datatype > Datatype.last()
                || arguments == 3 && !initialised) {
            return false;
        }
        long bytes = count * Datatype.size((int) datatype);
        return sendOrReceive(keyword, (int) first, (int) tag, bytes, sink);
    }

    private boolean sendOrReceive(Keyword keyword, int peer, int tag, long bytes, OperationSink sink) {
        switch (keyword) {
            case SEND -> sink.send(peer, tag, OperationSink.WORLD, bytes, SendMode.STANDARD);
            case RECV -> sink.recv(peer, tag, OperationSink.WORLD, bytes);
            case ISEND ->
                sink.isend(requests.add(rank, peer, tag), peer, tag, OperationSink.WORLD, bytes, SendMode.STANDARD);
            case IRECV -> sink.irecv(requests.add(peer, rank, tag), peer, tag, OperationSink.WORLD, bytes);
            default -> {
                return false;
            }
        }
        produced++;
        return true;
    }

    private void performAny(LineReader lines, OperationSink sink) {
        ActionLine action = line;
        if (action == null) {
            action = new ActionLine(lines, ranks, counts);
            line = action;
        }
        if (action.begin()) {
            if (action.owner() == rank) {
                perform(action, sink);
            } else {
                counts.count(Count.FOREIGN_LINES);
            }
        }
        action.end();
    }

    private void perform(ActionLine action, OperationSink sink) {
        Keyword keyword = action.keyword();
        if (keyword == null) {
            return;
        }
        switch (keyword) {
            case INIT -> {
                counts.count(Count.INITS);
                initialised = true;
                defaultDatatype = action.hasMore() ? Datatype.DOUBLE : Datatype.BYTE;
                return;
            }
            case FINALIZE -> {
                counts.count(Count.FINALIZES);
                return;
            }
            case COMM_SIZE, LOCATION -> {
                return;
            }
            case COMM_SPLIT, COMM_DUP -> {
                counts.count(Count.COMMUNICATOR_OPERATIONS);
                return;
            }
            case TEST -> produced += waits.test(action, sink);
            case TESTANY -> counts.count(Count.TESTANYS);
            case TESTALL -> counts.count(Count.TESTALLS);
            case TESTSOME -> counts.count(Count.TESTSOMES);
            case COMPUTE -> {
                counts.count(Count.FLOPS);
                sink.compute(TiCollectives.seconds(action, computeSpeed));
                produced++;
            }
            case SLEEP -> {
                sink.compute(action.amount("number of seconds"));
                produced++;
            }
            case SEND -> send(action, false, SendMode.STANDARD, sink);
            case SSEND -> send(action, false, SendMode.SYNCHRONOUS, sink);
            case BSEND -> send(action, false, SendMode.BUFFERED, sink);
            case ISEND -> send(action, true, SendMode.STANDARD, sink);
            case ISSEND -> send(action, true, SendMode.SYNCHRONOUS, sink);
            case IBSEND -> send(action, true, SendMode.BUFFERED, sink);
            case RECV, IRECV -> {
                int source = source(action);
                int tag = action.receiveTag();
                long bytes = receiveSize(action, source, tag, sink);
                if (keyword == Keyword.RECV) {
                    sink.recv(source, tag, bytes);
                } else {
                    sink.irecv(requests.add(source, rank, tag), source, tag, bytes);
                }
                produced++;
            }
            case START -> startPersistent(action, sink);
            case WAIT -> produced += waits.await(action, sink);
            case WAITALL -> produced += waits.awaitAll(action, sink);
            case WAITANY -> produced += waits.awaitAny(action, sink);
            case SENDRECV -> sendAndReceive(action, sink);
            default -> {
                if (!collective(keyword, action, sink)) {
                    return;
                }
            }
        }
        action.finish();
        if (!initialised && action.defaultDatatypeUsed()) {
            initialised = true;
            counts.count(Count.RANKS_WITHOUT_INIT);
        }
    }

    private boolean collective(Keyword keyword, ActionLine action, OperationSink sink) {
        Keyword blocking = keyword.blocking();
        Keyword kind = blocking == null ? keyword : blocking;
        if (TiCollectives.isOfFewerRanks(kind, action.remaining(), ranks)) {
            counts.ofFewerRanks(keyword.word());
            return false;
        }
        CollectiveCall call = new TiCollectives(action, rank, ranks, defaultDatatype, computeSpeed, counts).read(kind);
        if (blocking == null) {
            sink.collective(call);
        } else {
            sink.icollective(requests.add(WaitedRequest.COLLECTIVE, WaitedRequest.COLLECTIVE, 0), call);
        }
        counts.count(Count.COLLECTIVES);
        produced++;
        return true;
    }

    private long size(ActionLine action) {
        long count = action.count("count");
        return action.size(count, action.datatypeSize(defaultDatatype));
    }

    private int source(ActionLine action) {
        int source = action.source();
        if (source == OperationSink.ANY_SOURCE) {
            counts.count(Count.ANY_SOURCES);
        }
        return source;
    }

    /**
     * Returns the size of a receive in bytes; where it is unknown (below 0), SimGrid takes that of the message: a
     * probe.
     */
    private long receiveSize(ActionLine action, int source, int tag, OperationSink sink) {
        long count = action.signedCount("count");
        if (count < 0) {
            sink.probe(source, tag, OperationSink.WORLD);
            produced++;
            counts.count(Count.ADDED_PROBES);
        }
        long bytes = action.size(Math.max(0, count), action.datatypeSize(defaultDatatype));
        return count < 0 ? OperationSink.ANY_SIZE : bytes;
    }

    private void send(ActionLine action, boolean starts, SendMode mode, OperationSink sink) {
        int destination = action.destination();
        int tag = action.tag();
        long bytes = size(action);
        if (destination == ActionLine.NO_RANK) {
            counts.count(starts ? Count.ISENDS_TO_NO_RANK : Count.SENDS_TO_NO_RANK);
            return;
        }
        if (starts) {
            sink.isend(requests.add(rank, destination, tag), destination, tag, OperationSink.WORLD, bytes, mode);
        } else {
            sink.send(destination, tag, OperationSink.WORLD, bytes, mode);
        }
        produced++;
    }

    /** Names the destination only, so that it identifies a receive but not its source. The size is in bytes. */
    private void startPersistent(ActionLine action, OperationSink sink) {
        int destination = action.destination();
        int tag = action.tag();
        long bytes = action.count("number of bytes");
        action.skip(1);
        counts.count(Count.STARTS);
        if (destination == ActionLine.NO_RANK) {
            counts.count(Count.STARTS_FOR_NO_RANK);
            return;
        }
        if (destination == rank) {
            counts.count(Count.PERSISTENT_RECEIVES);
            int source = OperationSink.ANY_SOURCE;
            sink.irecv(requests.add(source, rank, tag), source, tag, bytes);
        } else {
            sink.isend(requests.add(rank, destination, tag), destination, tag, bytes);
        }
        produced++;
    }

    private void sendAndReceive(ActionLine action, OperationSink sink) {
        long sendCount = action.count("send-count");
        int destination = action.rank("destination");
        long receiveCount = action.count("receive-count");
        int source = source(action);
        long sendBytes = action.size(sendCount, action.datatypeSize(defaultDatatype));
        long receiveBytes = action.size(receiveCount, action.datatypeSize(defaultDatatype));
        int receive = requests.add(source, rank, 0);
        int send = requests.add(rank, destination, 0);
        sink.irecv(receive, source, 0, receiveBytes);
        sink.isend(send, destination, 0, sendBytes);
        sink.awaitAll(new int[] {receive, send}, 2);
        requests.remove(send);
        requests.remove(receive);
        produced += 3;
        counts.count(Count.SENDRECVS);
    }

    @Override
    public void close() {
        if (!ended) {
            ended = true;
            if (reader != null) {
                reader.close();
                reader = null;
                plain = null;
                line = null;
            }
            whenEnded.accept(rank, counts);
        }
    }
}
