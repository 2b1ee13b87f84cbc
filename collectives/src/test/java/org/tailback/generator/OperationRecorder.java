package org.tailback.generator;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;
import org.tailback.program.ProbeOutcome;
import org.tailback.program.Program;
import org.tailback.program.SendMode;

/** Sink that converts calls into values and adds them to a collection. */
public final class OperationRecorder implements OperationSink {
    private final Collection<Operation> operations;

    /** @param operations collection that receives the operations, in their order */
    public OperationRecorder(Collection<Operation> operations) {
        this.operations = operations;
    }

    @Override
    public void isend(int request, int destination, int tag, int communicator, long bytes, SendMode mode) {
        operations.add(new Operation.Isend(request, destination, tag, communicator, bytes, mode));
    }

    @Override
    public void irecv(int request, int source, int tag, int communicator, long bytes) {
        operations.add(new Operation.Irecv(request, source, tag, communicator, bytes));
    }

    @Override
    public void send(int destination, int tag, int communicator, long bytes, SendMode mode) {
        operations.add(new Operation.Send(destination, tag, communicator, bytes, mode));
    }

    @Override
    public void recv(int source, int tag, int communicator, long bytes) {
        operations.add(new Operation.Recv(source, tag, communicator, bytes));
    }

    @Override
    public void probe(int source, int tag, int communicator) {
        operations.add(new Operation.Probe(source, tag, communicator));
    }

    @Override
    public void iprobe(int source, int tag, int communicator, ProbeOutcome outcome) {
        operations.add(new Operation.Iprobe(source, tag, communicator, outcome));
    }

    @Override
    public void kernel(String name, long m, long n, long k) {
        operations.add(new Operation.Kernel(name, m, n, k));
    }

    @Override
    public void await(int request) {
        operations.add(new Operation.Await(request));
    }

    @Override
    public void awaitAll(int[] requests, int count) {
        operations.add(new Operation.AwaitAll(list(requests, count)));
    }

    @Override
    public void awaitAny(int[] requests, int count) {
        operations.add(new Operation.AwaitAny(list(requests, count)));
    }

    @Override
    public void awaitSome(int[] requests, int count) {
        operations.add(new Operation.AwaitSome(list(requests, count)));
    }

    @Override
    public void free(int request) {
        operations.add(new Operation.Free(request));
    }

    @Override
    public void cancel(int request) {
        operations.add(new Operation.Cancel(request));
    }

    @Override
    public void compute(double seconds) {
        operations.add(new Operation.Compute(seconds));
    }

    @Override
    public void collective(CollectiveCall call) {
        operations.add(new Operation.Collective(call));
    }

    @Override
    public void icollective(int request, CollectiveCall call) {
        operations.add(new Operation.Icollective(request, call));
    }

    /** Reads the progress thread's program to its end. */
    @Override
    public void start(int request, Program progressThread) {
        List<Operation> ofProgressThread = new ArrayList<>();
        OperationRecorder recorder = new OperationRecorder(ofProgressThread);
        try (progressThread) {
            progressThread.produceAll(recorder);
        }
        operations.add(new Operation.Start(request, ImmutableList.copyOf(ofProgressThread)));
    }

    private static ImmutableIntArray list(int[] requests, int count) {
        return ImmutableIntArray.copyOf(Arrays.copyOf(requests, count));
    }
}
