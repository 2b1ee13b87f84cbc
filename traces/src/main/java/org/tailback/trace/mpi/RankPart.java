package org.tailback.trace.mpi;

import org.jspecify.annotations.Nullable;
import org.tailback.program.OperationSink;

/** Base class of the parts of the translation of one rank's records, with access to the shared objects. */
abstract class RankPart {
    final CallTranslator translation;
    final TranslationCounts counts;
    final OperationQueue queue;
    final Requests requests;
    final PresentCall present;

    RankPart(CallTranslator translation) {
        this.translation = translation;
        counts = translation.counts;
        queue = translation.queue;
        requests = translation.requests;
        present = translation.present;
    }

    /**
     * Returns a message. If the message is impossible, counts an omission and returns null.
     *
     * @param named rank of the peer as numbered in the communicator's records, or {@link CallTranslator#ANY}
     * @param tag tag of the message, or {@link CallTranslator#ANY}
     */
    final @Nullable Message message(@Nullable Communicator communicator, long named, long tag, long bytes) {
        if (communicator == null) {
            counts.count(Approximation.UNDEFINED_COMMUNICATORS);
        }
        int ranks = translation.ranks;
        int peer = OperationSink.ANY_SOURCE;
        boolean possible = true;
        if (named != CallTranslator.ANY) {
            Communicator all = communicator == null ? Communicator.world() : communicator;
            peer = all.partner(named, translation.rank, ranks);
            possible = peer >= 0 && peer < ranks;
        }
        if (!possible
                || tag != CallTranslator.ANY && (tag < 0 || tag > Integer.MAX_VALUE)
                || bytes < 0
                || bytes > CallTranslator.LARGEST_MESSAGE) {
            counts.count(Approximation.STRANGE_MESSAGES);
            return null;
        }
        return new Message(peer, tag == CallTranslator.ANY ? OperationSink.ANY_TAG : (int) tag, communicator, bytes);
    }
}
