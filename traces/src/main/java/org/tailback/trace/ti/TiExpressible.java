package org.tailback.trace.ti;

import org.tailback.program.CollectiveCall;
import org.tailback.program.IgnoringSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;

/** Finds collective operations that have no line in TI traces, by reading the program up to the first of them. */
final class TiExpressible extends IgnoringSink {
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

    /** Returns the first one, if there is one. */
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
}
