package org.tailback.trace;

import com.google.common.collect.ImmutableSortedMap;
import java.util.Comparator;
import java.util.SortedMap;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;

/** Counts operations by kind, messages and bytes. */
final class CountingSink implements OperationSink {
    private final long[] collectives = new long[CollectiveCall.Kind.values().length];
    private long isends;
    private long irecvs;
    private long sends;
    private long recvs;
    private long waits;
    private long waitalls;
    private long computes;
    private long bytes;

    SortedMap<String, Long> operations() {
        ImmutableSortedMap.Builder<String, Long> counts = new ImmutableSortedMap.Builder<>(Comparator.naturalOrder());
        put(counts, "isend", isends);
        put(counts, "irecv", irecvs);
        put(counts, "send", sends);
        put(counts, "recv", recvs);
        put(counts, "wait", waits);
        put(counts, "waitall", waitalls);
        put(counts, "compute", computes);
        for (CollectiveCall.Kind kind : CollectiveCall.Kind.values()) {
            put(counts, kind.label(), collectives[kind.ordinal()]);
        }
        return counts.build();
    }

    private static void put(ImmutableSortedMap.Builder<String, Long> counts, String label, long count) {
        if (count > 0) {
            counts.put(label, count);
        }
    }

    long messages() {
        return isends + sends;
    }

    long bytes() {
        return bytes;
    }

    private void addBytes(long size) {
        bytes += size;
        if (bytes < 0) {
            throw new InputException("The sizes of all messages add up to more than 2^63 bytes. Is this a sane trace?");
        }
    }

    @Override
    public void isend(int request, int destination, int tag, long bytes) {
        isends++;
        addBytes(bytes);
    }

    @Override
    public void irecv(int request, int source, int tag, long bytes) {
        irecvs++;
    }

    @Override
    public void await(int request) {
        waits++;
    }

    @Override
    public void awaitAll(int[] requests, int count) {
        waitalls++;
    }

    @Override
    public void send(int destination, int tag, long bytes) {
        sends++;
        addBytes(bytes);
    }

    @Override
    public void recv(int source, int tag, long bytes) {
        recvs++;
    }

    @Override
    public void compute(double seconds) {
        computes++;
    }

    @Override
    public void collective(CollectiveCall call) {
        collectives[call.kind().ordinal()]++;
    }
}
