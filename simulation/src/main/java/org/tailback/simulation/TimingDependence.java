package org.tailback.simulation;

import org.tailback.program.GuardedProgram;
import org.tailback.program.IgnoringSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.ProbeOutcome;
import org.tailback.program.Program;

/**
 * Detector of programs whose matches may depend on the order in which messages arrive: programs that receive or probe
 * from any source or with any tag, use waitany or waitsome of several requests, test for a message, or cancel. In all
 * other programs, the same sends match the same receives on every platform.
 */
final class TimingDependence extends IgnoringSink {
    private boolean found;

    private TimingDependence() {}

    /**
     * Returns whether the matches of a program may depend on timing. The search ends at the first operation that causes
     * the dependence. O(operations).
     */
    static boolean of(ParallelProgram program) {
        TimingDependence search = new TimingDependence();
        for (int rank = 0; rank < program.ranks() && !search.found; rank++) {
            try (Program opened = program.open(rank)) {
                search.read(opened);
            }
        }
        return search.found;
    }

    private void read(Program opened) {
        Program guarded = new GuardedProgram(opened);
        boolean more = true;
        while (more && !found) {
            more = guarded.produce(this);
        }
    }

    private void receive(int source, int tag) {
        found |= source == ANY_SOURCE || tag == ANY_TAG;
    }

    @Override
    public void irecv(int request, int source, int tag, int communicator, long bytes) {
        receive(source, tag);
    }

    @Override
    public void recv(int source, int tag, int communicator, long bytes) {
        receive(source, tag);
    }

    @Override
    public void probe(int source, int tag, int communicator) {
        receive(source, tag);
    }

    @Override
    public void iprobe(int source, int tag, int communicator, ProbeOutcome outcome) {
        found = true;
        outcome.probed(false);
    }

    @Override
    public void awaitAny(int[] requests, int count) {
        found |= count > 1;
    }

    @Override
    public void awaitSome(int[] requests, int count) {
        found |= count > 1;
    }

    @Override
    public void cancel(int request) {
        found = true;
    }

    @Override
    public void start(int request, Program progressThread) {
        try (progressThread) {
            read(progressThread);
        }
    }
}
