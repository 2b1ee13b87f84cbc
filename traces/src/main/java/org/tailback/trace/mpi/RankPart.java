package org.tailback.trace.mpi;

/** A part of the translation of one rank's records, with the parts that it works with. */
abstract class RankPart {
    final RankTranslation translation;
    final TranslationCounts counts;
    final OperationQueue queue;
    final OpenRequests requests;
    final PresentCall present;
    final Partners partners;
    final LostCompletions lost;

    RankPart(RankTranslation translation) {
        this.translation = translation;
        counts = translation.counts;
        queue = translation.queue;
        requests = translation.requests;
        present = translation.present;
        partners = translation.partners;
        lost = translation.lost;
    }
}
