package org.tailback.trace;

import com.google.common.math.LongMath;
import java.util.SortedMap;
import java.util.TreeMap;
import org.tailback.program.CollectiveCall;
import org.tailback.program.GroupedSink;
import org.tailback.program.OperationKind;
import org.tailback.program.ProbeOutcome;
import org.tailback.program.Program;
import org.tailback.program.SendMode;

/** Counter of operations by kind, and of messages and their bytes. */
final class CountingSink extends GroupedSink {
    private final long[] collectives = new long[CollectiveCall.Kind.values().length];
    private final long[] nonBlocking = new long[CollectiveCall.Kind.values().length];
    private final long[] counts = new long[OperationKind.values().length];
    private long bytes;

    /** Returns the number of operations by the label of their kind. Kinds without operations have 0. */
    SortedMap<String, Long> operations() {
        SortedMap<String, Long> labelled = new TreeMap<>();
        for (OperationKind kind : OperationKind.values()) {
            labelled.put(kind.label(), counts[kind.ordinal()]);
        }
        for (CollectiveCall.Kind kind : CollectiveCall.Kind.values()) {
            labelled.put(kind.label(), collectives[kind.ordinal()]);
            labelled.put("i" + kind.label(), nonBlocking[kind.ordinal()]);
        }
        return labelled;
    }

    long messages() {
        return counts[OperationKind.ISEND.ordinal()] + counts[OperationKind.SEND.ordinal()];
    }

    /** Returns the sum of the message sizes in bytes; {@link Long#MAX_VALUE} if the sum is larger. */
    long bytes() {
        return bytes;
    }

    @Override
    protected void message(
            OperationKind kind, int request, int peer, int tag, int communicator, long size, SendMode mode) {
        count(kind);
        if (kind == OperationKind.ISEND || kind == OperationKind.SEND) {
            bytes = LongMath.saturatedAdd(bytes, size);
        }
    }

    @Override
    protected void request(OperationKind kind, int request) {
        count(kind);
    }

    @Override
    protected void requests(OperationKind kind, int[] requests, int count) {
        count(kind);
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
