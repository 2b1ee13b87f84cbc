package org.tailback.study.workload;

import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.program.SendMode;

/**
 * Finds out whether what a program does may depend on which of several messages is there first: it receives or probes from
 * any source or with any tag, waits for any or some of several requests, or cancels. Without these, the same sends meet the
 * same receives on every platform.
 */
final class TimingDependence implements OperationSink {
    private boolean found;

    private TimingDependence() {}

    /** O(operations) until the first is found. */
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
        boolean more = true;
        while (more && !found) {
            more = opened.produce(this);
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
    public void start(int request, Program helper) {
        try (helper) {
            read(helper);
        }
    }

    @Override
    public void isend(int request, int destination, int tag, int communicator, long bytes, SendMode mode) {
        // always the same
    }

    @Override
    public void send(int destination, int tag, int communicator, long bytes, SendMode mode) {
        // always the same
    }

    @Override
    public void await(int request) {
        // always the same
    }

    @Override
    public void awaitAll(int[] requests, int count) {
        // always the same
    }

    @Override
    public void free(int request) {
        // always the same
    }

    @Override
    public void compute(double seconds) {
        // always the same
    }

    @Override
    public void collective(CollectiveCall call) {
        // always the same
    }

    @Override
    public void icollective(int request, CollectiveCall call) {
        // always the same
    }
}
