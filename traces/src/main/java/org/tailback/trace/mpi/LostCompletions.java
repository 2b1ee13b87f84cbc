package org.tailback.trace.mpi;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.tailback.columns.Columns;
import org.tailback.trace.mpi.PairedReceives.LostRequest;
import org.tailback.trace.mpi.PairedReceives.OfRank;
import org.tailback.trace.mpi.PairedReceives.PairedMessage;

/**
 * The requests of one rank whose completion the trace has lost. They are numbered as they start. A first run of the
 * rank finds out which they are; in the next one it is known what the receives take, and all of them end where the rank
 * waits without a record of its purpose: at MPI_Waitall all, at MPI_Wait the oldest.
 */
final class LostCompletions {
    private final TranslationCounts counts;
    private final ArrayDeque<Integer> open = new ArrayDeque<>();
    private long started;
    private long[] ordinals = new long[16];
    private @Nullable OfRank found;
    private @Nullable OfRank known;

    LostCompletions(TranslationCounts counts) {
        this.counts = counts;
    }

    /** Notes what is lost. */
    void noteIn(OfRank lost) {
        found = lost;
    }

    /** Replays what is lost as a run before found it. */
    void readFrom(OfRank lost) {
        known = lost;
    }

    /** Returns the number of the next request to start. */
    long next() {
        return started++;
    }

    /** A request whose completion may come. */
    void begin(int request, long ordinal) {
        ordinals = Columns.fit(ordinals, request);
        ordinals[request] = ordinal;
    }

    /** The completion of a request did not come. */
    void lost(int request, LostRequest kind) {
        if (found != null) {
            found.add(ordinals[request], kind);
        }
    }

    /**
     * Returns the message of a receive whose completion is lost; null if it is not lost or no message is left for it.
     */
    @Nullable
    PairedMessage message(long ordinal) {
        return known == null ? null : known.message(ordinal);
    }

    /** Returns whether a wait may be for a receive whose completion is lost. */
    boolean isAwaited(long ordinal) {
        return known != null && known.isAwaited(ordinal);
    }

    /** Returns whether a send's completion is lost. */
    boolean isLostSend(long ordinal) {
        return known != null && known.isLostSend(ordinal);
    }

    /** A request whose completion is known to be lost. */
    void open(int request) {
        open.add(request);
    }

    /** Completes what a call waits for of which there is no record. */
    void awaitedBy(MpiCall.Kind call, RequestFates fates) {
        if (open.isEmpty() || call != MpiCall.Kind.WAIT && call != MpiCall.Kind.WAITALL) {
            return;
        }
        counts.count(Approximation.GUESSED_WAITS);
        do {
            fates.complete(open.remove());
        } while (call == MpiCall.Kind.WAITALL && !open.isEmpty());
    }
}
