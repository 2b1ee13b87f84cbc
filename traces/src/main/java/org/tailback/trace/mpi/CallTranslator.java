package org.tailback.trace.mpi;

import static org.tailback.trace.mpi.OpenRequests.COLLECTIVE;
import static org.tailback.trace.mpi.OpenRequests.DROPPED_COLLECTIVE;
import static org.tailback.trace.mpi.OpenRequests.DROPPED_RECEIVE;
import static org.tailback.trace.mpi.OpenRequests.DROPPED_SEND;
import static org.tailback.trace.mpi.OpenRequests.FREE;
import static org.tailback.trace.mpi.OpenRequests.GUESSED_RECEIVE;
import static org.tailback.trace.mpi.OpenRequests.PERHAPS_ENDED;
import static org.tailback.trace.mpi.OpenRequests.POSTED_RECEIVE;
import static org.tailback.trace.mpi.OpenRequests.RECEIVE;
import static org.tailback.trace.mpi.OpenRequests.SEND;
import static org.tailback.trace.mpi.OpenRequests.UNKNOWN_COLLECTIVE;
import static org.tailback.trace.mpi.OpenRequests.UNKNOWN_RECEIVE;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;
import org.tailback.program.SendMode;

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
 * <p>Long because it is one state machine: nearly every record may touch the call, the queue and the requests.
 *
 * <p>Times are ticks of any resolution. Memory: what is kept, and the requests under way. Not thread-safe.
 */
public final class CallTranslator {
    /** As the source or tag of a receive: any. */
    public static final long ANY = Long.MIN_VALUE;

    private static final int MOST_KEPT = 1 << 16;
    /** What no rank's number is, and {@link OperationSink#ANY_SOURCE} neither. */
    private static final int IMPOSSIBLE = Integer.MIN_VALUE;
    /** No message is larger: 8 PiB. Sizes beyond are damage, and would not be exact as double. */
    static final long LARGEST_MESSAGE = 1L << 53;

    private final int rank;
    private final int ranks;
    private final Lookahead lookahead;
    private final TranslationCounts counts;
    private final CollectiveCalls collectiveCalls;
    private final CollectiveRecords collectives;
    private final OperationQueue queue = new OperationQueue();
    private final OpenRequests requests = new OpenRequests();
    private final Computation computation;
    /** Receives that are known to have started by the call of MPI_Irecv only. */
    private final IntFifo startedReceives = new IntFifo();

    private @Nullable Boolean lacksRequests;

    private MpiCall call = MpiCall.NONE;
    private int depth;
    private boolean implicit;
    private long callNumber;
    private long callEnter;
    private long callBegin;
    private boolean messageInCall;
    private boolean collectiveInCall;
    private int[] completed = new int[16];
    private int completedCount;
    private final HeldMessage heldSend = new HeldMessage();
    private final HeldMessage heldReceive = new HeldMessage();

    private boolean finished;

    private static final class HeldMessage {
        private boolean held;
        private int peer;
        private int tag;
        private @Nullable Communicator communicator;
        private long bytes;

        void hold(int heldPeer, int heldTag, @Nullable Communicator heldCommunicator, long heldBytes) {
            held = true;
            peer = heldPeer;
            tag = heldTag;
            communicator = heldCommunicator;
            bytes = heldBytes;
        }
    }

    /**
     * @param rank world rank of the program
     * @param ranks in the world
     * @param ticksPerSecond of all times, finite, > 0
     * @param counts where to count what is approximated; nobody else writes to it meanwhile
     */
    public CallTranslator(int rank, int ranks, double ticksPerSecond, Lookahead lookahead, TranslationCounts counts) {
        this.rank = rank;
        this.ranks = ranks;
        this.computation = new Computation(ticksPerSecond, counts);
        this.lookahead = lookahead;
        this.counts = counts;
        this.collectiveCalls = new CollectiveCalls(rank, ranks, counts);
        this.collectives = new CollectiveRecords(rank, ranks, queue, requests, counts);
    }

    // ---- what comes out

    /** Whether an operation can be taken. Searches ahead in the trace if too many wait for one. */
    public boolean ready() {
        if (queue.ready(limit())) {
            return true;
        }
        if (queue.size() > MOST_KEPT) {
            if (depth > 0 && callBegin < queue.end() - MOST_KEPT / 2) {
                endOperationsOfCall(computation.now());
            }
            if (!queue.ready(limit())) {
                findUnknown();
            }
        }
        return queue.ready(limit());
    }

    private long limit() {
        return depth > 0 ? callBegin : queue.end();
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
        computation.pass(time);
        if (depth++ == 0) {
            begin(entered);
        }
    }

    private void begin(MpiCall entered) {
        computation.enter();
        call = entered;
        callEnter = computation.now();
        callBegin = queue.end();
        callNumber++;
        messageInCall = false;
        collectiveInCall = false;
    }

    /** An MPI call ends. */
    public void leave(long time) {
        computation.pass(time);
        if (depth == 0) {
            counts.unbalanced++;
            return;
        }
        if (--depth == 0) {
            end();
        }
    }

    private void end() {
        performHeld();
        awaitCompleted();
        if (!implicit) {
            countCall();
        }
        endOperationsOfCall(computation.now());
        computation.leave();
        call = MpiCall.NONE;
    }

    private void endOperationsOfCall(long leave) {
        queue.endCall(callBegin, call, callNumber, callEnter, leave);
        callBegin = queue.end();
    }

    private void countCall() {
        counts.calls[call.kind().ordinal()]++;
        switch (call.kind()) {
            case SEND, RECEIVE, SENDRECV, NONBLOCKING_SEND -> {
                if (!messageInCall) {
                    counts.callsWithoutMessage++;
                }
            }
            case NONBLOCKING_RECEIVE -> {
                if (!messageInCall) {
                    startReceiveWithoutRequest();
                }
            }
            case COLLECTIVE, NONBLOCKING_COLLECTIVE -> {
                if (!collectiveInCall) {
                    counts.collectivesWithoutRecord.merge(call.name(), 1L, Long::sum);
                }
            }
            case COMMUNICATOR -> {
                if (!collectiveInCall) {
                    counts.communicatorCalls++;
                }
            }
            case ONE_SIDED -> counts.oneSidedCalls++;
            case FILE -> counts.fileCalls++;
            default -> {
                // needs no count of its own
            }
        }
    }

    /** A record outside of a call is one of a call that takes no time. */
    private void beginRecord(long time) {
        computation.pass(time);
        if (depth == 0) {
            counts.outsideOfCalls++;
            implicit = true;
            begin(MpiCall.NONE);
            depth = 1;
        }
    }

    private void endRecord() {
        if (implicit) {
            depth = 0;
            end();
            implicit = false;
        }
    }

    /** The computation before the call comes before its first operation. */
    private void beforeOperation() {
        computation.addTo(queue, callEnter, callNumber);
    }

    /** The tracer wrote its buffer; that is no computation. */
    public void flush(long time, long end) {
        computation.pass(time);
        computation.flush(end - time, depth > 0);
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
        if (depth > 0) {
            counts.unbalanced++;
            depth = 0;
            end();
        }
        abandonUnknown();
        while (!startedReceives.isEmpty()) {
            abandonStartedReceive();
        }
        resolvePosted();
        computation.finish();
        callEnter = computation.now();
        long begin = queue.end();
        beforeOperation();
        for (int number = 0; number < requests.limit(); number++) {
            if (requests.state(number) == SEND || requests.state(number) == RECEIVE) {
                neverAwaited(number);
            } else if (requests.state(number) == PERHAPS_ENDED) {
                awaitPerhapsEnded(number);
            }
        }
        queue.endCall(begin, MpiCall.NONE, ++callNumber, callEnter, callEnter);
    }

    // ---- requests

    private int newRequest(byte state, long id) {
        int before = requests.forget(id);
        if (before != NumberTable.NONE) {
            neverCompleted(before);
        }
        return requests.add(state, id);
    }

    /** A request whose id is used again. */
    private void neverCompleted(int number) {
        switch (requests.state(number)) {
            case SEND, RECEIVE -> {
                beforeOperation();
                neverAwaited(number);
            }
            case POSTED_RECEIVE -> {
                resolveAsPosted(number);
                beforeOperation();
                neverAwaited(number);
            }
            case PERHAPS_ENDED -> {
                beforeOperation();
                awaitPerhapsEnded(number);
            }
            case UNKNOWN_RECEIVE, UNKNOWN_COLLECTIVE -> abandon(number);
            default -> {
                // dropped
            }
        }
        requests.release(number);
    }

    /** Ends a request for certain; a wait for one of its own would be wrong if it has ended already. */
    private void awaitPerhapsEnded(int number) {
        queue.awaitAny(new int[] {number}, 1);
        counts.performedWaitanys++;
    }

    private void neverAwaited(int number) {
        queue.free(number);
        counts.performedFrees++;
        if (requests.state(number) == SEND) {
            counts.sendsNeverCompleted++;
        } else {
            counts.receivesNeverAwaited++;
        }
    }

    private void complete(int number) {
        if (completedCount == completed.length) {
            completed = Arrays.copyOf(completed, 2 * completedCount);
        }
        completed[completedCount++] = number;
    }

    private void awaitCompleted() {
        if (call.kind() == MpiCall.Kind.TEST && (completedCount > 0 || collectiveInCall)) {
            counts.successfulTests++;
        }
        if (completedCount == 0) {
            return;
        }
        beforeOperation();
        queue.await(completed, completedCount);
        if (completedCount == 1) {
            counts.performedWaits++;
        } else {
            counts.performedWaitalls++;
        }
        if (call.kind() == MpiCall.Kind.WAITANY) {
            counts.waitanys++;
        } else if (call.kind() == MpiCall.Kind.WAITSOME) {
            counts.waitsomes++;
        }
        for (int i = 0; i < completedCount; i++) {
            requests.release(completed[i]);
        }
        completedCount = 0;
    }

    // ---- messages

    /** World rank of a partner; {@link OperationSink#ANY_SOURCE} for {@link #ANY}; or {@link #IMPOSSIBLE}, counted. */
    private int partner(@Nullable Communicator communicator, long named, long tag, long bytes) {
        if (communicator == null) {
            counts.undefinedCommunicators++;
        }
        int partner;
        if (named == ANY) {
            partner = OperationSink.ANY_SOURCE;
        } else if (communicator == null) {
            partner = named >= 0 && named < ranks ? (int) named : IMPOSSIBLE;
        } else {
            partner = communicator.partner(named, rank, ranks);
            partner = partner < 0 || partner >= ranks ? IMPOSSIBLE : partner;
        }
        if (partner == IMPOSSIBLE
                || tag != ANY && (tag < 0 || tag > Integer.MAX_VALUE)
                || bytes < 0
                || bytes > LARGEST_MESSAGE) {
            counts.strangeMessages++;
            return IMPOSSIBLE;
        }
        return partner;
    }

    private static int tag(long tag) {
        return tag == ANY ? OperationSink.ANY_TAG : (int) tag;
    }

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
        messageInCall = true;
        int peer = partner(communicator, destination, tag, bytes);
        if (peer != IMPOSSIBLE) {
            if (call.kind() == MpiCall.Kind.NONBLOCKING_SEND) {
                beforeOperation();
                int number = requests.add(SEND);
                queue.isend(number, peer, tag(tag), communicator, bytes, call.mode());
                queue.free(number);
                requests.release(number);
                counts.sendsWithoutRequest++;
                counts.performedFrees++;
            } else if (call.kind() == MpiCall.Kind.SENDRECV && !heldSend.held) {
                heldSend.hold(peer, tag(tag), communicator, bytes);
            } else {
                beforeOperation();
                queue.send(peer, tag(tag), communicator, bytes, call.mode());
            }
        }
        endRecord();
    }

    /** A non-blocking send was started. */
    public void sendStarted(
            long time, long request, @Nullable Communicator communicator, long destination, long tag, long bytes) {
        beginRecord(time);
        messageInCall = true;
        int peer = partner(communicator, destination, tag, bytes);
        int number = newRequest(peer == IMPOSSIBLE ? DROPPED_SEND : SEND, request);
        if (peer != IMPOSSIBLE) {
            beforeOperation();
            queue.isend(number, peer, tag(tag), communicator, bytes, call.mode());
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
            complete(number);
        } else if (requests.state(number) == DROPPED_SEND) {
            requests.release(number);
        } else {
            counts.unknownCompletions++;
            neverCompleted(number);
        }
        endRecord();
    }

    /** A non-blocking receive was started. */
    public void receiveStarted(long time, long request) {
        beginRecord(time);
        messageInCall = true;
        int number = newRequest(UNKNOWN_RECEIVE, request);
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
        messageInCall = true;
        int peer = partner(communicator, source, tag, bytes);
        boolean open = source == ANY || tag == ANY;
        int number = newRequest(peer == IMPOSSIBLE ? DROPPED_RECEIVE : open ? POSTED_RECEIVE : RECEIVE, request);
        if (peer != IMPOSSIBLE) {
            beforeOperation();
            requests.setSequence(number, queue.postedIreceive(number, peer, tag(tag), communicator, bytes));
            if (!open) {
                queue.resolveAsPosted(requests.sequence(number));
            }
        }
        endRecord();
    }

    private void resolveAsPosted(int number) {
        queue.resolveAsPosted(requests.sequence(number));
        requests.setState(number, RECEIVE);
        counts.openReceives++;
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
                resolveAsPosted(number);
            } else {
                resolveReceive(number, communicator, source, tag, bytes);
            }
            state = requests.state(number);
        }
        switch (state) {
            case SEND, RECEIVE, COLLECTIVE -> {
                requests.forget(request);
                complete(number);
            }
            case DROPPED_SEND, DROPPED_RECEIVE, DROPPED_COLLECTIVE -> {
                requests.forget(request);
                requests.release(number);
            }
            case PERHAPS_ENDED -> {
                requests.forget(request);
                neverCompleted(number);
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
                resolveAsPosted(number);
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
            case SEND, RECEIVE, COLLECTIVE -> {
                beforeOperation();
                queue.free(number);
                counts.performedFrees++;
                requests.release(number);
            }
            case POSTED_RECEIVE -> {
                resolveAsPosted(number);
                beforeOperation();
                queue.free(number);
                counts.performedFrees++;
                requests.release(number);
            }
            case FREE -> counts.unknownCompletions++;
            default -> neverCompleted(number);
        }
        endRecord();
    }

    /** A non-blocking receive was completed; other parameters as for {@link #sent}. */
    public void receiveCompleted(
            long time, long request, @Nullable Communicator communicator, long source, long tag, long bytes) {
        beginRecord(time);
        messageInCall = true;
        int number = requests.find(request);
        if (requests.state(number) == UNKNOWN_RECEIVE) {
            resolveReceive(number, communicator, source, tag, bytes);
        }
        byte state = requests.state(number);
        if (state == RECEIVE || state == DROPPED_RECEIVE) {
            requests.forget(request);
            if (state == RECEIVE) {
                complete(number);
            } else {
                requests.release(number);
            }
        } else {
            int peer = partner(communicator, source, tag, bytes);
            if (peer != IMPOSSIBLE) {
                beforeOperation();
                queue.receive(peer, tag(tag), communicator, bytes);
                counts.receivesWithoutRequest++;
            }
        }
        endRecord();
    }

    private void resolveReceive(int number, @Nullable Communicator communicator, long source, long tag, long bytes) {
        int peer = partner(communicator, source, tag, bytes);
        if (peer == IMPOSSIBLE) {
            queue.drop(requests.sequence(number));
            requests.setState(number, DROPPED_RECEIVE);
        } else {
            queue.resolve(requests.sequence(number), peer, tag(tag), communicator, bytes);
            requests.setState(number, RECEIVE);
        }
    }

    /**
     * A message was received, or a receive of which the trace has no request was completed. Source and tag may be {@link
     * #ANY}, if they are not told.
     */
    public void received(long time, @Nullable Communicator communicator, long source, long tag, long bytes) {
        beginRecord(time);
        messageInCall = true;
        if (call.kind().completes() && !startedReceives.isEmpty()) {
            int number = startedReceives.take();
            resolveReceive(number, communicator, source, tag, bytes);
            if (requests.state(number) == RECEIVE) {
                complete(number);
                counts.guessedReceives++;
            } else {
                requests.release(number);
            }
        } else {
            int peer = partner(communicator, source, tag, bytes);
            if (peer != IMPOSSIBLE) {
                if (source == ANY || tag == ANY) {
                    counts.openReceives++;
                }
                if (call.kind() == MpiCall.Kind.SENDRECV && !heldReceive.held) {
                    heldReceive.hold(peer, tag(tag), communicator, bytes);
                } else {
                    beforeOperation();
                    queue.receive(peer, tag(tag), communicator, bytes);
                    if (call.kind().completes()) {
                        counts.lateReceives++;
                    }
                }
            }
        }
        endRecord();
    }

    private void startReceiveWithoutRequest() {
        if (lacksRequests == null) {
            lacksRequests = lookahead.lacksRequests();
        }
        if (lacksRequests) {
            beforeOperation();
            int number = requests.add(GUESSED_RECEIVE);
            requests.setSequence(number, queue.unknownIreceive(number));
            startedReceives.add(number);
        } else {
            counts.callsWithoutMessage++;
        }
    }

    private void abandonStartedReceive() {
        int number = startedReceives.take();
        queue.drop(requests.sequence(number));
        requests.release(number);
        counts.emptyReceives++;
    }

    /** Send and receive of one MPI_Sendrecv go on at the same time. */
    private void performHeld() {
        if (heldSend.held && heldReceive.held) {
            beforeOperation();
            int receive = requests.add(RECEIVE);
            int send = requests.add(SEND);
            queue.ireceive(receive, heldReceive.peer, heldReceive.tag, heldReceive.communicator, heldReceive.bytes);
            queue.isend(send, heldSend.peer, heldSend.tag, heldSend.communicator, heldSend.bytes, SendMode.STANDARD);
            queue.await(new int[] {receive, send}, 2);
            requests.release(send);
            requests.release(receive);
            counts.sendrecvs++;
        } else if (heldSend.held) {
            beforeOperation();
            queue.send(heldSend.peer, heldSend.tag, heldSend.communicator, heldSend.bytes, SendMode.STANDARD);
        } else if (heldReceive.held) {
            beforeOperation();
            queue.receive(heldReceive.peer, heldReceive.tag, heldReceive.communicator, heldReceive.bytes);
        }
        heldSend.held = false;
        heldReceive.held = false;
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
            default -> neverCompleted(number);
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
        collectiveInCall = true;
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
        collectiveInCall = true;
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
        collectiveInCall = true;
        CollectiveCall made = collectives.call(kind, communicator, root, bytes, sendCounts, receiveCounts);
        int number = newRequest(made == null ? DROPPED_COLLECTIVE : COLLECTIVE, request);
        if (made != null) {
            beforeOperation();
            queue.icollective(number, made);
        }
        endRecord();
    }

    /** Making or destroying something together, of which only the synchronisation is known. */
    public void creation(long time, @Nullable Communicator communicator) {
        if (call.kind() == MpiCall.Kind.INIT || call.kind() == MpiCall.Kind.FINALIZE) {
            computation.pass(time);
            return;
        }
        counts.creations++;
        collective(time, CollectiveCall.Kind.BARRIER, communicator, 0, 0, 0);
    }

    /** A non-blocking collective operation was started. */
    public void collectiveStarted(long time, long request) {
        beginRecord(time);
        collectiveInCall = true;
        int number = newRequest(UNKNOWN_COLLECTIVE, request);
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
        collectiveInCall = true;
        int number = requests.find(request);
        collectives.resolve(number, kind, communicator, root, sent, received);
        switch (requests.state(number)) {
            case COLLECTIVE -> {
                requests.forget(request);
                complete(number);
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
            resolveReceive(number, communicator, source, tag, bytes);
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
            abandon(number);
        }
    }

    private void findUnknown() {
        while (!startedReceives.isEmpty()) {
            abandonStartedReceive();
        }
        resolvePosted();
        if (requests.unknown() > 0) {
            lookahead.readOn(this);
            abandonUnknown();
        }
    }

    /** Receives that are open now will stay so. */
    private void resolvePosted() {
        for (int number = 0; number < requests.limit(); number++) {
            if (requests.state(number) == POSTED_RECEIVE) {
                resolveAsPosted(number);
            }
        }
    }

    /** What is unknown now will stay so. */
    private void abandonUnknown() {
        for (int number = 0; requests.unknown() > 0 && number < requests.limit(); number++) {
            if (requests.state(number) == UNKNOWN_COLLECTIVE || requests.state(number) == UNKNOWN_RECEIVE) {
                abandon(number);
            }
        }
    }

    private void abandon(int number) {
        queue.drop(requests.sequence(number));
        if (requests.state(number) == UNKNOWN_RECEIVE) {
            counts.receivesNeverCompleted++;
            requests.setState(number, DROPPED_RECEIVE);
        } else {
            counts.collectivesNeverCompleted++;
            requests.setState(number, DROPPED_COLLECTIVE);
        }
    }
}
