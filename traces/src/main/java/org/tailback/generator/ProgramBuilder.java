package org.tailback.generator;

import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.List;
import org.tailback.program.CollectiveCall;

/**
 * Writes a program rank by rank:
 *
 * <pre>{@code
 * ParallelProgram program = ProgramBuilder.ranks(2)
 *         .rank(0).isend(0, 1, 7, 1024).compute(0.5).await(0)
 *         .rank(1).recv(0, 7, 1024)
 *         .build();
 * }</pre>
 *
 * <p>Ranks may come in any order and more than once; operations are appended. Peers, sizes and durations are checked at
 * once; whether the program can finish is not.
 */
public final class ProgramBuilder {
    private final List<List<Operation>> operations = new ArrayList<>();
    private int current;

    private ProgramBuilder(int ranks) {
        for (int rank = 0; rank < ranks; rank++) {
            operations.add(new ArrayList<>());
        }
    }

    /**
     * A program of so many ranks, all empty; operations go to rank 0 until {@link #rank} says otherwise.
     *
     * @param ranks >= 1
     * @throws org.tailback.error.InputException if there is none
     */
    public static ProgramBuilder ranks(int ranks) {
        return new ProgramBuilder(Checks.ranks(ranks, 1));
    }

    /** The following operations are those of this rank, 0 to ranks - 1. */
    public ProgramBuilder rank(int rank) {
        current = Checks.rank(rank, operations.size());
        return this;
    }

    /** See {@link org.tailback.program.OperationSink#isend}. */
    public ProgramBuilder isend(int request, int destination, int tag, long bytes) {
        return add(new Operation.Isend(request(request), peer(destination), tag, Checks.size(bytes)));
    }

    /** See {@link org.tailback.program.OperationSink#irecv}. */
    public ProgramBuilder irecv(int request, int source, int tag, long bytes) {
        return add(new Operation.Irecv(request(request), peer(source), tag, Checks.size(bytes)));
    }

    /** See {@link org.tailback.program.OperationSink#await}. */
    public ProgramBuilder await(int request) {
        return add(new Operation.Await(request(request)));
    }

    /** See {@link org.tailback.program.OperationSink#awaitAll}. */
    public ProgramBuilder awaitAll(int... requests) {
        for (int request : requests) {
            request(request);
        }
        return add(new Operation.AwaitAll(ImmutableIntArray.copyOf(requests)));
    }

    /** See {@link org.tailback.program.OperationSink#send}. */
    public ProgramBuilder send(int destination, int tag, long bytes) {
        return add(new Operation.Send(peer(destination), tag, Checks.size(bytes)));
    }

    /** See {@link org.tailback.program.OperationSink#recv}. */
    public ProgramBuilder recv(int source, int tag, long bytes) {
        return add(new Operation.Recv(peer(source), tag, Checks.size(bytes)));
    }

    /** See {@link org.tailback.program.OperationSink#compute}. */
    public ProgramBuilder compute(double seconds) {
        return add(new Operation.Compute(Checks.seconds(seconds)));
    }

    /** See {@link org.tailback.program.OperationSink#collective}; for this rank only. */
    public ProgramBuilder collective(CollectiveCall call) {
        peer(call.root());
        return add(new Operation.Collective(call));
    }

    /** The program as it stands; the builder may be used further. */
    public ExplicitProgram build() {
        return new ExplicitProgram(operations);
    }

    private ProgramBuilder add(Operation operation) {
        operations.get(current).add(operation);
        return this;
    }

    private int peer(int rank) {
        return Checks.rank(rank, operations.size());
    }

    private static int request(int request) {
        if (request < 0) {
            throw new IndexOutOfBoundsException("request " + request + " is negative");
        }
        return request;
    }
}
