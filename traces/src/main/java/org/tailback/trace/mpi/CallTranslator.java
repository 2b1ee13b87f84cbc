package org.tailback.trace.mpi;

import org.jspecify.annotations.Nullable;
import org.tailback.program.OperationSink;

/**
 * Makes the program of one rank of what a tracer recorded: it is told of the beginnings and ends of MPI calls and of the
 * {@linkplain #messages() messages}, {@linkplain #requests() requests} and {@linkplain #collectives() collective operations} in
 * between, in their order, and produces operations.
 *
 * <ul>
 *   <li><b>Computation</b> is the time between MPI calls. Calls without an operation (MPI_Comm_rank) take no time, so that
 *       the computations before and after them are one.
 *   <li><b>Receives.</b> Most traces tell the source, tag and size of a non-blocking receive only where it completes.
 *       Operations from its start on are kept until then; if they become more than {@value #MOST_KEPT}, the trace is
 *       searched ahead for what is missing ({@link Lookahead}). A receive that never completes is dropped. Where a trace
 *       tells them at the start, only receives from any source or with any tag wait for their completion, to take what came
 *       in the recorded run; what is not told then either stays open to any.
 *   <li><b>Waits.</b> All requests that complete within one call are one wait at its end: so MPI_Waitany, MPI_Waitsome and
 *       successful tests wait for what they completed in the recorded run.
 *   <li><b>Non-blocking collectives</b> start where they were started, in the same order on all ranks, and are waited for
 *       where they complete. Their parameters are told there, so that operations from their start on are kept like those
 *       after a receive.
 * </ul>
 *
 * <p>Times are ticks of any resolution. Memory: what is kept, and the requests under way. Not thread-safe.
 */
public final class CallTranslator {
    /** As the source or tag of a receive: any. */
    public static final long ANY = Long.MIN_VALUE;

    private static final int MOST_KEPT = 1 << 16;
    /** No message is larger: 8 PiB. Sizes beyond are damage, and would not be exact as double. */
    static final long LARGEST_MESSAGE = 1L << 53;

    private final Lookahead lookahead;
    private final CollectiveCalls collectiveCalls;
    private final RankTranslation translation;
    private final OperationQueue queue;
    private final PresentCall present;
    private final Computation computation;
    private final MessageRecords messages;
    private final RequestRecords requests;
    private final CollectiveRecords collectives;
    private boolean finished;

    /**
     * @param rank world rank of the program
     * @param ranks in the world
     * @param ticksPerSecond of all times, finite, > 0
     * @param convention how the sizes of collective operations are counted
     * @param counts where to count what is approximated; nobody else writes to it meanwhile
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
        collectives = new CollectiveRecords(rank, ranks, translation);
    }

    // ---- who is told of what happens in calls

    /** Is told of messages and of the requests that are known to be of one. */
    public MessageRecords messages() {
        return messages;
    }

    /** Is told of what becomes of requests of any kind. */
    public RequestRecords requests() {
        return requests;
    }

    /** Is told of collective operations. */
    public CollectiveRecords collectives() {
        return collectives;
    }

    /** With what the other ranks recorded of collective operations with a size per rank; before the first operation. */
    void readSizesFrom(RankSizes sizes) {
        collectiveCalls.readSizesFrom(sizes);
    }

    /** Notes what this rank recorded of such operations, as they are taken; before the first operation. */
    void noteSizesIn(RankSizes.Table table) {
        collectiveCalls.noteSizesIn(table);
    }

    /** Notes which requests lose their completion; before the first operation. */
    void noteLost(PairedReceives.OfRank lost) {
        translation.lost.noteIn(lost);
    }

    /** With what is known of such requests; before the first operation. */
    void readLost(PairedReceives.OfRank lost) {
        translation.lost.readFrom(lost);
    }

    // ---- what comes out

    /** Whether an operation can be taken. Searches ahead in the trace if too many wait for one. */
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

    /** Performs the next operation and forgets it; {@link #ready} was true. */
    public void take(OperationSink sink) {
        queue.perform(sink, collectiveCalls);
        queue.remove();
    }

    /** Forgets the next operation; {@link #ready} was true. */
    public void skip() {
        queue.remove();
    }

    /** When the call of the next operation was entered (a computation begun), ticks. */
    public long nextEnter() {
        return queue.enter();
    }

    /** When it was left (or ended), ticks. */
    public long nextLeave() {
        return queue.leave();
    }

    /** The call to which the next operation belongs; null for a computation. */
    public @Nullable MpiCall nextCall() {
        return queue.call();
    }

    /** How long the next operation, a computation, takes without calls in between; seconds. */
    double nextSeconds() {
        return queue.seconds();
    }

    /** Equal for operations of one call, increasing. */
    public long nextCallNumber() {
        return queue.callNumber();
    }

    // ---- calls and time

    /** Any record at a time: the first one begins the rank's first computation. */
    public void time(long time) {
        computation.pass(time);
    }

    /** An MPI call begins. Calls within calls belong to the outermost one. */
    public void enter(MpiCall entered, long time) {
        present.enter(entered, time);
    }

    /** An MPI call ends. */
    public void leave(long time) {
        if (present.leave(time)) {
            translation.endCall();
        }
    }

    /** The tracer wrote its buffer; that is no computation. */
    public void flush(long time, long end) {
        computation.pass(time);
        computation.flush(end - time, present.inside());
    }

    /** Recording was switched off or on. */
    public void recording(long time, boolean on) {
        computation.pass(time);
        computation.recording(on);
    }

    /** The trace of the rank ends. */
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

    // ---- what is looked for ahead of its time

    /** Whether anything is still unknown that a {@link Lookahead} could find. */
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
