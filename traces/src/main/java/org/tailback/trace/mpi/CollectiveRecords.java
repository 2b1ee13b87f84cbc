package org.tailback.trace.mpi;

import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;
import org.tailback.trace.mpi.OpenRequests.State;

/**
 * Translates the records of one rank's collective operations. Times are ticks. Impossible operations are left out and
 * counted.
 */
public final class CollectiveRecords extends RankPart {
    private final RequestEnds requestEnds;

    CollectiveRecords(CallTranslator translation) {
        super(translation);
        requestEnds = translation.requestEnds;
    }

    /** Translates a blocking operation. */
    public void performed(long time, CollectiveRecord record) {
        translation.beginCollective(time);
        present.beforeOperation();
        settle(queue.unknownCollective(), record);
        translation.endRecord();
    }

    /** Translates a blocking operation of which the trace records all arguments. */
    public void performed(long time, KnownCollective operation) {
        translation.beginCollective(time);
        present.beforeOperation();
        CollectiveCall call = call(operation);
        if (call != null) {
            queue.resolveCollective(queue.unknownCollective(), calls -> call);
        }
        translation.endRecord();
    }

    /** Translates the collective creation or destruction of something, of which only the synchronisation is known. */
    public void creation(long time, @Nullable Communicator communicator) {
        if (present.kind() == MpiCall.Kind.INIT || present.kind() == MpiCall.Kind.FINALIZE) {
            translation.computation.pass(time);
            return;
        }
        counts.count(Approximation.CREATIONS);
        performed(time, new CollectiveRecord(CollectiveCall.Kind.BARRIER, communicator, 0, 0, 0));
    }

    /** Translates the start of a non-blocking operation. */
    public void started(long time, long request) {
        translation.beginCollective(time);
        int number = requestEnds.begin(State.UNKNOWN_COLLECTIVE, request);
        present.beforeOperation();
        requests.setSequence(number, queue.unknownIcollective(number));
        translation.endRecord();
    }

    /**
     * Translates the start of a non-blocking operation of which the trace records all arguments; it ends with {@link
     * RequestRecords#completed(long, long)}.
     */
    public void started(long time, long request, KnownCollective operation) {
        translation.beginCollective(time);
        CollectiveCall made = call(operation);
        int number = requestEnds.begin(made == null ? State.DROPPED_COLLECTIVE : State.COLLECTIVE, request);
        if (made != null) {
            present.beforeOperation();
            queue.resolveCollective(queue.unknownIcollective(number), calls -> made);
        }
        translation.endRecord();
    }

    /** Translates the completion of a non-blocking operation. */
    public void completed(long time, long request, CollectiveRecord record) {
        translation.beginCollective(time);
        completedLater(request, record);
        int number = requests.find(request);
        switch (requests.state(number)) {
            case COLLECTIVE -> {
                requests.forget(request);
                requestEnds.complete(number);
            }
            case DROPPED_COLLECTIVE -> {
                requests.forget(request);
                requests.release(number);
            }
            default -> counts.count(Approximation.UNKNOWN_COMPLETIONS);
        }
        translation.endRecord();
    }

    /** Notes the arguments of a non-blocking operation that completes further on in the trace. */
    public void completedLater(long request, CollectiveRecord record) {
        int number = requests.find(request);
        if (requests.state(number) == State.UNKNOWN_COLLECTIVE) {
            boolean possible = settle(requests.sequence(number), record);
            requests.setState(number, possible ? State.COLLECTIVE : State.DROPPED_COLLECTIVE);
        }
    }

    /** Completes an operation in the queue; false if it is impossible and left out. */
    private boolean settle(long sequence, CollectiveRecord record) {
        Communicator all = group(record.communicator());
        long position = all == null ? -1 : position(record.kind(), all, record.root());
        if (all != null
                && record.kind() != null
                && position >= 0
                && isRecordedSize(record.sent())
                && isRecordedSize(record.received())
                && all.positionOf(translation.rank) != Communicator.NOBODY) {
            CollectiveCall.Kind kind = record.kind();
            queue.resolveCollective(
                    sequence, calls -> calls.call(kind, all, (int) position, record.sent(), record.received()));
            return true;
        }
        if (all != null) {
            counts.count(Approximation.STRANGE_COLLECTIVES);
        }
        queue.drop(sequence);
        return false;
    }

    /** Returns the operation, or null, counted, if it is impossible. */
    private @Nullable CollectiveCall call(KnownCollective of) {
        Communicator all = group(of.communicator());
        if (all == null) {
            return null;
        }
        long position = position(of.kind(), all, of.root());
        int size = all.size(translation.ranks);
        if (position < 0
                || of.bytes() < 0
                || !isRecordedSize(of.bytes())
                || !areSizes(of.sendCounts(), size)
                || !areSizes(of.receiveCounts(), size)
                || all.positionOf(translation.rank) == Communicator.NOBODY) {
            counts.count(Approximation.STRANGE_COLLECTIVES);
            return null;
        }
        int[] group = all.group(translation.rank);
        return new CollectiveCall(
                of.kind(), all.number(), group, (int) position, of.bytes(), of.sendCounts(), of.receiveCounts(), 0);
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

    /** Returns the root's position in the communicator, 0 where the kind has none; -1 if there is no such position. */
    private long position(CollectiveCall.@Nullable Kind kind, Communicator communicator, long root) {
        long position = kind != null && kind.hasRoot() ? communicator.position(root) : 0;
        return position < communicator.size(translation.ranks) ? Math.max(-1, position) : -1;
    }
}
