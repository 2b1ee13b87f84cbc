package org.tailback.trace.mpi;

/**
 * The parts that translate the records of one rank, and the frame of every record: it belongs to the present call, or
 * to a call created for it. At the end of a call, everything that waited for its end follows.
 */
final class RankTranslation {
    final int rank;
    final int ranks;
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
        this.rank = rank;
        this.ranks = ranks;
        this.counts = counts;
        computation = new Computation(ticksPerSecond, counts);
        partners = new Partners(rank, ranks, counts);
        present = new PresentCall(computation, queue, counts);
        lost = new LostCompletions(counts);
        fates = new RequestFates(this);
        exchange = new HeldExchange(this);
        guessedReceives = new GuessedReceives(this, lookahead);
    }

    /** Begins a record of a message. */
    void beginMessage(long time) {
        beginRecord(time);
        present.noteMessage();
    }

    /** Begins a record of a collective operation. */
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
