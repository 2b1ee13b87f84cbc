package org.tailback.trace.mpi;

import static org.tailback.trace.mpi.OpenRequests.COLLECTIVE;
import static org.tailback.trace.mpi.OpenRequests.DROPPED_COLLECTIVE;
import static org.tailback.trace.mpi.OpenRequests.DROPPED_RECEIVE;
import static org.tailback.trace.mpi.OpenRequests.DROPPED_SEND;
import static org.tailback.trace.mpi.OpenRequests.FREE;
import static org.tailback.trace.mpi.OpenRequests.PERHAPS_ENDED;
import static org.tailback.trace.mpi.OpenRequests.POSTED_RECEIVE;
import static org.tailback.trace.mpi.OpenRequests.RECEIVE;
import static org.tailback.trace.mpi.OpenRequests.SEND;
import static org.tailback.trace.mpi.OpenRequests.UNKNOWN_COLLECTIVE;
import static org.tailback.trace.mpi.OpenRequests.UNKNOWN_RECEIVE;

import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;

/**
 * Makes the program of one rank of what a tracer recorded: it is told of the beginnings and ends of MPI calls and of the
 * messages, requests and collective operations in between, in their order, and produces operations.
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
 * <p>Long because it has a method for every kind of record; the present call, what becomes of requests and what is held until a call
 * ends have classes of their own.
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
    private final TranslationCounts counts;
    private final Partners partners;
    private final CollectiveCalls collectiveCalls;
    private final CollectiveRecords collectives;
    private final OperationQueue queue = new OperationQueue();
    private final OpenRequests requests = new OpenRequests();
    private final Computation computation;
    private final PresentCall present;
    private final RequestFates fates;
    private final HeldExchange exchange;
    private final GuessedReceives guessedReceives;
    private boolean finished;

    /**
     * @param rank world rank of the program
     * @param ranks in the world
     * @param ticksPerSecond of all times, finite, > 0
     * @param counts where to count what is approximated; nobody else writes to it meanwhile
     */
    public CallTranslator(int rank, int ranks, double ticksPerSecond, Lookahead lookahead, TranslationCounts counts) {
        this.lookahead = lookahead;
        this.counts = counts;
        computation = new Computation(ticksPerSecond, counts);
        partners = new Partners(rank, ranks, counts);
        collectiveCalls = new CollectiveCalls(rank, ranks, counts);
        collectives = new CollectiveRecords(rank, ranks, queue, requests, counts);
        present = new PresentCall(computation, queue, counts);
        fates = new RequestFates(present, queue, requests, partners, counts);
        exchange = new HeldExchange(present, queue, requests, counts);
        guessedReceives = new GuessedReceives(present, queue, requests, lookahead, counts);
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
            end();
        }
    }

    private void end() {
        exchange.perform();
        fates.awaitCompleted();
        if (present.count()) {
            guessedReceives.start();
        }
        present.close();
    }

    private void beginRecord(long time) {
        present.beginRecord(time);
    }

    private void endRecord() {
        if (present.endRecord()) {
            end();
        }
    }

    private void beforeOperation() {
        present.beforeOperation();
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
            end();
        }
        fates.abandonUnknown();
        guessedReceives.abandon();
        fates.resolvePosted();
        computation.finish();
        present.openLast();
        fates.endAll();
        present.closeLast();
    }

    // ---- messages

    /**
     * A message was sent without a request.
     *
     * @param communicator null if the trace does not define it
     * @param destination rank as the communicator's records name it
     * @param tag 0 to 2^31 - 1
     * @param bytes >= 0
     */
    public void sent(long time, @Nullable Communicator communicator, long destination, long tag, long bytes) {
        beginRecord(time);
        present.noteMessage();
        int peer = partners.of(communicator, destination, tag, bytes);
        if (peer != Partners.IMPOSSIBLE) {
            if (present.kind() == MpiCall.Kind.NONBLOCKING_SEND) {
                beforeOperation();
                int number = requests.add(SEND);
                queue.isend(
                        number,
                        peer,
                        Partners.tag(tag),
                        communicator,
                        bytes,
                        present.call().mode());
                queue.free(number);
                requests.release(number);
                counts.sendsWithoutRequest++;
                counts.performedFrees++;
            } else if (!exchange.holdSend(peer, Partners.tag(tag), communicator, bytes)) {
                beforeOperation();
                queue.send(
                        peer,
                        Partners.tag(tag),
                        communicator,
                        bytes,
                        present.call().mode());
            }
        }
        endRecord();
    }

    /** A non-blocking send was started. */
    public void sendStarted(
            long time, long request, @Nullable Communicator communicator, long destination, long tag, long bytes) {
        beginRecord(time);
        present.noteMessage();
        int peer = partners.of(communicator, destination, tag, bytes);
        int number = fates.begin(peer == Partners.IMPOSSIBLE ? DROPPED_SEND : SEND, request);
        if (peer != Partners.IMPOSSIBLE) {
            beforeOperation();
            queue.isend(
                    number,
                    peer,
                    Partners.tag(tag),
                    communicator,
                    bytes,
                    present.call().mode());
        }
        endRecord();
    }

    /** A non-blocking send was completed. */
    public void sendCompleted(long time, long request) {
        beginRecord(time);
        int number = requests.forget(request);
        if (number == NumberTable.NONE) {
            counts.unknownCompletions++;
        } else if (requests.state(number) == SEND) {
            fates.complete(number);
        } else if (requests.state(number) == DROPPED_SEND) {
            requests.release(number);
        } else {
            counts.unknownCompletions++;
            fates.neverCompleted(number);
        }
        endRecord();
    }

    /** A non-blocking receive was started. */
    public void receiveStarted(long time, long request) {
        beginRecord(time);
        present.noteMessage();
        int number = fates.begin(UNKNOWN_RECEIVE, request);
        beforeOperation();
        requests.setSequence(number, queue.unknownIreceive(number));
        endRecord();
    }

    /**
     * A non-blocking receive was started, of which the trace tells the parameters there.
     *
     * @param source rank as the communicator's records name it, or {@link #ANY}
     * @param tag 0 to 2^31 - 1, or {@link #ANY}
     * @param bytes that it is ready for, >= 0
     */
    public void receiveStarted(
            long time, long request, @Nullable Communicator communicator, long source, long tag, long bytes) {
        beginRecord(time);
        present.noteMessage();
        int peer = partners.of(communicator, source, tag, bytes);
        boolean open = source == ANY || tag == ANY;
        int number =
                fates.begin(peer == Partners.IMPOSSIBLE ? DROPPED_RECEIVE : open ? POSTED_RECEIVE : RECEIVE, request);
        if (peer != Partners.IMPOSSIBLE) {
            beforeOperation();
            requests.setSequence(number, queue.postedIreceive(number, peer, Partners.tag(tag), communicator, bytes));
            if (!open) {
                queue.resolveAsPosted(requests.sequence(number));
            }
        }
        endRecord();
    }

    /** A request of any kind was completed, and the trace does not tell by what message. */
    public void completed(long time, long request) {
        completed(time, request, ANY, ANY, 0);
    }

    /**
     * A request of any kind was completed; only a receive from any source or with any tag needs the parameters.
     *
     * @param source rank as the communicator's records name it, or {@link #ANY} if it is not told
     * @param tag >= 0, or {@link #ANY}
     * @param bytes of the message, >= 0
     */
    public void completed(long time, long request, long source, long tag, long bytes) {
        beginRecord(time);
        int number = requests.find(request);
        byte state = requests.state(number);
        if (state == POSTED_RECEIVE) {
            Communicator communicator = queue.communicatorOf(requests.sequence(number));
            if (source == ANY || tag == ANY) {
                fates.resolveAsPosted(number);
            } else {
                fates.resolveReceive(number, communicator, source, tag, bytes);
            }
            state = requests.state(number);
        }
        switch (state) {
            case SEND, RECEIVE, COLLECTIVE -> {
                requests.forget(request);
                fates.complete(number);
            }
            case DROPPED_SEND, DROPPED_RECEIVE, DROPPED_COLLECTIVE -> {
                requests.forget(request);
                requests.release(number);
            }
            case PERHAPS_ENDED -> {
                requests.forget(request);
                fates.neverCompleted(number);
            }
            default -> counts.unknownCompletions++;
        }
        endRecord();
    }

    /** Whether a request is under way. */
    public boolean isOpen(long request) {
        return requests.find(request) != NumberTable.NONE;
    }

    /**
     * One of some requests was completed, or several of them, and the trace does not tell which; those that are not under
     * way do not matter.
     *
     * @param several whether it may be more than one
     */
    public void someCompleted(long time, long[] among, boolean several) {
        int[] open = new int[among.length];
        int count = 0;
        for (long request : among) {
            int number = requests.find(request);
            if (requests.state(number) == POSTED_RECEIVE) {
                fates.resolveAsPosted(number);
            }
            byte state = requests.state(number);
            if (state == SEND || state == RECEIVE || state == COLLECTIVE || state == PERHAPS_ENDED) {
                requests.setState(number, PERHAPS_ENDED);
                open[count++] = number;
            }
        }
        if (count > 0) {
            beginRecord(time);
            beforeOperation();
            if (several) {
                queue.awaitSome(open, count);
                counts.performedWaitsomes++;
            } else {
                queue.awaitAny(open, count);
                counts.performedWaitanys++;
            }
            endRecord();
        }
    }

    /** A request of any kind is given up: it ends by itself. */
    public void freed(long time, long request) {
        beginRecord(time);
        int number = requests.forget(request);
        switch (requests.state(number)) {
            case SEND, RECEIVE, COLLECTIVE -> fates.free(number);
            case POSTED_RECEIVE -> {
                fates.resolveAsPosted(number);
                fates.free(number);
            }
            case FREE -> counts.unknownCompletions++;
            default -> fates.neverCompleted(number);
        }
        endRecord();
    }

    /** A non-blocking receive was completed; other parameters as for {@link #sent}. */
    public void receiveCompleted(
            long time, long request, @Nullable Communicator communicator, long source, long tag, long bytes) {
        beginRecord(time);
        present.noteMessage();
        int number = requests.find(request);
        if (requests.state(number) == UNKNOWN_RECEIVE) {
            fates.resolveReceive(number, communicator, source, tag, bytes);
        }
        byte state = requests.state(number);
        if (state == RECEIVE || state == DROPPED_RECEIVE) {
            requests.forget(request);
            if (state == RECEIVE) {
                fates.complete(number);
            } else {
                requests.release(number);
            }
        } else {
            int peer = partners.of(communicator, source, tag, bytes);
            if (peer != Partners.IMPOSSIBLE) {
                beforeOperation();
                queue.receive(peer, Partners.tag(tag), communicator, bytes);
                counts.receivesWithoutRequest++;
            }
        }
        endRecord();
    }

    /**
     * A message was received, or a receive of which the trace has no request was completed. Source and tag may be {@link
     * #ANY}, if they are not told.
     */
    public void received(long time, @Nullable Communicator communicator, long source, long tag, long bytes) {
        beginRecord(time);
        present.noteMessage();
        if (present.kind().completes() && !guessedReceives.isEmpty()) {
            int number = guessedReceives.take();
            fates.resolveReceive(number, communicator, source, tag, bytes);
            if (requests.state(number) == RECEIVE) {
                fates.complete(number);
                counts.guessedReceives++;
            } else {
                requests.release(number);
            }
        } else {
            int peer = partners.of(communicator, source, tag, bytes);
            if (peer != Partners.IMPOSSIBLE) {
                if (source == ANY || tag == ANY) {
                    counts.openReceives++;
                }
                if (!exchange.holdReceive(peer, Partners.tag(tag), communicator, bytes)) {
                    beforeOperation();
                    queue.receive(peer, Partners.tag(tag), communicator, bytes);
                    if (present.kind().completes()) {
                        counts.lateReceives++;
                    }
                }
            }
        }
        endRecord();
    }

    /** A request was cancelled. */
    public void cancelled(long time, long request) {
        beginRecord(time);
        int number = requests.forget(request);
        byte state = requests.state(number);
        switch (state) {
            case SEND -> {
                beforeOperation();
                queue.cancel(number);
                counts.cancelledSends++;
                requests.release(number);
            }
            case RECEIVE -> {
                beforeOperation();
                queue.cancel(number);
                counts.cancelledOnTheWay++;
                requests.release(number);
            }
            case UNKNOWN_RECEIVE, POSTED_RECEIVE -> {
                queue.drop(requests.sequence(number));
                counts.cancelledReceives++;
                requests.release(number);
            }
            case DROPPED_RECEIVE, DROPPED_SEND -> requests.release(number);
            case FREE -> counts.unknownCompletions++;
            default -> fates.neverCompleted(number);
        }
        endRecord();
    }

    // ---- collective operations

    /**
     * A blocking collective operation; totals as {@link CollectiveCalls} describes them.
     *
     * @param kind null if it is unknown
     * @param communicator null if the trace does not define it
     * @param root rank as the communicator's records name it; anything where the kind has none
     * @param sent bytes, or -1 if it was not recorded
     * @param received likewise
     */
    public void collective(
            long time,
            CollectiveCall.@Nullable Kind kind,
            @Nullable Communicator communicator,
            long root,
            long sent,
            long received) {
        beginRecord(time);
        present.noteCollective();
        beforeOperation();
        collectives.perform(kind, communicator, root, sent, received);
        endRecord();
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
    public void collective(
            long time,
            CollectiveCall.Kind kind,
            @Nullable Communicator communicator,
            long root,
            long bytes,
            long @Nullable [] sendCounts,
            long @Nullable [] receiveCounts) {
        beginRecord(time);
        present.noteCollective();
        beforeOperation();
        collectives.perform(kind, communicator, root, bytes, sendCounts, receiveCounts);
        endRecord();
    }

    /**
     * A non-blocking collective operation was started, of which the trace tells all parameters; it ends with {@link
     * #completed}. Parameters as for the blocking one.
     */
    public void collectiveStarted(
            long time,
            long request,
            CollectiveCall.Kind kind,
            @Nullable Communicator communicator,
            long root,
            long bytes,
            long @Nullable [] sendCounts,
            long @Nullable [] receiveCounts) {
        beginRecord(time);
        present.noteCollective();
        CollectiveCall made = collectives.call(kind, communicator, root, bytes, sendCounts, receiveCounts);
        int number = fates.begin(made == null ? DROPPED_COLLECTIVE : COLLECTIVE, request);
        if (made != null) {
            beforeOperation();
            queue.icollective(number, made);
        }
        endRecord();
    }

    /** Making or destroying something together, of which only the synchronisation is known. */
    public void creation(long time, @Nullable Communicator communicator) {
        if (present.kind() == MpiCall.Kind.INIT || present.kind() == MpiCall.Kind.FINALIZE) {
            computation.pass(time);
            return;
        }
        counts.creations++;
        collective(time, CollectiveCall.Kind.BARRIER, communicator, 0, 0, 0);
    }

    /** A non-blocking collective operation was started. */
    public void collectiveStarted(long time, long request) {
        beginRecord(time);
        present.noteCollective();
        int number = fates.begin(UNKNOWN_COLLECTIVE, request);
        beforeOperation();
        requests.setSequence(number, queue.unknownIcollective(number));
        endRecord();
    }

    /** A non-blocking collective operation was completed; parameters as for {@link #collective}. */
    public void collectiveCompleted(
            long time,
            long request,
            CollectiveCall.@Nullable Kind kind,
            @Nullable Communicator communicator,
            long root,
            long sent,
            long received) {
        beginRecord(time);
        present.noteCollective();
        int number = requests.find(request);
        collectives.resolve(number, kind, communicator, root, sent, received);
        switch (requests.state(number)) {
            case COLLECTIVE -> {
                requests.forget(request);
                fates.complete(number);
            }
            case DROPPED_COLLECTIVE -> {
                requests.forget(request);
                requests.release(number);
            }
            default -> counts.unknownCompletions++;
        }
        endRecord();
    }

    // ---- what is told ahead of its time

    /** Whether anything is still unknown that a {@link Lookahead} could find. */
    public boolean wantsMore() {
        return requests.unknown() > 0;
    }

    /** Further on in the trace, a receive is completed. */
    public void receiveCompletedLater(
            long request, @Nullable Communicator communicator, long source, long tag, long bytes) {
        int number = requests.find(request);
        if (requests.state(number) == UNKNOWN_RECEIVE) {
            fates.resolveReceive(number, communicator, source, tag, bytes);
        }
    }

    /** Further on in the trace, a non-blocking collective operation is completed. */
    public void collectiveCompletedLater(
            long request,
            CollectiveCall.@Nullable Kind kind,
            @Nullable Communicator communicator,
            long root,
            long sent,
            long received) {
        collectives.resolve(requests.find(request), kind, communicator, root, sent, received);
    }

    /** Further on in the trace, a request is cancelled or its id used for another one: it was not completed. */
    public void requestEndsLater(long request, boolean cancelled) {
        int number = requests.find(request);
        if (number == NumberTable.NONE) {
            return;
        }
        if (cancelled && requests.state(number) == UNKNOWN_RECEIVE) {
            queue.drop(requests.sequence(number));
            requests.setState(number, DROPPED_RECEIVE);
            counts.cancelledReceives++;
        } else if (requests.state(number) == UNKNOWN_RECEIVE || requests.state(number) == UNKNOWN_COLLECTIVE) {
            fates.abandon(number);
        }
    }

    private void findUnknown() {
        guessedReceives.abandon();
        fates.resolvePosted();
        if (requests.unknown() > 0) {
            lookahead.readOn(this);
            fates.abandonUnknown();
        }
    }
}
