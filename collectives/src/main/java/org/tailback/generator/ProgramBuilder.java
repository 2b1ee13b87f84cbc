package org.tailback.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.ProbeOutcome;
import org.tailback.program.SendMode;

/**
 * Builder of a program, rank by rank:
 *
 * <pre>{@code
 * ParallelProgram program = ProgramBuilder.ranks(2)
 *         .rank(0).isend(0, 1, 7, 1024).compute(0.5).await(0)
 *         .rank(1).recv(0, 7, 1024)
 *         .build();
 * }</pre>
 *
 * <p>Ranks may be selected in any order and repeatedly; operations are appended. Peers, sizes and durations are checked
 * when an operation is appended. The builder does not detect deadlocks.
 */
public final class ProgramBuilder {
    private final List<List<Consumer<OperationSink>>> operations = new ArrayList<>();
    private int current;
    private boolean callsKernels;

    private ProgramBuilder(int ranks) {
        for (int rank = 0; rank < ranks; rank++) {
            operations.add(new ArrayList<>());
        }
    }

    /**
     * Returns a builder for a number of ranks without operations. Operations are appended to rank 0 until {@link #rank}
     * selects another rank.
     *
     * @param ranks number of ranks, >= 1
     * @throws org.tailback.error.InputException if the number of ranks is below 1
     */
    public static ProgramBuilder ranks(int ranks) {
        return new ProgramBuilder(Checks.ranks(ranks));
    }

    /** Sets the rank of the following operations, 0 to ranks - 1. */
    public ProgramBuilder rank(int rank) {
        current = Checks.rank(rank, operations.size());
        return this;
    }

    /** Appends a standard {@link OperationSink#isend} in the world communicator. */
    public ProgramBuilder isend(int request, int destination, int tag, long bytes) {
        return isend(request, destination, tag, OperationSink.WORLD, bytes, SendMode.STANDARD);
    }

    /** Appends an {@link OperationSink#isend}. */
    public ProgramBuilder isend(int request, int destination, int tag, int communicator, long bytes, SendMode mode) {
        return append(
                sink -> sink.isend(request(request), peer(destination), tag, communicator, Checks.size(bytes), mode));
    }

    /** Appends an {@link OperationSink#irecv} in the world communicator. */
    public ProgramBuilder irecv(int request, int source, int tag, long bytes) {
        return irecv(request, source, tag, OperationSink.WORLD, bytes);
    }

    /** Appends an {@link OperationSink#irecv}. */
    public ProgramBuilder irecv(int request, int source, int tag, int communicator, long bytes) {
        return append(sink -> sink.irecv(request(request), source(source), tag, communicator, Checks.size(bytes)));
    }

    /** Appends an {@link OperationSink#await}. */
    public ProgramBuilder await(int request) {
        return append(sink -> sink.await(request(request)));
    }

    /** Appends an {@link OperationSink#awaitAll}. */
    public ProgramBuilder awaitAll(int... requests) {
        return append(sink -> sink.awaitAll(requests(requests), requests.length));
    }

    /** Appends an {@link OperationSink#awaitAny}. */
    public ProgramBuilder awaitAny(int... requests) {
        return append(sink -> sink.awaitAny(requests(requests), requests.length));
    }

    /** Appends an {@link OperationSink#awaitSome}. */
    public ProgramBuilder awaitSome(int... requests) {
        return append(sink -> sink.awaitSome(requests(requests), requests.length));
    }

    /** Appends an {@link OperationSink#free}. */
    public ProgramBuilder free(int request) {
        return append(sink -> sink.free(request(request)));
    }

    /** Appends an {@link OperationSink#cancel}. */
    public ProgramBuilder cancel(int request) {
        return append(sink -> sink.cancel(request(request)));
    }

    /** Appends an {@link OperationSink#probe}. */
    public ProgramBuilder probe(int source, int tag, int communicator) {
        return append(sink -> sink.probe(source(source), tag, communicator));
    }

    /** Appends a standard {@link OperationSink#send} in the world communicator. */
    public ProgramBuilder send(int destination, int tag, long bytes) {
        return send(destination, tag, OperationSink.WORLD, bytes, SendMode.STANDARD);
    }

    /** Appends an {@link OperationSink#send}. */
    public ProgramBuilder send(int destination, int tag, int communicator, long bytes, SendMode mode) {
        return append(sink -> sink.send(peer(destination), tag, communicator, Checks.size(bytes), mode));
    }

    /** Appends an {@link OperationSink#recv} in the world communicator. */
    public ProgramBuilder recv(int source, int tag, long bytes) {
        return recv(source, tag, OperationSink.WORLD, bytes);
    }

    /** Appends an {@link OperationSink#recv}. */
    public ProgramBuilder recv(int source, int tag, int communicator, long bytes) {
        return append(sink -> sink.recv(source(source), tag, communicator, Checks.size(bytes)));
    }

    /** Appends an {@link OperationSink#compute}. */
    public ProgramBuilder compute(double seconds) {
        return append(sink -> sink.compute(Checks.seconds(seconds)));
    }

    /** Appends an {@link OperationSink#iprobe}. */
    public ProgramBuilder iprobe(int source, int tag, int communicator, ProbeOutcome outcome) {
        return append(sink -> sink.iprobe(source(source), tag, communicator, outcome));
    }

    /** Appends an {@link OperationSink#kernel}. */
    public ProgramBuilder kernel(String name, long m, long n, long k) {
        callsKernels = true;
        return append(sink -> sink.kernel(name, m, n, k));
    }

    /** Appends an {@link OperationSink#collective} for this rank only. */
    public ProgramBuilder collective(CollectiveCall call) {
        return append(sink -> sink.collective(checked(call)));
    }

    /** Appends an {@link OperationSink#icollective} for this rank only. */
    public ProgramBuilder icollective(int request, CollectiveCall call) {
        return append(sink -> sink.icollective(request(request), checked(call)));
    }

    private CollectiveCall checked(CollectiveCall call) {
        Checks.rank(call.root(), call.group() == null ? operations.size() : call.group().length);
        return call;
    }

    /** Returns the program with the operations so far; the builder remains usable. */
    public ParallelProgram build() {
        return StoredProgram.of(operations, callsKernels);
    }

    /** Stores an operation of the current rank and evaluates its arguments at once. */
    private ProgramBuilder append(Consumer<OperationSink> operation) {
        operation.accept(new StoringSink(operations.get(current)));
        return this;
    }

    private int peer(int rank) {
        return Checks.rank(rank, operations.size());
    }

    private int source(int rank) {
        return rank == OperationSink.ANY_SOURCE ? rank : peer(rank);
    }

    private static int[] requests(int[] requests) {
        for (int request : requests) {
            request(request);
        }
        return requests;
    }

    private static int request(int request) {
        if (request < 0) {
            throw new IndexOutOfBoundsException("request " + request + " is negative");
        }
        return request;
    }
}
