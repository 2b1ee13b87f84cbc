package org.tailback.trace.mpi;

import org.tailback.program.OperationSink;

/**
 * Makes the program of one rank from the records of a tracer. It receives the beginnings and ends of MPI calls and the
 * {@linkplain #messages() messages}, {@linkplain #requests() requests} and {@linkplain #collectives() collective
 * operations} in between, in their order, and produces operations.
 *
 * <ul>
 *   <li><b>Computation</b> is the time between MPI calls. Calls without an operation (MPI_Comm_rank) take no time, so
 *       that the computations before and after them are one.
 *   <li><b>Receives.</b> Most traces record the source, tag and size of a non-blocking receive only where it completes.
 *       The operations from its start on are kept until then; beyond {@value #MOST_KEPT} of them, the trace is searched
 *       ahead ({@link Lookahead}). A receive that never completes is dropped. Where a trace records them at the start,
 *       only receives from any source or with any tag wait for their completion, to take the message of the recorded
 *       run.
 *   <li><b>Waits.</b> All requests that complete within one call are one wait at its end: MPI_Waitany, MPI_Waitsome and
 *       successful tests wait for the requests that they completed in the recorded run.
 *   <li><b>Non-blocking collectives</b> start where they were started, in the same order on all ranks, and are waited
 *       for where they complete. Their arguments are recorded there, so that operations from their start on are kept
 *       like those after a receive.
 * </ul>
 *
 * <p>Times are ticks of any resolution. Memory: the kept operations and the open requests. Not thread-safe.
 */
public final class CallTranslator {
    /** Any source or tag of a receive. */
    public static final long ANY = Long.MIN_VALUE;

    private static final int MOST_KEPT = 1 << 16;
    /** Largest message, 8 PiB: larger sizes are damage, and not exact as double. */
    static final long LARGEST_MESSAGE = 1L << 53;

    private final Lookahead lookahead;
    final CollectiveCalls collectiveCalls;
    final RankTranslation translation;
    final OperationQueue queue;
    private final PresentCall present;
    private final Computation computation;
    private final MessageRecords messages;
    private final RequestRecords requests;
    private final CollectiveRecords collectives;
    private boolean finished;

    /**
     * @param rank world rank of the program
     * @param ranks number of ranks in the world
     * @param ticksPerSecond of all times, finite, > 0
     * @param convention how the sizes of collective operations are counted
     * @param counts counts of approximations; used by this object alone meanwhile
     */
    public CallTranslator(
            int rank,
            int ranks,
            double ticksPerSecond,
            Lookahead lookahead,
            SizeConvention convention,
            TranslationCounts counts) {
        this.lookahead = lookahead;
        collectiveCalls = new CollectiveCalls(rank, ranks, convention, counts);
        translation = new RankTranslation(rank, ranks, ticksPerSecond, lookahead, counts);
        queue = translation.queue;
        present = translation.present;
        computation = translation.computation;
        messages = new MessageRecords(translation);
        requests = new RequestRecords(translation);
        collectives = new CollectiveRecords(translation);
    }

    /** Returns the translator of messages and of requests that are known to be of one. */
    public MessageRecords messages() {
        return messages;
    }

    /** Returns the translator of completions of requests of any kind. */
    public RequestRecords requests() {
        return requests;
    }

    /** Returns the translator of collective operations. */
    public CollectiveRecords collectives() {
        return collectives;
    }

    /** Provides the other ranks' records of collective operations with a size per rank; before the first operation. */
    void readSizesFrom(RankSizes sizes) {
        collectiveCalls.vectors.sizesOfAll = sizes;
    }

    /** Notes this rank's records of such operations, as they are taken; before the first operation. */
    void noteSizesIn(RankSizes.Table table) {
        collectiveCalls.vectors.noted = table;
    }

    /** Notes which requests lose their completion; before the first operation. */
    void noteLost(PairedReceives.OfRank lost) {
        translation.lost.noteIn(lost);
    }

    /** Provides the pairing of such requests; before the first operation. */
    void readLost(PairedReceives.OfRank lost) {
        translation.lost.readFrom(lost);
    }

    /** Returns whether an operation can be taken. Searches ahead in the trace if too many wait for one. */
    public boolean ready() {
        if (queue.ready(present.limit())) {
            return true;
        }
        if (queue.size() > MOST_KEPT) {
            if (present.inside() && present.limit() < queue.end() - MOST_KEPT / 2) {
                present.endOperations();
            }
            if (!queue.ready(present.limit())) {
                findUnknown();
            }
        }
        return queue.ready(present.limit());
    }

    /** Performs and removes the next operation; {@link #ready} was true. */
    public void take(OperationSink sink) {
        queue.perform(sink, collectiveCalls);
        queue.remove();
    }

    /** Notes the time of any record: the first one begins the rank's first computation. */
    public void time(long time) {
        computation.pass(time);
    }

    /** Begins an MPI call. Calls within calls belong to the outermost one. */
    public void enter(MpiCall entered, long time) {
        present.enter(entered, time);
    }

    /** Ends an MPI call. */
    public void leave(long time) {
        if (present.leave(time)) {
            translation.endCall();
        }
    }

    /** Notes that the tracer wrote its buffer, which is no computation. */
    public void flush(long time, long end) {
        computation.pass(time);
        computation.flush(end - time, present.inside());
    }

    /** Notes that recording was switched off or on. */
    public void recording(long time, boolean on) {
        computation.pass(time);
        computation.recording(on);
    }

    /** Ends the trace of the rank. */
    public void finish() {
        if (finished) {
            return;
        }
        finished = true;
        if (present.cutOff()) {
            translation.endCall();
        }
        translation.fates.abandonUnknown();
        translation.guessedReceives.abandon();
        translation.fates.resolvePosted();
        computation.finish();
        present.openLast();
        translation.fates.endAll();
        present.closeLast();
    }

    /** Returns whether anything is still unknown that a {@link Lookahead} could find. */
    public boolean wantsMore() {
        return translation.requests.unknown() > 0;
    }

    private void findUnknown() {
        translation.guessedReceives.abandon();
        translation.fates.resolvePosted();
        if (wantsMore()) {
            lookahead.readOn(this);
            translation.fates.abandonUnknown();
        }
    }
}
