package org.tailback.trace.ti;

import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.tailback.program.OperationSink;
import org.tailback.program.Program;
import org.tailback.trace.io.LineReader;

/**
 * The program of one rank, read from its actions while it runs.
 *
 * <p>{@code wait} completes the oldest open request of its source, destination and tag, {@code waitall} all open requests of
 * the rank whatever its argument says, the end of the trace those that are left; so does SimGrid's replay. A wait without
 * a request is ignored and counted, where SimGrid ignores it or aborts.
 */
final class TiProgram implements Program {
    /** Enough to make a call of produce cheap, few enough to keep little in the receiver's memory. */
    private static final int BATCH = 128;

    private final int rank;
    private final int ranks;
    private final IntFunction<LineReader> opener;
    private final double computeSpeed;
    private final BiConsumer<Integer, TiCounts> whenEnded;
    private final TiCounts counts = new TiCounts();
    private final OpenRequests requests = new OpenRequests();

    private @Nullable LineReader reader;
    private @Nullable ActionLine line;
    private boolean initialised;
    private boolean waitallPerformed;
    private int defaultDatatype = Datatype.BYTE;
    private boolean ended;
    private int produced;

    /**
     * @param opener gives the lines that hold the actions of a rank
     * @param computeSpeed flop/s, > 0
     * @param whenEnded is told once, with the rank, what was ignored
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
    }

    @Override
    public boolean produce(OperationSink sink) {
        if (ended) {
            return false;
        }
        LineReader lines = reader;
        ActionLine action = line;
        if (lines == null || action == null) {
            lines = opener.apply(rank);
            action = new ActionLine(lines, ranks, counts);
            reader = lines;
            line = action;
        }
        produced = 0;
        while (produced < BATCH) {
            if (!lines.next()) {
                waitForTheRest(sink);
                close();
                return produced > 0;
            }
            if (action.begin()) {
                if (action.owner() == rank) {
                    perform(action, sink);
                } else {
                    counts.foreignLines++;
                }
            }
        }
        return true;
    }

    private void perform(ActionLine action, OperationSink sink) {
        Keyword keyword = action.keyword();
        switch (keyword) {
            case INIT -> {
                counts.inits++;
                initialised = true;
                defaultDatatype = action.hasMore() ? Datatype.DOUBLE : Datatype.BYTE;
                return;
            }
            case FINALIZE -> {
                counts.finalizes++;
                return;
            }
            case COMM_SIZE, LOCATION -> {
                return;
            }
            case COMM_SPLIT, COMM_DUP -> {
                counts.communicatorOperations++;
                return;
            }
            case TEST -> {
                action.rank("source");
                action.rank("destination");
                action.tag();
                counts.tests++;
            }
            case COMPUTE -> {
                counts.flops++;
                sink.compute(TiCollectives.seconds(action, computeSpeed));
                produced++;
            }
            case SLEEP -> {
                sink.compute(action.amount("number of seconds"));
                produced++;
            }
            case SEND -> {
                int destination = action.rank("destination");
                int tag = action.tag();
                sink.send(destination, tag, size(action));
                produced++;
            }
            case ISEND -> {
                int destination = action.rank("destination");
                int tag = action.tag();
                long bytes = size(action);
                sink.isend(requests.add(rank, destination, tag), destination, tag, bytes);
                produced++;
            }
            case RECV -> {
                int source = action.source();
                int tag = action.receiveTag();
                sink.recv(source, tag, receiveSize(action));
                produced++;
            }
            case IRECV -> {
                int source = action.source();
                int tag = action.receiveTag();
                long bytes = receiveSize(action);
                sink.irecv(requests.add(source, rank, tag), source, tag, bytes);
                produced++;
            }
            case WAIT -> await(action, sink);
            case WAITALL -> {
                awaitAll(sink);
                waitallPerformed = true;
                return; // its argument has no meaning
            }
            case SENDRECV -> sendAndReceive(action, sink);
            default -> {
                sink.collective(
                        TiCollectives.read(keyword, action, rank, ranks, defaultDatatype, computeSpeed, counts));
                produced++;
            }
        }
        action.finish();
        if (!initialised && action.defaultDatatypeUsed()) {
            initialised = true;
            counts.ranksWithoutInit++;
        }
    }

    private long size(ActionLine action) {
        long count = action.count("count");
        return action.size(count, action.datatypeSize(defaultDatatype));
    }

    private long receiveSize(ActionLine action) {
        long count = action.signedCount("count");
        if (count < 0) {
            counts.unknownReceiveSizes++;
            count = 0;
        }
        return action.size(count, action.datatypeSize(defaultDatatype));
    }

    private void await(ActionLine action, OperationSink sink) {
        int source = action.rank("source");
        int destination = action.rank("destination");
        int request = requests.take(source, destination, action.tag());
        if (request >= 0) {
            sink.await(request);
            produced++;
        } else {
            counts.unknownWaits++;
            if (waitallPerformed) {
                counts.unknownWaitsAfterWaitall++;
            }
        }
    }

    private void awaitAll(OperationSink sink) {
        int count = requests.size();
        sink.awaitAll(requests.takeAll(), count);
        produced++;
    }

    private void sendAndReceive(ActionLine action, OperationSink sink) {
        long sendCount = action.count("send-count");
        int destination = action.rank("destination");
        long receiveCount = action.count("receive-count");
        int source = action.source();
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
        counts.sendrecvs++;
    }

    private void waitForTheRest(OperationSink sink) {
        if (requests.size() > 0) {
            counts.leftRequests += requests.size();
            counts.ranksWithLeftRequests++;
            awaitAll(sink);
        }
    }

    @Override
    public void close() {
        if (!ended) {
            ended = true;
            if (reader != null) {
                reader.close();
                reader = null;
                line = null;
            }
            whenEnded.accept(rank, counts);
        }
    }
}
