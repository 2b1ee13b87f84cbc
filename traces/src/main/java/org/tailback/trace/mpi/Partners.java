package org.tailback.trace.mpi;

import org.jspecify.annotations.Nullable;
import org.tailback.program.OperationSink;

/** The partners of one rank's messages as world ranks, and what of a message cannot be; that is counted. */
final class Partners {
    /** A number that is neither a rank nor {@link OperationSink#ANY_SOURCE}. */
    static final int IMPOSSIBLE = Integer.MIN_VALUE;

    private final int rank;
    private final int ranks;
    private final TranslationCounts counts;

    Partners(int rank, int ranks, TranslationCounts counts) {
        this.rank = rank;
        this.ranks = ranks;
        this.counts = counts;
    }

    /**
     * World rank of a partner; {@link OperationSink#ANY_SOURCE} for {@link CallTranslator#ANY}; or {@link #IMPOSSIBLE},
     * counted.
     */
    int of(@Nullable Communicator communicator, long named, long tag, long bytes) {
        if (communicator == null) {
            counts.count(Approximation.UNDEFINED_COMMUNICATORS);
        }
        int partner;
        if (named == CallTranslator.ANY) {
            partner = OperationSink.ANY_SOURCE;
        } else if (communicator == null) {
            partner = named >= 0 && named < ranks ? (int) named : IMPOSSIBLE;
        } else {
            partner = communicator.partner(named, rank, ranks);
            partner = partner < 0 || partner >= ranks ? IMPOSSIBLE : partner;
        }
        if (partner == IMPOSSIBLE
                || tag != CallTranslator.ANY && (tag < 0 || tag > Integer.MAX_VALUE)
                || bytes < 0
                || bytes > CallTranslator.LARGEST_MESSAGE) {
            counts.count(Approximation.STRANGE_MESSAGES);
            return IMPOSSIBLE;
        }
        return partner;
    }

    /** Returns a tag that was found possible; {@link OperationSink#ANY_TAG} for {@link CallTranslator#ANY}. */
    static int tag(long tag) {
        return tag == CallTranslator.ANY ? OperationSink.ANY_TAG : (int) tag;
    }
}
