package org.tailback.trace.matching;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;
import org.tailback.program.SendMode;

/**
 * Hands on the operations of one rank but those without a partner, with their waits: requests that were never started
 * are left out of the lists of others.
 */
public final class MatchedOperations implements OperationSink {
    private final long[] dropped;
    private final Verdicts verdicts;
    private final BitSet droppedRequests = new BitSet();
    private @Nullable OperationSink target;
    private int nextDropped;
    private long number;

    /** Receives the verdict on every operation, in their order. */
    @FunctionalInterface
    public interface Verdicts {
        /** @param kept whether it was handed on */
        void operation(boolean kept);
    }

    /** @param dropped the numbers of the operations to leave out, as {@link MessageBalance#marking} has them, sorted */
    public MatchedOperations(long[] dropped, Verdicts verdicts) {
        this.dropped = dropped.clone();
        this.verdicts = verdicts;
    }

    /** Performs something that produces operations, and hands them on to a sink. */
    public void into(OperationSink sink, Consumer<OperationSink> producer) {
        target = sink;
        producer.accept(this);
        target = null;
    }

    /** Performs an operation unless it is dropped. */
    private void pass(boolean dropped, Consumer<OperationSink> operation) {
        verdicts.operation(!dropped);
        if (!dropped) {
            operation.accept(Objects.requireNonNull(target, "operations outside of into"));
        }
    }

    /** Returns whether the next operation that needs a partner has none. */
    private boolean lacksPartner() {
        boolean lacks = nextDropped < dropped.length && dropped[nextDropped] == number;
        number++;
        nextDropped += lacks ? 1 : 0;
        return lacks;
    }

    private boolean lacksPartner(int request) {
        boolean lacks = lacksPartner();
        droppedRequests.set(request, lacks);
        return lacks;
    }

    /** Returns whether a request was never started; forgets it. */
    private boolean wasDropped(int request) {
        boolean was = droppedRequests.get(request);
        droppedRequests.clear(request);
        return was;
    }

    private int[] started(int[] requests, int count) {
        return Arrays.stream(requests, 0, count)
                .filter(request -> !droppedRequests.get(request))
                .toArray();
    }

    @Override
    public void isend(int request, int destination, int tag, int communicator, long bytes, SendMode mode) {
        pass(lacksPartner(request), sink -> sink.isend(request, destination, tag, communicator, bytes, mode));
    }

    @Override
    public void irecv(int request, int source, int tag, int communicator, long bytes) {
        pass(lacksPartner(request), sink -> sink.irecv(request, source, tag, communicator, bytes));
    }

    @Override
    public void send(int destination, int tag, int communicator, long bytes, SendMode mode) {
        pass(lacksPartner(), sink -> sink.send(destination, tag, communicator, bytes, mode));
    }

    @Override
    public void recv(int source, int tag, int communicator, long bytes) {
        pass(lacksPartner(), sink -> sink.recv(source, tag, communicator, bytes));
    }

    @Override
    public void probe(int source, int tag, int communicator) {
        pass(false, sink -> sink.probe(source, tag, communicator));
    }

    @Override
    public void await(int request) {
        pass(wasDropped(request), sink -> sink.await(request));
    }

    @Override
    public void awaitAll(int[] requests, int count) {
        int[] left = started(requests, count);
        Arrays.stream(requests, 0, count).forEach(droppedRequests::clear);
        pass(left.length == 0 && count > 0, sink -> sink.awaitAll(left, left.length));
    }

    @Override
    public void awaitAny(int[] requests, int count) {
        int[] left = started(requests, count);
        pass(left.length == 0 && count > 0, sink -> sink.awaitAny(left, left.length));
    }

    @Override
    public void awaitSome(int[] requests, int count) {
        int[] left = started(requests, count);
        pass(left.length == 0 && count > 0, sink -> sink.awaitSome(left, left.length));
    }

    @Override
    public void free(int request) {
        pass(wasDropped(request), sink -> sink.free(request));
    }

    @Override
    public void cancel(int request) {
        pass(wasDropped(request), sink -> sink.cancel(request));
    }

    @Override
    public void kernel(String name, long m, long n, long k) {
        pass(false, sink -> sink.kernel(name, m, n, k));
    }

    @Override
    public void compute(double seconds) {
        pass(false, sink -> sink.compute(seconds));
    }

    @Override
    public void collective(CollectiveCall call) {
        pass(lacksPartner(), sink -> sink.collective(call));
    }

    @Override
    public void icollective(int request, CollectiveCall call) {
        pass(lacksPartner(request), sink -> sink.icollective(request, call));
    }
}
