package org.tailback.program;

import org.jspecify.annotations.Nullable;
import org.tailback.stability.Internal;

/**
 * A program that appends an operation with every answer but the last, whatever the program behind it does: it asks that
 * one again, and gives up after a million answers without an operation.
 */
@Internal
public final class GuardedProgram implements Program {
    private final Program original;
    private @Nullable Counted counted;

    /** @param original stays the caller's to close, unless this is closed */
    public GuardedProgram(Program original) {
        this.original = original;
    }

    /** @throws org.tailback.error.InputException if the program goes on without operations */
    @Override
    public boolean produce(OperationSink sink) {
        Counted present = counted;
        if (present == null || present.target() != sink) {
            present = new Counted(sink);
            counted = present;
        }
        long before = present.operations;
        int empty = 0;
        while (original.produce(present)) {
            if (present.operations > before) {
                return true;
            }
            empty = EmptyAnswers.after(-1, empty);
        }
        return present.operations > before;
    }

    @Override
    public void close() {
        original.close();
    }

    private static final class Counted extends ForwardingSink {
        private long operations;

        Counted(OperationSink target) {
            super(target);
        }

        OperationSink target() {
            return target;
        }

        @Override
        public void isend(int request, int destination, int tag, int communicator, long bytes, SendMode mode) {
            operations++;
            target.isend(request, destination, tag, communicator, bytes, mode);
        }

        @Override
        public void irecv(int request, int source, int tag, int communicator, long bytes) {
            operations++;
            target.irecv(request, source, tag, communicator, bytes);
        }

        @Override
        public void send(int destination, int tag, int communicator, long bytes, SendMode mode) {
            operations++;
            target.send(destination, tag, communicator, bytes, mode);
        }

        @Override
        public void recv(int source, int tag, int communicator, long bytes) {
            operations++;
            target.recv(source, tag, communicator, bytes);
        }

        @Override
        public void probe(int source, int tag, int communicator) {
            operations++;
            target.probe(source, tag, communicator);
        }

        @Override
        public void iprobe(int source, int tag, int communicator, ProbeOutcome outcome) {
            operations++;
            target.iprobe(source, tag, communicator, outcome);
        }

        @Override
        public void kernel(String name, long m, long n, long k) {
            operations++;
            target.kernel(name, m, n, k);
        }

        @Override
        public void await(int request) {
            operations++;
            target.await(request);
        }

        @Override
        public void awaitAll(int[] requests, int count) {
            operations++;
            target.awaitAll(requests, count);
        }

        @Override
        public void awaitAny(int[] requests, int count) {
            operations++;
            target.awaitAny(requests, count);
        }

        @Override
        public void awaitSome(int[] requests, int count) {
            operations++;
            target.awaitSome(requests, count);
        }

        @Override
        public void free(int request) {
            operations++;
            target.free(request);
        }

        @Override
        public void cancel(int request) {
            operations++;
            target.cancel(request);
        }

        @Override
        public void compute(double seconds) {
            operations++;
            target.compute(seconds);
        }

        @Override
        public void collective(CollectiveCall call) {
            operations++;
            target.collective(call);
        }

        @Override
        public void icollective(int request, CollectiveCall call) {
            operations++;
            target.icollective(request, call);
        }

        @Override
        public void start(int request, Program helper) {
            operations++;
            target.start(request, helper);
        }
    }
}
