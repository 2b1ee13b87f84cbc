package org.tailback.trace.mpi;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;
import org.tailback.trace.mpi.Request.State;

/**
 * Translates the records of one rank's collective operations. Times are ticks. Impossible operations are left out and
 * counted.
 */
public final class CollectiveRecords extends RankPart {
    CollectiveRecords(CallTranslator translation) {
        super(translation);
    }

    /** Translates a blocking operation. */
    public void performed(long time, CollectiveRecord record) {
        translation.beginCollective(time);
        present.beforeOperation();
        OperationQueue.Entry entry = queue.addUnknown();
        Supplier<CollectiveCall> call = call(record);
        if (call == null) {
            entry.drop();
        } else {
            entry.resolve(sink -> sink.collective(call.get()));
        }
        translation.endRecord();
    }

    /** Translates a blocking operation of which the trace records all arguments. */
    public void performed(long time, KnownCollective operation) {
        translation.beginCollective(time);
        present.beforeOperation();
        CollectiveCall call = call(operation);
        if (call != null) {
            queue.add(sink -> sink.collective(call));
        }
        translation.endRecord();
    }

    /** Translates the collective creation or destruction of an object, of which only the synchronisation is known. */
    public void creation(long time, @Nullable Communicator communicator) {
        if (present.kind() == MpiCall.Kind.INIT || present.kind() == MpiCall.Kind.FINALIZE) {
            translation.computation.pass(time);
            return;
        }
        counts.count(Approximation.CREATIONS);
        performed(time, new CollectiveRecord(CollectiveCall.Kind.BARRIER, communicator, 0, 0, 0));
    }

    /** Translates the start of a non-blocking operation. */
    public void started(long time, long id) {
        translation.beginCollective(time);
        Request request = requests.begin(Request.Kind.COLLECTIVE, State.UNKNOWN, id);
        present.beforeOperation();
        request.startsWith(queue.addUnknown());
        translation.endRecord();
    }

    /**
     * Translates the start of a non-blocking operation of which the trace records all arguments; it ends with {@link
     * RequestRecords#completed(long, long)}.
     */
    public void started(long time, long id, KnownCollective operation) {
        translation.beginCollective(time);
        CollectiveCall call = call(operation);
        Request request = requests.begin(Request.Kind.COLLECTIVE, call == null ? State.DROPPED : State.KNOWN, id);
        if (call != null) {
            int number = request.number;
            present.beforeOperation();
            queue.add(sink -> sink.icollective(number, call));
        }
        translation.endRecord();
    }

    /** Translates the completion of a non-blocking operation. */
    public void completed(long time, long id, CollectiveRecord record) {
        translation.beginCollective(time);
        completedLater(id, record);
        Request request = requests.find(id);
        if (request != null && request.isResolved(Request.Kind.COLLECTIVE)) {
            requests.forget(id);
            requests.complete(request);
        } else {
            counts.count(Approximation.UNKNOWN_COMPLETIONS);
        }
        translation.endRecord();
    }

    /** Notes the arguments of a non-blocking operation that completes further on in the trace. */
    public void completedLater(long id, CollectiveRecord record) {
        Request request = requests.find(id);
        if (request != null && request.kind == Request.Kind.COLLECTIVE && request.state == State.UNKNOWN) {
            Supplier<CollectiveCall> call = call(record);
            if (call == null) {
                request.start().drop();
            } else {
                int number = request.number;
                request.start().resolve(sink -> sink.icollective(number, call.get()));
            }
            requests.setState(request, call == null ? State.DROPPED : State.KNOWN);
        }
    }

    /** Returns the operation of a record, made when it is performed; null, counted, if it is impossible. */
    private @Nullable Supplier<CollectiveCall> call(CollectiveRecord of) {
        CollectiveCall.Kind kind = of.kind();
        Communicator all = group(of.communicator());
        if (all == null) {
            return null;
        }
        int position = position(kind, all, of.root());
        if (kind == null || position < 0 || !isRecordedSize(of.sent()) || !isRecordedSize(of.received())) {
            counts.count(Approximation.STRANGE_COLLECTIVES);
            return null;
        }
        return () -> translation.collectiveCalls.call(kind, all, position, of.sent(), of.received());
    }

    /** Returns the operation; null, counted, if it is impossible. */
    private @Nullable CollectiveCall call(KnownCollective of) {
        Communicator all = group(of.communicator());
        if (all == null) {
            return null;
        }
        int position = position(of.kind(), all, of.root());
        int size = all.size(translation.ranks);
        if (position < 0
                || of.bytes() < 0
                || !isRecordedSize(of.bytes())
                || !areSizes(of.sendCounts(), size)
                || !areSizes(of.receiveCounts(), size)) {
            counts.count(Approximation.STRANGE_COLLECTIVES);
            return null;
        }
        return all.call(of.kind(), translation.rank, position, of.bytes(), of.sendCounts(), of.receiveCounts());
    }

    private static boolean isRecordedSize(long bytes) {
        return bytes >= CollectiveCalls.UNKNOWN && bytes <= CallTranslator.LARGEST_MESSAGE;
    }

    private static boolean areSizes(long @Nullable [] sizes, int expected) {
        if (sizes == null) {
            return true;
        }
        for (long size : sizes) {
            if (size < 0 || size > CallTranslator.LARGEST_MESSAGE) {
                return false;
            }
        }
        return sizes.length == expected;
    }

    /** Returns the communicator of the participating ranks; null, counted, if they are two groups. */
    private @Nullable Communicator group(@Nullable Communicator communicator) {
        if (communicator == null) {
            counts.count(Approximation.UNDEFINED_COMMUNICATORS);
            return Communicator.world();
        }
        if (communicator.isBetweenGroups()) {
            counts.count(Approximation.BETWEEN_GROUPS);
            return null;
        }
        return communicator;
    }

    /** Returns the root's position, 0 where the kind has none; -1 if it or the rank is not in the communicator. */
    private int position(CollectiveCall.@Nullable Kind kind, Communicator communicator, long root) {
        long position = kind != null && kind.hasRoot() ? communicator.position(root) : 0;
        boolean isInside = position >= 0
                && position < communicator.size(translation.ranks)
                && communicator.positionOf(translation.rank) != Communicator.NO_RANK;
        return isInside ? (int) position : -1;
    }
}
