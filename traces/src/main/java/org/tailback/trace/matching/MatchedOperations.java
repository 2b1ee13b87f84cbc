package org.tailback.trace.matching;

import java.util.Arrays;
import java.util.BitSet;
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

    /**
     * @param dropped the numbers of the operations to leave out, as {@link MessageBalance.UnmatchedListener} has them, sorted
     * @param verdicts of each operation
     */
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

    private OperationSink kept() {
        verdicts.operation(true);
        OperationSink sink = target;
        if (sink == null) {
            throw new IllegalStateException("operations outside of into");
        }
        return sink;
    }

    private void drop() {
        verdicts.operation(false);
    }

    private boolean lacksPartner() {
        boolean lacks = nextDropped < dropped.length && dropped[nextDropped] == number;
        number++;
        nextDropped += lacks ? 1 : 0;
        if (lacks) {
            drop();
        }
        return lacks;
    }

    private boolean lacksPartner(int request) {
        boolean lacks = lacksPartner();
        droppedRequests.set(request, lacks);
        return lacks;
    }

    private boolean wasDropped(int request) {
        boolean was = droppedRequests.get(request);
        droppedRequests.clear(request);
        return was;
    }

    @Override
    public void isend(int request, int destination, int tag, int communicator, long bytes, SendMode mode) {
        if (!lacksPartner(request)) {
            kept().isend(request, destination, tag, communicator, bytes, mode);
        }
    }

    @Override
    public void irecv(int request, int source, int tag, int communicator, long bytes) {
        if (!lacksPartner(request)) {
            kept().irecv(request, source, tag, communicator, bytes);
        }
    }

    @Override
    public void send(int destination, int tag, int communicator, long bytes, SendMode mode) {
        if (!lacksPartner()) {
            kept().send(destination, tag, communicator, bytes, mode);
        }
    }

    @Override
    public void recv(int source, int tag, int communicator, long bytes) {
        if (!lacksPartner()) {
            kept().recv(source, tag, communicator, bytes);
        }
    }

    @Override
    public void probe(int source, int tag, int communicator) {
        kept().probe(source, tag, communicator);
    }

    @Override
    public void await(int request) {
        if (wasDropped(request)) {
            drop();
        } else {
            kept().await(request);
        }
    }

    @Override
    public void awaitAll(int[] requests, int count) {
        int[] left = started(requests, count);
        Arrays.stream(requests, 0, count).forEach(droppedRequests::clear);
        ifAny(left, count, sink -> sink.awaitAll(left, left.length));
    }

    @Override
    public void awaitAny(int[] requests, int count) {
        int[] left = started(requests, count);
        ifAny(left, count, sink -> sink.awaitAny(left, left.length));
    }

    @Override
    public void awaitSome(int[] requests, int count) {
        int[] left = started(requests, count);
        ifAny(left, count, sink -> sink.awaitSome(left, left.length));
    }

    private void ifAny(int[] left, int count, Consumer<OperationSink> wait) {
        if (left.length == 0 && count > 0) {
            drop();
        } else {
            wait.accept(kept());
        }
    }

    private int[] started(int[] requests, int count) {
        return Arrays.stream(requests, 0, count)
                .filter(request -> !droppedRequests.get(request))
                .toArray();
    }

    @Override
    public void free(int request) {
        if (wasDropped(request)) {
            drop();
        } else {
            kept().free(request);
        }
    }

    @Override
    public void cancel(int request) {
        if (wasDropped(request)) {
            drop();
        } else {
            kept().cancel(request);
        }
    }

    @Override
    public void kernel(String name, long m, long n, long k) {
        kept().kernel(name, m, n, k);
    }

    @Override
    public void compute(double seconds) {
        kept().compute(seconds);
    }

    @Override
    public void collective(CollectiveCall call) {
        if (!lacksPartner()) {
            kept().collective(call);
        }
    }

    @Override
    public void icollective(int request, CollectiveCall call) {
        if (!lacksPartner(request)) {
            kept().icollective(request, call);
        }
    }
}
