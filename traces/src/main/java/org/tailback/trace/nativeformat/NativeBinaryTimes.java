package org.tailback.trace.nativeformat;

import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;
import org.tailback.program.Program;
import org.tailback.program.SendMode;
import org.tailback.trace.RecordedTimes;

/** Reads the times among a rank's records. */
final class NativeBinaryTimes implements RecordedTimes.Cursor {
    private static final Nobody NOBODY = new Nobody();

    private final NativeBinaryRecords records;
    private boolean ended;

    NativeBinaryTimes(NativeBinaryRecords records) {
        this.records = records;
    }

    @Override
    public boolean next() {
        while (!ended) {
            if (!records.next(NOBODY)) {
                ended = true;
            } else if (records.timesKnown()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public long operation() {
        return records.operations() - 1;
    }

    @Override
    public double enter() {
        return records.enter();
    }

    @Override
    public double leave() {
        return records.leave();
    }

    @Override
    public @Nullable String call() {
        return records.call();
    }

    @Override
    public long callNumber() {
        return records.callNumber();
    }

    @Override
    public void close() {
        ended = true;
    }

    /** Performs nothing. */
    private static final class Nobody implements OperationSink {
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
        public void collective(CollectiveCall call) {}

        @Override
        public void icollective(int request, CollectiveCall call) {}

        @Override
        public void start(int request, Program helper) {}
    }
}
