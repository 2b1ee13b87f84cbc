package org.tailback.generator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;
import org.tailback.program.ProbeOutcome;
import org.tailback.program.Program;
import org.tailback.program.SendMode;
import org.tailback.stability.Internal;

/** Sink that stores operations, each as a function that appends it to another sink. */
@Internal
public final class StoringSink implements OperationSink {
    private final Collection<Consumer<OperationSink>> operations;

    /**
     * Creates a sink.
     *
     * @param operations collection that receives the operations, in their order
     */
    public StoringSink(Collection<Consumer<OperationSink>> operations) {
        this.operations = operations;
    }

    @Override
    public void isend(int request, int destination, int tag, int communicator, long bytes, SendMode mode) {
        operations.add(sink -> sink.isend(request, destination, tag, communicator, bytes, mode));
    }

    @Override
    public void irecv(int request, int source, int tag, int communicator, long bytes) {
        operations.add(sink -> sink.irecv(request, source, tag, communicator, bytes));
    }

    @Override
    public void send(int destination, int tag, int communicator, long bytes, SendMode mode) {
        operations.add(sink -> sink.send(destination, tag, communicator, bytes, mode));
    }

    @Override
    public void recv(int source, int tag, int communicator, long bytes) {
        operations.add(sink -> sink.recv(source, tag, communicator, bytes));
    }

    @Override
    public void probe(int source, int tag, int communicator) {
        operations.add(sink -> sink.probe(source, tag, communicator));
    }

    @Override
    public void iprobe(int source, int tag, int communicator, ProbeOutcome outcome) {
        operations.add(sink -> sink.iprobe(source, tag, communicator, outcome));
    }

    @Override
    public void kernel(String name, long m, long n, long k) {
        operations.add(sink -> sink.kernel(name, m, n, k));
    }

    @Override
    public void await(int request) {
        operations.add(sink -> sink.await(request));
    }

    @Override
    public void awaitAll(int[] requests, int count) {
        int[] kept = Arrays.copyOf(requests, count);
        operations.add(sink -> sink.awaitAll(kept, count));
    }

    @Override
    public void awaitAny(int[] requests, int count) {
        int[] kept = Arrays.copyOf(requests, count);
        operations.add(sink -> sink.awaitAny(kept, count));
    }

    @Override
    public void awaitSome(int[] requests, int count) {
        int[] kept = Arrays.copyOf(requests, count);
        operations.add(sink -> sink.awaitSome(kept, count));
    }

    @Override
    public void free(int request) {
        operations.add(sink -> sink.free(request));
    }

    @Override
    public void cancel(int request) {
        operations.add(sink -> sink.cancel(request));
    }

    @Override
    public void compute(double seconds) {
        operations.add(sink -> sink.compute(seconds));
    }

    @Override
    public void collective(CollectiveCall call) {
        operations.add(sink -> sink.collective(call));
    }

    @Override
    public void icollective(int request, CollectiveCall call) {
        operations.add(sink -> sink.icollective(request, call));
    }

    /** Reads the progress thread's program to its end. */
    @Override
    public void start(int request, Program progressThread) {
        List<Consumer<OperationSink>> stored = new ArrayList<>();
        try (progressThread) {
            progressThread.produceAll(new StoringSink(stored));
        }
        operations.add(sink -> {
            Iterator<Consumer<OperationSink>> left = stored.iterator();
            sink.start(request, target -> {
                if (left.hasNext()) {
                    left.next().accept(target);
                    return true;
                }
                return false;
            });
        });
    }
}
