package org.tailback.trace.graph;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.tailback.columns.Columns;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall;
import org.tailback.program.GroupedSink;
import org.tailback.program.OperationKind;
import org.tailback.program.OperationSink;
import org.tailback.program.Program;
import org.tailback.program.SendMode;
import org.tailback.schedule.RankGraph;
import org.tailback.schedule.Schedule;
import org.tailback.trace.WritingLosses;

/**
 * Conversion of a rank's program to a dependency graph. Every operation of the program waits for the events that the
 * rank has waited for since the previous operation: for the start of a non-blocking operation, for the completion of a
 * blocking operation, and for the completion of the requests of a wait. So isend 0, compute, wait 0, send becomes
 *
 * <pre>
 * l1: send …
 * l2: calc …
 * l3: send …
 * l2 irequires l1
 * l3 requires l2
 * l3 requires l1
 * </pre>
 *
 * A progress thread is a separate sequence of operations on another CPU. The sequence begins where the program starts
 * the thread. The request of the thread waits for the end of the sequence.
 */
public final class ProgramGraph extends GroupedSink {
    private static final int CPUS = 256;
    private static final double NANOSECONDS = 1e9;
    /** Largest deviation of recorded times from whole nanoseconds that is not reported, in nanoseconds. */
    private static final double WHOLE = 1e-3;

    private final int rank;
    private final int ranks;
    private final RankGraph graph;
    private final GraphTags tags;
    private final WritingLosses losses;
    private final WritingLosses remarks;
    private final BitSet busyCpus;
    private final int cpu;

    /** Operations for which the next operation waits. */
    private final Waits next = new Waits();
    /** Operations by request; null for unused requests. */
    private @Nullable Waits[] requests = new Waits[8];
    /** CPU of the progress thread by request; 0 without a thread. */
    private int[] progressCpus = new int[8];
    /** Rounding error of the computations written so far, in nanoseconds, which is added to the next computation. */
    private double notWritten;

    private long rounded;

    private final BitSet known = new BitSet();

    /** Operations whose start or completion is awaited. */
    private static final class Waits {
        private int[] operations = new int[4];
        private int count;

        /** Adds an operation, whose bits are inverted if its start is awaited. */
        void add(int operation) {
            operations = Columns.fit(operations, count);
            operations[count++] = operation;
        }

        void addAll(Waits others) {
            for (int i = 0; i < others.count; i++) {
                // the completion of an operation implies its start
                if (count > 0 && operations[count - 1] == ~others.operations[i]) {
                    count--;
                }
                add(others.operations[i]);
            }
        }

        void clear() {
            count = 0;
        }
    }

    /**
     * Creates the graph of one rank.
     *
     * @param ranks number of ranks of the program
     * @param graph receives the operations
     * @param tags tags of the program; all ranks share this object and the counts
     * @param remarks counts of changes without loss
     */
    public ProgramGraph(
            int rank, int ranks, RankGraph graph, GraphTags tags, WritingLosses losses, WritingLosses remarks) {
        this(rank, ranks, graph, tags, losses, remarks, new BitSet(CPUS), 0);
    }

    private ProgramGraph(
            int rank,
            int ranks,
            RankGraph graph,
            GraphTags tags,
            WritingLosses losses,
            WritingLosses remarks,
            BitSet busyCpus,
            int cpu) {
        this.rank = rank;
        this.ranks = ranks;
        this.graph = graph;
        this.tags = tags;
        this.losses = losses;
        this.remarks = remarks;
        this.busyCpus = busyCpus;
        this.cpu = cpu;
    }

    /**
     * Appends a sequence of operations that begins when other operations have ended.
     *
     * @param waits operations that the first operation waits for, as returned by earlier calls; empty for the start of
     *     the rank
     * @param itsCpu CPU of the operations, 0 to 255
     * @param operations writer of the operations
     * @return the operations whose completion is the end of the sequence; {@code waits} if the sequence is empty
     */
    public int[] append(int[] waits, int itsCpu, Consumer<OperationSink> operations) {
        ProgramGraph chain = new ProgramGraph(rank, ranks, graph, tags, losses, remarks, busyCpus, itsCpu);
        for (int waited : waits) {
            chain.next.add(waited);
        }
        operations.accept(chain);
        chain.end();
        return Arrays.copyOf(chain.next.operations, chain.next.count);
    }

    /** Completes the graph: counts remaining requests and rounded times. */
    public void end() {
        losses.count(
                rounded,
                "computation that is not a whole number of nanoseconds: rounded, the error is added to the next"
                        + " computation");
        losses.count(
                Arrays.stream(requests).filter(Objects::nonNull).count(),
                "request never waited for: its rank ends after its completion");
    }

    private int add(Schedule.Kind kind, long size, int peer, int tag) {
        if (peer >= ranks) {
            throw new InputException(
                    "Rank " + rank + " has a message to or from rank " + peer + ", but there are " + ranks + " ranks");
        }
        int operation = graph.add(kind, size, peer, tag, cpu, 0);
        for (int i = 0; i < next.count; i++) {
            int waitedFor = next.operations[i];
            if (waitedFor < 0) {
                graph.afterStart(operation, ~waitedFor);
            } else {
                graph.afterCompletion(operation, waitedFor);
            }
        }
        next.clear();
        return operation;
    }

    /** Makes the next operation wait for the start or the completion of the operation added last. */
    private void posted(int request, int operation) {
        if (request == NO_REQUEST) {
            next.add(operation);
        } else {
            next.add(~operation);
            Waits waits = new Waits();
            waits.add(operation);
            put(request, waits, 0);
        }
    }

    private void put(int request, Waits waits, int progressCpu) {
        if (request < 0) {
            throw new InputException("Rank " + rank + " has a request of number " + request + ". Number them from 0");
        }
        requests = Columns.fit(requests, request);
        progressCpus = Columns.fit(progressCpus, request);
        requests[request] = waits;
        known.set(request);
        progressCpus[request] = progressCpu;
    }

    private boolean isInUse(int request) {
        return request >= 0 && request < requests.length && requests[request] != null;
    }

    private Waits endOf(int request) {
        Waits waits = Objects.requireNonNull(requests[request]);
        requests[request] = null;
        busyCpus.clear(progressCpus[request]);
        return waits;
    }

    @Override
    protected void message(
            OperationKind kind, int request, int peer, int tag, int communicator, long bytes, SendMode mode) {
        switch (kind) {
            case PROBE -> losses.count("probe: left out, the rank does not wait for the message there");
            case SEND, ISEND -> postSend(request, peer, tags.of(communicator, tag), bytes, mode);
            default ->
                posted(
                        request,
                        add(
                                Schedule.Kind.RECEIVE,
                                bytes == ANY_SIZE ? 0 : bytes,
                                peer == ANY_SOURCE ? Schedule.ANY : peer,
                                tag == ANY_TAG ? tags.any(communicator) : tags.of(communicator, tag)));
        }
    }

    private void postSend(int request, int destination, int tag, long bytes, SendMode mode) {
        switch (mode) {
            case STANDARD -> {}
            case SYNCHRONOUS ->
                losses.count("synchronous send: written as a standard send, which completes without its receiver if the"
                        + " message is small");
            case BUFFERED ->
                losses.count("buffered send: nothing waits for its completion, as if only the CPU had an overhead");
            case READY -> losses.count("ready send: written as a standard send");
            case EXCHANGE -> losses.count(WritingLosses.EXCHANGE);
        }
        int operation = add(Schedule.Kind.SEND, bytes, destination, tag);
        if (mode != SendMode.BUFFERED) {
            posted(request, operation);
            return;
        }
        next.add(~operation);
        if (request != NO_REQUEST) {
            put(request, new Waits(), 0);
        }
    }

    @Override
    protected void request(OperationKind kind, int request) {
        if (kind == OperationKind.CANCEL) {
            throw new InputException(
                    "Rank " + rank + " cancels a request: a schedule cannot take an operation back. Write the"
                            + " native form (tailback)");
        }
        boolean waits = kind == OperationKind.WAIT;
        if (isInUse(request)) {
            Waits end = endOf(request);
            if (waits) {
                next.addAll(end);
            }
        } else if (waits && (request < 0 || !known.get(request))) {
            throw new InputException("Rank " + rank + " waits for request " + request + ", which was never started");
        }
    }

    @Override
    protected void requests(OperationKind kind, int[] awaited, int count) {
        if (kind == OperationKind.WAITALL) {
            for (int i = 0; i < count; i++) {
                await(awaited[i]);
            }
            return;
        }
        int[] inUse = Arrays.stream(awaited, 0, count).filter(this::isInUse).toArray();
        if (inUse.length > 1) {
            losses.count("wait for " + (kind == OperationKind.WAITANY ? "any" : "some")
                    + " of several requests: written as the wait for the first request in use");
        }
        if (inUse.length > 0) {
            await(inUse[0]);
        }
    }

    @Override
    public void compute(double seconds) {
        double wanted = seconds * NANOSECONDS + notWritten;
        double written = Math.rint(wanted);
        if (!(written < 0x1p63)) {
            throw new InputException("Rank " + rank + " computes " + seconds + " s: more nanoseconds than 2^63");
        }
        notWritten = wanted - written;
        if (Math.abs(seconds * NANOSECONDS - Math.rint(seconds * NANOSECONDS)) > WHOLE) {
            rounded++;
        }
        if (written > 0) {
            next.add(add(Schedule.Kind.CALCULATION, (long) written, 0, 0));
        }
    }

    @Override
    public void collective(CollectiveCall call) {
        throw new IllegalStateException("collective operations are expanded before");
    }

    @Override
    public void start(int request, Program progressThread) {
        remarks.count("progress thread of a rank (a non-blocking collective operation): on a separate CPU");
        int free = busyCpus.nextClearBit(1);
        int progressCpu = free < CPUS ? free : CPUS - 1;
        busyCpus.set(progressCpu);
        ProgramGraph chain = new ProgramGraph(rank, ranks, graph, tags, losses, remarks, busyCpus, progressCpu);
        chain.next.addAll(next);
        try (progressThread) {
            progressThread.produceAll(chain);
        }
        chain.end();
        put(request, chain.next, progressCpu);
    }
}
