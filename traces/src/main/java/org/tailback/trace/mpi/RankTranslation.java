package org.tailback.trace.mpi;

/**
 * What the records of one rank are translated with, and the frame of every record: it belongs to the present call, or to one made
 * up for it; at a call's end follows what waited for it.
 */
final class RankTranslation {
    final TranslationCounts counts;
    final OperationQueue queue = new OperationQueue();
    final OpenRequests requests = new OpenRequests();
    final Computation computation;
    final Partners partners;
    final PresentCall present;
    final RequestFates fates;
    final HeldExchange exchange;
    final GuessedReceives guessedReceives;
    final LostCompletions lost;

    RankTranslation(int rank, int ranks, double ticksPerSecond, Lookahead lookahead, TranslationCounts counts) {
        this.counts = counts;
        computation = new Computation(ticksPerSecond, counts);
        partners = new Partners(rank, ranks, counts);
        present = new PresentCall(computation, queue, counts);
        lost = new LostCompletions(counts);
        fates = new RequestFates(present, queue, requests, partners, lost, counts);
        exchange = new HeldExchange(present, queue, requests, counts);
        guessedReceives = new GuessedReceives(present, queue, requests, lookahead, lost, counts);
    }

    /** A record of a message begins. */
    void beginMessage(long time) {
        beginRecord(time);
        present.noteMessage();
    }

    /** A record of a collective operation begins. */
    void beginCollective(long time) {
        beginRecord(time);
        present.noteCollective();
    }

    void beginRecord(long time) {
        present.beginRecord(time);
    }

    void endRecord() {
        if (present.endRecord()) {
            endCall();
        }
    }

    void endCall() {
        exchange.perform();
        fates.awaitCompleted();
        if (present.count()) {
            guessedReceives.start(fates);
        }
        present.close();
    }
}
