package org.tailback.trace.ti;

import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;
import org.tailback.program.IgnoringSink;
import org.tailback.program.OperationSink;
import org.tailback.program.Program;
import org.tailback.program.SendMode;
import org.tailback.trace.ti.TiCounts.Count;

/** Program of one rank, read from its actions while it runs. {@link TiWaits} handles the ends of requests. */
final class TiProgram implements Program {
    /**
     * Number of operations per call of produce: large enough for a low cost per operation, small enough for the
     * operations of all ranks to stay in the processor's cache.
     */
    private static final int BATCH = 32;

    private final int rank;
    private final TiSource lines;
    private final double computeSpeed;
    private final TiWaits waits;
    private final TiCounts counts;
    private final Runnable whenEnded;
    private @Nullable ActionLine line;
    private boolean initialised;
    private int defaultDatatype = Datatype.BYTE;
    private boolean ended;
    private int produced;

    /**
     * Creates a program.
     *
     * @param whenEnded called once, at the end of the program
     */
    private TiProgram(
            int rank, TiSource lines, double computeSpeed, TiWaits waits, TiCounts counts, Runnable whenEnded) {
        this.rank = rank;
        this.lines = lines;
        this.computeSpeed = computeSpeed;
        this.waits = waits;
        this.counts = counts;
        this.whenEnded = whenEnded;
    }

    /**
     * Opens the program of a rank.
     *
     * @param computeSpeed compute speed of the rank, flop/s, > 0
     * @param counts counts of the reading, complete when {@code whenEnded} is called
     */
    static TiProgram open(int rank, TiSource lines, double computeSpeed, TiCounts counts, Runnable whenEnded) {
        TiWaits waits = new ReplayedWaits(rank, () -> audit(rank, lines, computeSpeed), counts);
        return new TiProgram(rank, lines, computeSpeed, waits, counts, whenEnded);
    }

    private static WaitAudit audit(int rank, TiSource lines, double computeSpeed) {
        return WaitAudit.of(rank, waits -> {
            try (TiProgram actions = new TiProgram(rank, lines, computeSpeed, waits, new TiCounts(), () -> {})) {
                actions.produceAll(new IgnoringSink() {});
            }
        });
    }

    @Override
    public boolean produce(OperationSink sink) {
        if (ended) {
            return false;
        }
        ActionLine action = line;
        if (action == null) {
            action = new ActionLine(lines.open(rank), lines.ranks(), counts);
            line = action;
        }
        produced = 0;
        while (produced < BATCH) {
            if (!action.next(rank)) {
                produced += waits.awaitRest(sink);
                counts.whole = true;
                close();
                return produced > 0;
            }
            perform(action, sink);
        }
        return true;
    }

    private void perform(ActionLine action, OperationSink sink) {
        Keyword keyword = action.keyword();
        if (keyword == null || waits.passes(keyword)) {
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
            case TESTANY -> waits.testSeveral(counts, Count.TESTANYS);
            case TESTALL -> waits.testSeveral(counts, Count.TESTALLS);
            case TESTSOME -> waits.testSeveral(counts, Count.TESTSOMES);
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
                    sink.irecv(waits.start(source, rank, tag), source, tag, bytes);
                }
                produced++;
            }
            case START -> startPersistent(action, sink);
            case WAIT -> produced += waits.await(action, sink);
            case WAITALL ->
                produced +=
                        waits.awaitAll(action.hasMore() ? action.count("number of requests") : Long.MAX_VALUE, sink);
            case WAITANY -> {
                action.count("number of requests");
                produced += waits.awaitAny(sink);
            }
            case SENDRECV -> sendAndReceive(action, sink);
            default -> {
                if (!collective(keyword, action, sink)) {
                    return;
                }
            }
        }
        action.finish();
        if (!initialised && action.defaultDatatypeUsed) {
            initialised = true;
            counts.count(Count.RANKS_WITHOUT_INIT);
        }
    }

    private boolean collective(Keyword keyword, ActionLine action, OperationSink sink) {
        Keyword blocking = keyword.blocking;
        Keyword kind = blocking == null ? keyword : blocking;
        if (TiCollectives.isOfFewerRanks(kind, action.remaining(), lines.ranks())) {
            counts.ofFewerRanks.add(keyword.word);
            return false;
        }
        CollectiveCall call =
                new TiCollectives(action, rank, lines.ranks(), defaultDatatype, computeSpeed, counts).read(kind);
        if (blocking == null) {
            sink.collective(call);
        } else {
            sink.icollective(waits.start(TiWaits.COLLECTIVE, TiWaits.COLLECTIVE, 0), call);
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
     * Returns the size of a receive in bytes. For an unknown size (below 0), SimGrid uses the size of the message; here
     * a probe determines it.
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
            sink.isend(waits.start(rank, destination, tag), destination, tag, OperationSink.WORLD, bytes, mode);
        } else {
            sink.send(destination, tag, OperationSink.WORLD, bytes, mode);
        }
        produced++;
    }

    /**
     * Starts a persistent request. The line contains only the destination. It therefore shows that the request is a
     * receive, but not its source. The size is in bytes.
     */
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
            sink.irecv(waits.start(source, rank, tag), source, tag, bytes);
        } else {
            sink.isend(waits.start(rank, destination, tag), destination, tag, bytes);
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
        int receive = waits.open.add(source, rank, 0);
        int send = waits.open.add(rank, destination, 0);
        sink.irecv(receive, source, 0, receiveBytes);
        sink.isend(send, destination, 0, sendBytes);
        sink.awaitAll(new int[] {receive, send}, 2);
        waits.open.remove(send);
        waits.open.remove(receive);
        produced += 3;
        counts.count(Count.SENDRECVS);
    }

    @Override
    public void close() {
        if (!ended) {
            ended = true;
            if (line != null) {
                line.close();
            }
            whenEnded.run();
        }
    }
}
