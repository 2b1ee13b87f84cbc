package org.tailback.trace.matching;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.LongConsumer;
import org.tailback.program.CollectiveCall;
import org.tailback.program.ForwardingSink;
import org.tailback.program.GuardedProgram;
import org.tailback.program.IgnoringSink;
import org.tailback.program.OperationSink;
import org.tailback.program.Program;
import org.tailback.program.SendMode;

/**
 * Program of one rank without the operations that lack a partner, and without their waits: requests that were never
 * started are removed from the lists of waits for several requests.
 */
public final class MatchedProgram implements Program {
    private final Program original;
    private final Matching matching;

    /**
     * Creates a program without the given operations.
     *
     * @param original original program, closed together with this program
     * @param dropped numbers of the omitted operations, as {@link MessageBalance#marking} reports them, sorted
     * @param whenDropped receives the number, among all operations of the rank, of each omitted operation, including
     *     waits
     */
    public MatchedProgram(Program original, long[] dropped, LongConsumer whenDropped) {
        this.original = new GuardedProgram(original);
        this.matching = new Matching(dropped, whenDropped);
    }

    @Override
    public boolean produce(OperationSink sink) {
        matching.receiver = sink;
        long before = matching.kept;
        boolean more = true;
        while (more && matching.kept == before) {
            more = original.produce(matching);
        }
        return matching.kept > before;
    }

    @Override
    public void close() {
        original.close();
    }

    private static final class Matching extends ForwardingSink {
        private static final OperationSink NOWHERE = new IgnoringSink() {};
        private final long[] dropped;
        private final LongConsumer whenDropped;
        private final BitSet droppedRequests = new BitSet();
        private OperationSink receiver = NOWHERE;
        private int nextDropped;
        /** Number of sends, receives and collective operations so far. */
        private long partnered;
        /** True if the current operation is omitted. */
        private boolean drops;

        private long operations;
        private long kept;

        Matching(long[] dropped, LongConsumer whenDropped) {
            super(NOWHERE);
            this.dropped = dropped;
            this.whenDropped = whenDropped;
        }

        @Override
        protected OperationSink target() {
            boolean left = drops;
            drops = false;
            if (left) {
                whenDropped.accept(operations);
            } else {
                kept++;
            }
            operations++;
            return left ? NOWHERE : receiver;
        }

        /** Omits the current operation if it lacks a partner. */
        private boolean dropWithoutPartner() {
            drops = nextDropped < dropped.length && dropped[nextDropped] == partnered;
            partnered++;
            nextDropped += drops ? 1 : 0;
            return drops;
        }

        /** Omits the current operation if its request was never started. */
        private void dropUnstarted(int request) {
            drops = droppedRequests.get(request);
            droppedRequests.clear(request);
        }

        /** Returns the started requests of a wait, which is omitted if there are none. */
        private int[] started(int[] requests, int count) {
            int[] left = Arrays.stream(requests, 0, count)
                    .filter(request -> !droppedRequests.get(request))
                    .toArray();
            drops = left.length == 0 && count > 0;
            return left;
        }

        @Override
        public void isend(int request, int destination, int tag, int communicator, long bytes, SendMode mode) {
            droppedRequests.set(request, dropWithoutPartner());
            super.isend(request, destination, tag, communicator, bytes, mode);
        }

        @Override
        public void irecv(int request, int source, int tag, int communicator, long bytes) {
            droppedRequests.set(request, dropWithoutPartner());
            super.irecv(request, source, tag, communicator, bytes);
        }

        @Override
        public void send(int destination, int tag, int communicator, long bytes, SendMode mode) {
            dropWithoutPartner();
            super.send(destination, tag, communicator, bytes, mode);
        }

        @Override
        public void recv(int source, int tag, int communicator, long bytes) {
            dropWithoutPartner();
            super.recv(source, tag, communicator, bytes);
        }

        @Override
        public void await(int request) {
            dropUnstarted(request);
            super.await(request);
        }

        @Override
        public void awaitAll(int[] requests, int count) {
            int[] left = started(requests, count);
            Arrays.stream(requests, 0, count).forEach(droppedRequests::clear);
            super.awaitAll(left, left.length);
        }

        @Override
        public void awaitAny(int[] requests, int count) {
            int[] left = started(requests, count);
            super.awaitAny(left, left.length);
        }

        @Override
        public void awaitSome(int[] requests, int count) {
            int[] left = started(requests, count);
            super.awaitSome(left, left.length);
        }

        @Override
        public void free(int request) {
            dropUnstarted(request);
            super.free(request);
        }

        @Override
        public void cancel(int request) {
            dropUnstarted(request);
            super.cancel(request);
        }

        @Override
        public void collective(CollectiveCall call) {
            dropWithoutPartner();
            super.collective(call);
        }

        @Override
        public void icollective(int request, CollectiveCall call) {
            droppedRequests.set(request, dropWithoutPartner());
            super.icollective(request, call);
        }
    }
}
