package org.tailback.trace.ti;

import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.program.SendMode;

/** Finds collective operations that have no line in TI traces, by reading the program up to the first of them. */
final class TiExpressible implements OperationSink {
    private String reason = "";

    static TiExpressible of(ParallelProgram program) {
        TiExpressible seen = new TiExpressible();
        for (int rank = 0; rank < program.ranks() && seen.isExpressible(); rank++) {
            try (Program operations = program.open(rank)) {
                boolean more = true;
                while (more && seen.isExpressible()) {
                    more = operations.produce(seen);
                }
            }
        }
        return seen;
    }

    boolean isExpressible() {
        return reason.isEmpty();
    }

    /** The first one, if there is one. */
    String reason() {
        return reason;
    }

    private void see(CollectiveCall call) {
        if (call.group() != null) {
            reason = call.kind().label() + " of some of the ranks";
        } else if (call.kind().isNeighbourhood()) {
            reason = call.kind().label();
        }
    }

    @Override
    public void collective(CollectiveCall call) {
        see(call);
    }

    @Override
    public void icollective(int request, CollectiveCall call) {
        see(call);
    }

    @Override
    public void isend(int request, int destination, int tag, int communicator, long bytes, SendMode mode) {}

    @Override
    public void irecv(int request, int source, int tag, int communicator, long bytes) {}

    @Override
    public void send(int destination, int tag, int communicator, long bytes, SendMode mode) {}

    @Override
    public void recv(int source, int tag, int communicator, long bytes) {}

    @Override
    public void probe(int source, int tag, int communicator) {}

    @Override
    public void await(int request) {}

    @Override
    public void awaitAll(int[] requests, int count) {}

    @Override
    public void awaitAny(int[] requests, int count) {}

    @Override
    public void awaitSome(int[] requests, int count) {}

    @Override
    public void free(int request) {}

    @Override
    public void cancel(int request) {}

    @Override
    public void compute(double seconds) {}

    @Override
    public void start(int request, Program helper) {
        helper.close();
    }
}
