package org.tailback.trace.mpi;

import static org.tailback.trace.mpi.OpenRequests.COLLECTIVE;
import static org.tailback.trace.mpi.OpenRequests.DROPPED_COLLECTIVE;
import static org.tailback.trace.mpi.OpenRequests.UNKNOWN_COLLECTIVE;

import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;

/** The collective operations that one rank's records tell of. Times are ticks. */
public final class CollectiveRecords {
    private final RankTranslation translation;
    private final TranslationCounts counts;
    private final OperationQueue queue;
    private final OpenRequests requests;
    private final PresentCall present;
    private final RequestFates fates;
    private final PossibleCollectives possible;

    CollectiveRecords(int rank, int ranks, RankTranslation translation) {
        this.translation = translation;
        counts = translation.counts;
        queue = translation.queue;
        requests = translation.requests;
        present = translation.present;
        fates = translation.fates;
        possible = new PossibleCollectives(rank, ranks, queue, requests, counts);
    }

    /**
     * A blocking collective operation; totals as {@link CollectiveCalls} describes them.
     *
     * @param kind null if it is unknown
     * @param communicator null if the trace does not define it
     * @param root rank as the communicator's records name it; anything where the kind has none
     * @param sent bytes, or -1 if it was not recorded
     * @param received likewise
     */
    public void performed(
            long time,
            CollectiveCall.@Nullable Kind kind,
            @Nullable Communicator communicator,
            long root,
            long sent,
            long received) {
        translation.beginCollective(time);
        present.beforeOperation();
        possible.perform(kind, communicator, root, sent, received);
        translation.endRecord();
    }

    /**
     * A blocking collective operation of which the trace tells all parameters.
     *
     * @param communicator null if the trace does not define it
     * @param root rank as the communicator's records name it; anything where the kind has none
     * @param bytes as {@link CollectiveCall} has it
     * @param sendCounts likewise; not copied
     * @param receiveCounts likewise; not copied
     */
    public void performed(
            long time,
            CollectiveCall.Kind kind,
            @Nullable Communicator communicator,
            long root,
            long bytes,
            long @Nullable [] sendCounts,
            long @Nullable [] receiveCounts) {
        translation.beginCollective(time);
        present.beforeOperation();
        possible.perform(kind, communicator, root, bytes, sendCounts, receiveCounts);
        translation.endRecord();
    }

    /** Making or destroying something together, of which only the synchronisation is known. */
    public void creation(long time, @Nullable Communicator communicator) {
        if (present.kind() == MpiCall.Kind.INIT || present.kind() == MpiCall.Kind.FINALIZE) {
            translation.computation.pass(time);
            return;
        }
        counts.count(Approximation.CREATIONS);
        performed(time, CollectiveCall.Kind.BARRIER, communicator, 0, 0, 0);
    }

    /** A non-blocking collective operation was started. */
    public void started(long time, long request) {
        translation.beginCollective(time);
        int number = fates.begin(UNKNOWN_COLLECTIVE, request);
        present.beforeOperation();
        requests.setSequence(number, queue.unknownIcollective(number));
        translation.endRecord();
    }

    /**
     * A non-blocking collective operation was started, of which the trace tells all parameters; it ends with {@link
     * RequestRecords#completed(long, long)}. Parameters as for the blocking one.
     */
    public void started(
            long time,
            long request,
            CollectiveCall.Kind kind,
            @Nullable Communicator communicator,
            long root,
            long bytes,
            long @Nullable [] sendCounts,
            long @Nullable [] receiveCounts) {
        translation.beginCollective(time);
        CollectiveCall made = possible.call(kind, communicator, root, bytes, sendCounts, receiveCounts);
        int number = fates.begin(made == null ? DROPPED_COLLECTIVE : COLLECTIVE, request);
        if (made != null) {
            present.beforeOperation();
            queue.icollective(number, made);
        }
        translation.endRecord();
    }

    /** A non-blocking collective operation was completed; parameters as for {@link #performed}. */
    public void completed(
            long time,
            long request,
            CollectiveCall.@Nullable Kind kind,
            @Nullable Communicator communicator,
            long root,
            long sent,
            long received) {
        translation.beginCollective(time);
        int number = requests.find(request);
        possible.resolve(number, kind, communicator, root, sent, received);
        switch (requests.state(number)) {
            case COLLECTIVE -> {
                requests.forget(request);
                fates.complete(number);
            }
            case DROPPED_COLLECTIVE -> {
                requests.forget(request);
                requests.release(number);
            }
            default -> counts.count(Approximation.UNKNOWN_COMPLETIONS);
        }
        translation.endRecord();
    }

    /** Further on in the trace, a non-blocking collective operation is completed. */
    public void completedLater(
            long request,
            CollectiveCall.@Nullable Kind kind,
            @Nullable Communicator communicator,
            long root,
            long sent,
            long received) {
        possible.resolve(requests.find(request), kind, communicator, root, sent, received);
    }
}
