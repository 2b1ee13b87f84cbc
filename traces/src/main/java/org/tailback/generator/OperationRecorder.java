package org.tailback.generator;

import com.google.common.primitives.ImmutableIntArray;
import java.util.Arrays;
import java.util.Collection;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;

/** Turns calls into values and adds them to a collection. */
public final class OperationRecorder implements OperationSink {
    private final Collection<Operation> operations;

    /** @param operations where to put the operations, in their order */
    public OperationRecorder(Collection<Operation> operations) {
        this.operations = operations;
    }

    @Override
    public void isend(int request, int destination, int tag, long bytes) {
        operations.add(new Operation.Isend(request, destination, tag, bytes));
    }

    @Override
    public void irecv(int request, int source, int tag, long bytes) {
        operations.add(new Operation.Irecv(request, source, tag, bytes));
    }

    @Override
    public void await(int request) {
        operations.add(new Operation.Await(request));
    }

    @Override
    public void awaitAll(int[] requests, int count) {
        operations.add(new Operation.AwaitAll(ImmutableIntArray.copyOf(Arrays.copyOf(requests, count))));
    }

    @Override
    public void send(int destination, int tag, long bytes) {
        operations.add(new Operation.Send(destination, tag, bytes));
    }

    @Override
    public void recv(int source, int tag, long bytes) {
        operations.add(new Operation.Recv(source, tag, bytes));
    }

    @Override
    public void compute(double seconds) {
        operations.add(new Operation.Compute(seconds));
    }

    @Override
    public void collective(CollectiveCall call) {
        operations.add(new Operation.Collective(call));
    }
}
