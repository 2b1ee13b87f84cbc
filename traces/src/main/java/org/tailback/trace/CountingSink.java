package org.tailback.trace;

import com.google.common.collect.ImmutableSortedMap;
import java.util.Comparator;
import java.util.SortedMap;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationKind;
import org.tailback.program.OperationSink;
import org.tailback.program.ProbeOutcome;
import org.tailback.program.Program;
import org.tailback.program.SendMode;

/** Counts operations by kind, messages and bytes. */
final class CountingSink implements OperationSink {
    private final long[] collectives = new long[CollectiveCall.Kind.values().length];
    private final long[] nonBlocking = new long[CollectiveCall.Kind.values().length];
    private final long[] counts = new long[OperationKind.values().length];
    private long bytes;
    private boolean capped;

    SortedMap<String, Long> operations() {
        ImmutableSortedMap.Builder<String, Long> labelled = new ImmutableSortedMap.Builder<>(Comparator.naturalOrder());
        for (OperationKind kind : OperationKind.values()) {
            put(labelled, kind.label(), counts[kind.ordinal()]);
        }
        for (CollectiveCall.Kind kind : CollectiveCall.Kind.values()) {
            put(labelled, kind.label(), collectives[kind.ordinal()]);
            put(labelled, "i" + kind.label(), nonBlocking[kind.ordinal()]);
        }
        return labelled.build();
    }

    private static void put(ImmutableSortedMap.Builder<String, Long> counts, String label, long count) {
        if (count > 0) {
            counts.put(label, count);
        }
    }

    long messages() {
        return counts[OperationKind.ISEND.ordinal()] + counts[OperationKind.SEND.ordinal()];
    }

    long bytes() {
        return bytes;
    }

    boolean isCapped() {
        return capped;
    }

    private void addBytes(long size) {
        bytes += size;
        if (bytes < 0) {
            bytes = Long.MAX_VALUE;
            capped = true;
        }
    }

    @Override
    public void isend(int request, int destination, int tag, int communicator, long size, SendMode mode) {
        count(OperationKind.ISEND);
        addBytes(size);
    }

    @Override
    public void irecv(int request, int source, int tag, int communicator, long size) {
        count(OperationKind.IRECV);
    }

    @Override
    public void send(int destination, int tag, int communicator, long size, SendMode mode) {
        count(OperationKind.SEND);
        addBytes(size);
    }

    @Override
    public void recv(int source, int tag, int communicator, long size) {
        count(OperationKind.RECV);
    }

    @Override
    public void probe(int source, int tag, int communicator) {
        count(OperationKind.PROBE);
    }

    @Override
    public void iprobe(int source, int tag, int communicator, ProbeOutcome outcome) {
        count(OperationKind.IPROBE);
        outcome.probed(false);
    }

    @Override
    public void kernel(String name, long m, long n, long k) {
        count(OperationKind.COMPUTE);
    }

    @Override
    public void await(int request) {
        count(OperationKind.WAIT);
    }

    @Override
    public void awaitAll(int[] requests, int count) {
        count(OperationKind.WAITALL);
    }

    @Override
    public void awaitAny(int[] requests, int count) {
        count(OperationKind.WAITANY);
    }

    @Override
    public void awaitSome(int[] requests, int count) {
        count(OperationKind.WAITSOME);
    }

    @Override
    public void free(int request) {
        count(OperationKind.FREE);
    }

    @Override
    public void cancel(int request) {
        count(OperationKind.CANCEL);
    }

    @Override
    public void compute(double seconds) {
        count(OperationKind.COMPUTE);
    }

    @Override
    public void collective(CollectiveCall call) {
        collectives[call.kind().ordinal()]++;
    }

    @Override
    public void icollective(int request, CollectiveCall call) {
        nonBlocking[call.kind().ordinal()]++;
    }

    @Override
    public void start(int request, Program progressThread) {
        count(OperationKind.START);
    }

    private void count(OperationKind kind) {
        counts[kind.ordinal()]++;
    }
}
