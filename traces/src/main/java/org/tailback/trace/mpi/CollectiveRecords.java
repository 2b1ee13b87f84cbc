package org.tailback.trace.mpi;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;
import org.tailback.trace.mpi.Request.State;

/**
 * Translator of the records of one rank's collective operations. Times are ticks. Impossible operations are omitted and
 * counted.
 */
public final class CollectiveRecords extends RankPart {
    CollectiveRecords(CallTranslator translation) {
        super(translation);
    }

    /** Translates a blocking operation. */
    public void performed(long time, CollectiveRecord record) {
        translation.beginCollective(time);
        Supplier<CollectiveCall> call = call(record);
        if (call != null) {
            present.beforeOperation();
            queue.add(sink -> sink.collective(call.get()));
        }
    }

    /** Translates the collective creation or destruction of an object. Only its synchronisation is replayed. */
    public void creation(long time, @Nullable Communicator communicator) {
        if (present.kind() == MpiCall.Kind.INIT || present.kind() == MpiCall.Kind.FINALIZE) {
            translation.time(time);
            return;
        }
        counts.count(Approximation.CREATIONS);
        performed(time, new CollectiveRecord(CollectiveCall.Kind.BARRIER, communicator, 0, 0, 0));
    }

    /** Translates the start of a non-blocking operation whose arguments are recorded at its completion. */
    public void started(long time, long id) {
        translation.beginCollective(time);
        Request request = requests.begin(Request.Kind.COLLECTIVE, State.UNKNOWN, id);
        present.beforeOperation();
        request.startsWith(queue.addUnknown());
    }

    /**
     * Translates the start of a non-blocking operation whose arguments are recorded at its start. It ends with {@link
     * RequestRecords#completed(long, long)}.
     */
    public void started(long time, long id, CollectiveRecord record) {
        translation.beginCollective(time);
        Supplier<CollectiveCall> call = call(record);
        Request request = requests.begin(Request.Kind.COLLECTIVE, call == null ? State.DROPPED : State.KNOWN, id);
        if (call != null) {
            int number = request.number;
            present.beforeOperation();
            queue.add(sink -> sink.icollective(number, call.get()));
        }
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
    }

    /** Stores the arguments of a non-blocking operation that completes later in the trace. */
    public void completedLater(long id, CollectiveRecord record) {
        Request request = requests.find(id);
        if (request != null && request.kind == Request.Kind.COLLECTIVE && request.state == State.UNKNOWN) {
            Supplier<CollectiveCall> call = call(record);
            int number = request.number;
            requests.start(request, call == null ? null : sink -> sink.icollective(number, call.get()));
        }
    }

    /**
     * Returns a supplier that creates the operation of a record when the operation is performed. If the operation is
     * impossible, counts an omission and returns null.
     */
    private @Nullable Supplier<CollectiveCall> call(CollectiveRecord of) {
        Communicator communicator = of.communicator();
        if (communicator == null) {
            counts.count(Approximation.UNDEFINED_COMMUNICATORS);
            communicator = Communicator.world();
        }
        if (communicator.isBetweenGroups()) {
            counts.count(Approximation.BETWEEN_GROUPS);
            return null;
        }
        CollectiveCall.Kind kind = of.kind();
        int size = communicator.size(translation.ranks);
        long root = kind != null && kind.hasRoot() ? communicator.position(of.root()) : 0;
        if (kind == null
                || root < 0
                || root >= size
                || communicator.positionOf(translation.rank) == Communicator.NO_RANK
                || !isRecordedSize(of.sent())
                || !isRecordedSize(of.received())
                || !areSizes(of.sendCounts(), size)
                || !areSizes(of.receiveCounts(), size)) {
            counts.count(Approximation.STRANGE_COLLECTIVES);
            return null;
        }
        Communicator all = communicator;
        return () -> translation.collectiveCalls.call(kind, all, (int) root, of);
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
}
