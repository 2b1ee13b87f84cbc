package org.tailback.trace.mpi;

import static org.tailback.trace.mpi.OpenRequests.COLLECTIVE;
import static org.tailback.trace.mpi.OpenRequests.DROPPED_RECEIVE;
import static org.tailback.trace.mpi.OpenRequests.DROPPED_SEND;
import static org.tailback.trace.mpi.OpenRequests.FREE;
import static org.tailback.trace.mpi.OpenRequests.GUESSED_RECEIVE;
import static org.tailback.trace.mpi.OpenRequests.KNOWN_COLLECTIVE;
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
 *   <li><b>Receives.</b> A trace tells the source, tag and size of a non-blocking receive where it completes. Operations
 *       from its start on are kept until then; if they become more than {@value #MOST_KEPT}, the trace is searched ahead for
 *       what is missing ({@link Lookahead}). A receive that never completes is dropped.
 *   <li><b>Waits.</b> All requests that complete within one call are one wait at its end: so MPI_Waitany, MPI_Waitsome and
 *       successful tests wait for what they completed in the recorded run.
 *   <li><b>Non-blocking collectives</b> are performed as blocking ones where they complete, those started before them
 *       first, and all of them before a blocking one: in the same order on all ranks.
 * </ul>
 *
 * <p>Long because it is one state machine: nearly every record may touch the call, the queue and the requests.
 *
 * <p>Times are ticks of any resolution. Memory: what is kept, and the requests under way. Not thread-safe.
 */
public final class CallTranslator {
    private static final int MOST_KEPT = 1 << 16;
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
        collectives.abandonStarted();
        computation.finish();
        callEnter = computation.now();
        long begin = queue.end();
        beforeOperation();
        for (int number = 0; number < requests.limit(); number++) {
            if (requests.state(number) == SEND) {
                queue.free(number);
                counts.sendsNeverCompleted++;
                counts.performedFrees++;
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
            case SEND -> {
                counts.sendsNeverCompleted++;
                counts.performedFrees++;
                beforeOperation();
                queue.free(number);
            }
            case UNKNOWN_RECEIVE, UNKNOWN_COLLECTIVE -> abandon(number);
            case COLLECTIVE -> {
                beforeOperation();
                collectives.performUpTo(number);
                abandon(number);
            }
            default -> {
                // known ahead, or dropped
            }
        }
        requests.release(number);
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

    private int partner(@Nullable Communicator communicator, long named, long tag, long bytes) {
        if (communicator == null) {
            counts.undefinedCommunicators++;
        }
        int partner;
        if (communicator == null) {
            partner = named >= 0 && named < ranks ? (int) named : Communicator.NOBODY;
        } else {
            partner = communicator.partner(named, rank, ranks);
        }
        if (partner < 0
                || partner >= ranks
                || tag < 0
                || tag > Integer.MAX_VALUE
                || bytes < 0
                || bytes > LARGEST_MESSAGE) {
            counts.strangeMessages++;
            return Communicator.NOBODY;
        }
        return partner;
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
        if (peer != Communicator.NOBODY) {
            if (call.kind() == MpiCall.Kind.NONBLOCKING_SEND) {
                beforeOperation();
                int number = requests.add(SEND);
                queue.isend(number, peer, (int) tag, communicator, bytes, call.mode());
                queue.free(number);
                requests.release(number);
                counts.sendsWithoutRequest++;
                counts.performedFrees++;
            } else if (call.kind() == MpiCall.Kind.SENDRECV && !heldSend.held) {
                heldSend.hold(peer, (int) tag, communicator, bytes);
            } else {
                beforeOperation();
                queue.send(peer, (int) tag, communicator, bytes, call.mode());
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
        int number = newRequest(peer == Communicator.NOBODY ? DROPPED_SEND : SEND, request);
        if (peer != Communicator.NOBODY) {
            beforeOperation();
            queue.isend(number, peer, (int) tag, communicator, bytes, call.mode());
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
            if (peer != Communicator.NOBODY) {
                beforeOperation();
                queue.receive(peer, (int) tag, communicator, bytes);
                counts.receivesWithoutRequest++;
            }
        }
        endRecord();
    }

    private void resolveReceive(int number, @Nullable Communicator communicator, long source, long tag, long bytes) {
        int peer = partner(communicator, source, tag, bytes);
        if (peer == Communicator.NOBODY) {
            queue.drop(requests.sequence(number));
            requests.setState(number, DROPPED_RECEIVE);
        } else {
            queue.resolve(requests.sequence(number), peer, (int) tag, communicator, bytes);
            requests.setState(number, RECEIVE);
        }
    }

    /** A message was received, or a receive of which the trace has no request was completed. */
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
            if (peer != Communicator.NOBODY) {
                if (call.kind() == MpiCall.Kind.SENDRECV && !heldReceive.held) {
                    heldReceive.hold(peer, (int) tag, communicator, bytes);
                } else {
                    beforeOperation();
                    queue.receive(peer, (int) tag, communicator, bytes);
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
            case UNKNOWN_RECEIVE -> {
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
        collectives.performUpTo(NumberTable.NONE);
        collectives.perform(kind, communicator, root, sent, received);
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
        collectives.start(newRequest(COLLECTIVE, request));
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
        if (requests.state(number) == COLLECTIVE) {
            beforeOperation();
            collectives.performUpTo(number);
        }
        collectives.resolve(number, kind, communicator, root, sent, received);
        if (requests.state(number) == KNOWN_COLLECTIVE) {
            requests.forget(request);
            requests.release(number);
        } else {
            counts.unknownCompletions++;
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
        if (requests.unknown() > 0) {
            lookahead.readOn(this);
            abandonUnknown();
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
            requests.setState(number, KNOWN_COLLECTIVE);
        }
    }
}
