package org.tailback.trace.mpi;

import org.tailback.program.OperationSink;

/**
 * Translator of a tracer's records to the program of one rank. It receives the beginnings and ends of MPI calls and the
 * {@linkplain MessageRecords messages}, {@linkplain RequestRecords requests} and {@linkplain CollectiveRecords
 * collective operations} in between, in their order, and produces operations.
 *
 * <ul>
 *   <li><b>Computation</b> is the time between MPI calls. Calls without an operation (MPI_Comm_rank) take no time, so
 *       the computations before and after them are merged.
 *   <li><b>Receives.</b> Most traces record source, tag and size of a non-blocking receive only at its completion. The
 *       operations since its start are kept until then; beyond {@value #MOST_KEPT} of them, the trace is searched ahead
 *       ({@link Lookahead}). A receive that never completes is dropped. If a trace records these arguments at the
 *       start, only receives from any source or with any tag wait for their completion, to match the message of the
 *       recorded run.
 *   <li><b>Waits.</b> All requests that complete within one call become one wait at its end: MPI_Waitany, MPI_Waitsome
 *       and successful tests wait for the requests that they completed in the recorded run.
 *   <li><b>Non-blocking collectives</b> start at their recorded start, in the same order on all ranks, and are waited
 *       for at their completion. Their arguments are recorded at the completion, so the operations since their start
 *       are kept as for receives.
 * </ul>
 *
 * <p>Times are ticks of any resolution. Memory: the kept operations and the open requests. Not thread-safe.
 */
public final class CallTranslator {
    /** Value for any source or any tag of a receive. */
    public static final long ANY = Long.MIN_VALUE;

    private static final int MOST_KEPT = 1 << 16;
    /** Largest message, 8 PiB. Larger sizes indicate damage, and are not exact as double. */
    static final long LARGEST_MESSAGE = 1L << 53;

    private final Lookahead lookahead;
    final int rank;
    final int ranks;
    final TranslationCounts counts;
    final OperationQueue queue = new OperationQueue();
    final Requests requests = new Requests(this);
    final CollectiveCalls collectiveCalls;
    final Computation computation;
    final PresentCall present;
    final LostRequests lost;
    /** Translator of messages and of requests whose records contain their message. */
    final MessageRecords messageRecords;
    /** Translator of completions of requests of any kind. */
    final RequestRecords requestRecords;

    final CollectiveRecords collectiveRecords;
    private long flushSince = Long.MIN_VALUE;
    private boolean hasMessage;

    /**
     * Creates a translator of one rank's records.
     *
     * @param rank world rank of the program
     * @param ranks number of ranks of the world
     * @param ticksPerSecond resolution of all times, finite, > 0
     * @param convention convention by which the sizes of collective operations are counted
     * @param counts counts of approximations, used only by this translator until it ends
     */
    public CallTranslator(
            int rank,
            int ranks,
            double ticksPerSecond,
            Lookahead lookahead,
            SizeConvention convention,
            TranslationCounts counts) {
        this.rank = rank;
        this.ranks = ranks;
        this.lookahead = lookahead;
        this.counts = counts;
        computation = new Computation(ticksPerSecond, counts);
        present = new PresentCall(computation, queue, counts);
        collectiveCalls = new CollectiveCalls(this, convention);
        lost = new LostRequests(this, lookahead);
        messageRecords = new MessageRecords(this);
        requestRecords = new RequestRecords(this);
        collectiveRecords = new CollectiveRecords(this);
    }

    /** Returns whether an operation is available. Searches ahead in the trace if too many operations are kept. */
    public boolean ready() {
        if (!queue.ready() && queue.size() > MOST_KEPT) {
            if (queue.sizeOfOpenCall() > MOST_KEPT / 2) {
                present.endOperations();
            }
            if (!queue.ready()) {
                findUnknown();
            }
        }
        return queue.ready();
    }

    /** Performs and removes the next operation, after {@link #ready} has returned true. */
    public void take(OperationSink sink) {
        if (!hasMessage && queue.first().isMessage) {
            hasMessage = true;
            counts.time.messageAt(computation.seconds(queue.first().enter));
        }
        queue.perform(sink);
    }

    /** Processes the time of any record. The first record begins the rank's first computation. */
    public void time(long time) {
        endImplicitCall();
        computation.pass(time);
    }

    /** Begins an MPI call. Nested calls belong to the outermost call. */
    public void enter(MpiCall entered, long time) {
        time(time);
        present.enter(entered);
    }

    /** Ends an MPI call. */
    public void leave(long time) {
        time(time);
        if (present.leave()) {
            endCall();
        }
    }

    /**
     * Begins a record of a request. The record belongs to the current call, or to a call that ends with the next
     * record.
     */
    void beginRecord(long time) {
        time(time);
        present.beginRecord();
    }

    void beginMessage(long time) {
        beginRecord(time);
        present.hasMessage = true;
    }

    void beginCollective(long time) {
        beginRecord(time);
        present.hasCollective = true;
    }

    private void endImplicitCall() {
        if (present.isImplicit()) {
            endCall();
        }
    }

    /** Ends the current call, including its exchange and its wait. */
    private void endCall() {
        messageRecords.endExchange();
        requests.awaitCompleted();
        if (present.count()) {
            lost.startGuessed();
        }
        present.close();
    }

    /** Processes an interval in which the tracer wrote its buffer. It is not counted as computation. */
    public void flush(long time, long end) {
        time(time);
        computation.flush(end - time, present.inside());
    }

    /** Processes the beginning or end of an interval in which the tracer writes its buffer. */
    public void flushing(long time, boolean begins) {
        if (!begins && flushSince != Long.MIN_VALUE) {
            flush(flushSince, time);
        }
        time(time);
        flushSince = begins ? time : Long.MIN_VALUE;
    }

    /** Processes the event that recording was switched off or on. */
    public void recording(long time, boolean on) {
        time(time);
        computation.recording(on);
    }

    /** Ends the trace of the rank; called once. */
    public void finish() {
        endImplicitCall();
        if (present.cutOff()) {
            endCall();
        }
        requests.abandonUnknown();
        lost.abandonGuessed();
        requests.resolveAllPosted();
        computation.finish();
        present.beginLast();
        requests.endAll();
        present.endOperations();
    }

    /** Returns whether a request lacks arguments that a {@link Lookahead} could find. */
    public boolean hasUnknown() {
        return requests.unknown() > 0;
    }

    private void findUnknown() {
        lost.abandonGuessed();
        requests.resolveAllPosted();
        if (hasUnknown()) {
            lookahead.readOn(this);
            requests.abandonUnknown();
        }
    }
}
