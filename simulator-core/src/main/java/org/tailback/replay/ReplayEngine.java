package org.tailback.replay;

import static org.tailback.replay.Communications.RECEIVER_WAITS;
import static org.tailback.replay.Communications.SENDER_WAITS;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.columns.Columns;
import org.tailback.error.InputException;
import org.tailback.loss.EndingMessages;
import org.tailback.observe.Awaited;
import org.tailback.observe.Envelope;
import org.tailback.observe.Observer;
import org.tailback.program.OperationBuffer;
import org.tailback.program.OperationKind;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.SendMode;
import org.tailback.units.Readable;

/**
 * Engine of the programs of all ranks, the most performance-critical class of a replay. Each rank performs its
 * operations until an operation must wait; it continues at the end of a transfer or computation.
 *
 * <p>Times follow PlogPT (Nomura et al., equations (10) to (15)) unless the message cost has overheads or other
 * protocols. Posting takes the sender's overhead, and an irecv finishes one latency after the transfer of its message.
 * A wait ends at the later of its beginning and the finish of the awaited operations. Each of its receives adds the
 * receiver's overhead, one after another in the order of arrival.
 *
 * <p>A progress thread of a rank is performed like a rank; its number is above the numbers of all ranks. Its overheads
 * and computations take no time from its rank.
 *
 * <p>Within an instant, ranks continue in the order of their numbers. O(1) expected per operation, excluding the
 * network; no allocation per operation once the arrays have grown.
 */
final class ReplayEngine extends RankEngine {
    /** Compute speed in flop/s below which a unit is probably missing. */
    private static final double LEAST_COMPUTE_SPEED = 1e6;

    private final @Nullable Disturbance disturbance;
    private final double computeSpeed;
    private final ParallelProgram program;
    private final RankTable ranks;
    private final SizeRule sizes;
    private final StartPredictor predictor;
    private final ArrivalOrder arrivals = new ArrivalOrder();
    private int[] readyRanks;
    private int readyCount;
    private boolean collectingReady;
    private int unfinishedRanks;

    static ReplayEngine of(ReplayWorld world, ParallelProgram program) {
        return new ReplayEngine(world, program, new RankTable(program, world.nodes), new SizeRule(program));
    }

    private ReplayEngine(ReplayWorld world, ParallelProgram program, RankTable ranks, SizeRule sizes) {
        super(world, ranks, ranks.count, sizes);
        disturbance = world.disturbance;
        computeSpeed = world.platform.computeSpeed();
        this.program = program;
        this.ranks = ranks;
        this.sizes = sizes;
        unfinishedRanks = ranks.count;
        readyRanks = new int[Math.max(1, ranks.count)];
        predictor = new StartPredictor(this, ranks);
    }

    @Override
    void begin(double now) {
        for (int thread = 0; thread < ranks.count; thread++) {
            double date = disturbance == null ? now : now + disturbance.startDelay(thread);
            ranks.entered[thread] = date;
            sleepUntil(thread, date);
        }
        agenda.arm();
    }

    @Override
    void addWarnings(List<String> ofPlatform, List<String> warnings) {
        warnings.addAll(program.approximations());
        warnings.addAll(ofPlatform);
        if (explainsCoarseClock()) {
            warnings.add("The compute speed is " + Readable.speed(computeSpeed)
                    + ", slower than any core of recent decades. A unit is probably missing: --compute-speed 10Gf"
                    + " means 10 Gflop/s");
        }
        warnings.addAll(sizes.warnings());
    }

    @Override
    boolean explainsCoarseClock() {
        return computeSpeed < LEAST_COMPUTE_SPEED;
    }

    @Override
    RankTable ranks() {
        return ranks;
    }

    @Override
    void close() {
        ranks.closePrograms();
    }

    @Override
    void advance(double now) {
        while (times.firstTime() <= now) {
            int thread = times.first();
            times.remove(thread);
            resume(thread, now);
        }
    }

    @Override
    void collectEnds() {
        readyCount = 0;
        collectingReady = true;
    }

    @Override
    void advanceAfterEnds(double now) {
        collectingReady = false;
        Arrays.sort(readyRanks, 0, readyCount);
        for (int i = 0; i < readyCount; i++) {
            resume(readyRanks[i], now);
        }
    }

    @Override
    void abort(double now) {
        for (int thread = 0; thread < ranks.count; thread++) {
            if (ranks.state[thread] != RankTable.DONE) {
                ranks.finish[thread] = now;
            }
        }
    }

    /**
     * Returns whether all ranks have ended, no progress thread can continue, and all messages have been transferred.
     */
    @Override
    boolean isOver() {
        return unfinishedRanks == 0 && times.firstTime() == Double.POSITIVE_INFINITY && transfers.underWay() == 0;
    }

    @Override
    void checkFinished() {
        if (unfinishedRanks > 0) {
            throw new StuckProgram(this, program, cost).waitingRanks(unfinishedRanks);
        }
        List<String> missing = program.missingCalls();
        if (transfers.matcher.unmatched() > 0 || !missing.isEmpty()) {
            throw new StuckProgram(this, program, cost).leftOver(missing);
        }
    }

    @Override
    void postingEnded(int posting, double end, double now) {
        int communication = posting >>> 1;
        boolean receiving = (posting & 1) != 0;
        int thread =
                receiving ? communications.receiverThread[communication] : communications.senderThread[communication];
        OperationKind kind = ranks.kind(thread);
        if (kind == OperationKind.WAITANY || kind == OperationKind.WAITSOME) {
            if (end < ranks.knownEnd[thread]) {
                ranks.knownEnd[thread] = end;
                resumeAt(thread, end, now);
            }
            return;
        }
        taken(thread, posting, now);
        if (--ranks.pending[thread] == 0) {
            if (kind == OperationKind.WAITALL) {
                addEnds(thread);
            } else {
                addEnd(thread, posting, end);
            }
            resumeAt(thread, ranks.knownEnd[thread], now);
        }
    }

    @Override
    void messagePosted(int communication, double now) {
        int thread = communications.receiver[communication];
        if (ranks.state[thread] != RankTable.WAITING || ranks.kind(thread) != OperationKind.PROBE) {
            return;
        }
        if (transfers.matchesProbe(communication, envelope(ranks.buffer(thread), 0))) {
            envelopeAwaited(thread, communication);
            sleepUntil(thread, Math.max(now, transfers.envelopeDate(communication)));
            agenda.arm();
        }
    }

    private void resumeAt(int thread, double date, double now) {
        if (date > now || !collectingReady) {
            sleepUntil(thread, date);
        } else if (ranks.state[thread] != RankTable.READY) {
            times.remove(thread);
            ranks.state[thread] = RankTable.READY;
            readyRanks = Columns.fit(readyRanks, readyCount);
            readyRanks[readyCount++] = thread;
        }
    }

    private void sleepUntil(int thread, double date) {
        ranks.state[thread] = RankTable.SLEEPING;
        times.set(thread, date, thread);
    }

    /** Leaves the rank's completed current operation and continues. */
    private void resume(int thread, double now) {
        OperationBuffer operations = ranks.buffer(thread);
        byte present = ranks.present[thread];
        if (present != RankTable.NONE) {
            leave(thread, ranks.kind(thread), now);
            if (present == RankTable.BUFFERED) {
                operations.removeFirst();
            }
        }
        proceed(thread, operations, now);
    }

    private void leave(int thread, OperationKind kind, double now) {
        double entered = ranks.entered[thread];
        boolean isRank = thread < ranks.count;
        if (isRank && kind != OperationKind.COMPUTE) {
            ranks.blocked[thread] += now - entered;
        }
        if (kind == OperationKind.WAITANY || kind == OperationKind.WAITSOME) {
            takeFinished(thread, kind, now);
        } else {
            for (int i = 0; i < ranks.awaitedCount[thread]; i++) {
                transfers.release(ranks.awaited[thread][i]);
            }
        }
        ranks.awaitedCount[thread] = 0;
        if (observer != null) {
            observer.operationLeft(
                    ranks.rankOf[thread], ranks.observed(thread), ranks.operationIndex[thread], kind, entered, now);
        }
        ranks.operationIndex[thread]++;
        ranks.entered[thread] = now;
    }

    /** Runs a rank until one of its operations must wait or its program ends. */
    private void proceed(int thread, OperationBuffer operations, double now) {
        ranks.state[thread] = RankTable.READY;
        while (true) {
            if (operations.size() == 0 && !ranks.produce(thread, operations)) {
                ranks.end(thread, operations);
                end(thread, now);
                return;
            }
            OperationKind kind = operations.kind(0);
            if (observer != null) {
                enter(observer, thread, operations, now);
            }
            if (!perform(thread, kind, operations, now)) {
                ranks.block(thread, kind, operations);
                return;
            }
            leave(thread, kind, now);
            operations.removeFirst();
        }
    }

    private void enter(Observer told, int thread, OperationBuffer operations, double now) {
        OperationKind kind = operations.kind(0);
        told.operationEntered(
                ranks.rankOf[thread],
                ranks.observed(thread),
                ranks.operationIndex[thread],
                kind,
                envelope(
                        operations,
                        kind == OperationKind.COMPUTE || operations.bytes(0) == OperationSink.ANY_SIZE
                                ? 0
                                : operations.bytes(0)),
                now);
    }

    private static Envelope envelope(OperationBuffer operations, long bytes) {
        return new Envelope(operations.peer(0), operations.tag(0), operations.communicator(0), bytes);
    }

    private void cancel(int thread, int posting, double now) {
        if (communications.has(posting >>> 1, Communications.SEND_POSTED)) {
            release(thread, posting, now);
        } else {
            transfers.cancel(posting);
        }
    }

    private void release(int thread, int posting, double now) {
        taken(thread, posting, now);
        transfers.release(posting);
    }

    /** If the posting is a receive, notifies the observer that the rank's current operation completes it. */
    private void taken(int thread, int posting, double now) {
        if (observer != null && (posting & 1) != 0) {
            observer.messageTaken(
                    posting >>> 1, ranks.rankOf[thread], ranks.observed(thread), ranks.operationIndex[thread], now);
        }
    }

    private void end(int thread, double now) {
        if (observer != null) {
            observer.programEnded(ranks.rankOf[thread], ranks.observed(thread), now);
        }
        if (thread < ranks.count) {
            ranks.state[thread] = RankTable.DONE;
            ranks.finish[thread] = now;
            unfinishedRanks--;
        } else {
            int communication = ranks.progressThreadEnd[thread];
            ranks.removeProgressThread(thread);
            transfers.progressThreadEnded(communication, now);
        }
    }

    private void startProgressThread(int thread, OperationBuffer operations, double now) {
        int posting = transfers.addProgressThread(ranks.rankOf[thread], thread);
        ranks.setRequest(thread, operations.request(0), posting);
        int progressThread =
                ranks.addProgressThread(ranks.rankOf[thread], operations.progressThread(), posting >>> 1, now);
        if (observer != null) {
            observer.progressThreadStarted(
                    ranks.rankOf[thread], ranks.observed(thread), ranks.observed(progressThread), posting >>> 1, now);
        }
        sleepUntil(progressThread, now);
    }

    /** Enters the operation at the head. Returns true if the rank can leave it now. */
    private boolean perform(int thread, OperationKind kind, OperationBuffer operations, double now) {
        switch (kind) {
            case ISEND -> {
                checkFree(thread, operations.request(0));
                double ready = now + sendOverhead(thread, kind, operations);
                ranks.setRequest(thread, operations.request(0), postSend(thread, operations, now, ready));
                return reached(thread, ready, now);
            }
            case IRECV -> {
                checkFree(thread, operations.request(0));
                ranks.setRequest(thread, operations.request(0), postReceive(thread, operations, now));
                return true;
            }
            case SEND -> {
                double ready = now + sendOverhead(thread, kind, operations);
                beginWait(thread, ready);
                waitFor(thread, postSend(thread, operations, now, ready), now);
                return waited(thread, now);
            }
            case RECV -> {
                beginWait(thread, now);
                waitFor(thread, postReceive(thread, operations, now), now);
                return waited(thread, now);
            }
            case PROBE -> {
                return probe(thread, operations, now);
            }
            case IPROBE -> {
                int message = transfers.probe(ranks.rankOf[thread], envelope(operations, 0));
                operations.outcome().probed(message != Matcher.NONE && transfers.envelopeDate(message) <= now);
                return reached(thread, now + cost.probeOverhead(), now);
            }
            case WAIT -> {
                beginWait(thread, now);
                waitForRequest(thread, operations.request(0), now);
                return waited(thread, now);
            }
            case WAITALL -> {
                beginWait(thread, now);
                for (int i = 1; i <= operations.peer(0); i++) {
                    waitForOneOfAll(thread, operations.request(i), now);
                }
                if (ranks.pending[thread] == 0) {
                    addEnds(thread);
                }
                return waited(thread, now);
            }
            case WAITANY, WAITSOME -> {
                return waitForFirst(thread, operations, now);
            }
            case FREE -> {
                release(thread, takeRequest(thread, operations.request(0)), now);
                return true;
            }
            case CANCEL -> {
                cancel(thread, takeRequest(thread, operations.request(0)), now);
                return true;
            }
            case START -> {
                checkFree(thread, operations.request(0));
                startProgressThread(thread, operations, now);
                return true;
            }
            case COMPUTE -> {
                double duration = operations.seconds(0) * computeScale;
                ranks.compute[ranks.rankOf[thread]] += duration;
                return reached(thread, now + duration, now);
            }
        }
        throw new AssertionError(kind);
    }

    /** Returns whether a time has been reached; otherwise blocks the rank until then. */
    private boolean reached(int thread, double date, double now) {
        if (date <= now) {
            return true;
        }
        sleepUntil(thread, date);
        return false;
    }

    private int postSend(int thread, OperationBuffer operations, double now, double ready) {
        int tag = operations.tag(0);
        if (tag == OperationSink.ANY_TAG) {
            throw programError(thread, "a send needs a specific tag, found ANY_TAG");
        }
        int communicator = operations.communicator(0);
        return transfers.postSend(
                thread, operations.peer(0), tag, communicator, operations.bytes(0), operations.mode(0), now, ready);
    }

    private double sendOverhead(int thread, OperationKind kind, OperationBuffer operations) {
        int sender = ranks.rankOf[thread];
        int receiver = operations.peer(0);
        checkPeer(thread, receiver);
        long bytes = operations.bytes(0);
        SendMode mode = operations.mode(0);
        return kind == OperationKind.ISEND
                ? overheads.isend(sender, receiver, bytes, mode)
                : overheads.send(sender, receiver, bytes, mode);
    }

    private int postReceive(int thread, OperationBuffer operations, double now) {
        int source = operations.peer(0);
        if (source != OperationSink.ANY_SOURCE) {
            checkPeer(thread, source);
        }
        return transfers.postReceive(
                thread, source, operations.tag(0), operations.communicator(0), operations.bytes(0), now);
    }

    private boolean probe(int thread, OperationBuffer operations, double now) {
        int message = transfers.probe(ranks.rankOf[thread], envelope(operations, 0));
        if (message == Matcher.NONE) {
            ranks.state[thread] = RankTable.WAITING;
            return false;
        }
        envelopeAwaited(thread, message);
        return reached(thread, transfers.envelopeDate(message), now);
    }

    private void envelopeAwaited(int thread, int communication) {
        if (observer != null) {
            double date = transfers.envelopeDate(communication);
            observer.endAwaited(ranks.rankOf[thread], ranks.observed(thread), communication, Awaited.ENVELOPE, date, 0);
        }
    }

    private void endAwaited(int thread, int posting, double end, double overhead) {
        if (observer != null) {
            observer.endAwaited(
                    ranks.rankOf[thread], ranks.observed(thread), posting >>> 1, awaited(posting), end, overhead);
        }
    }

    private Awaited awaited(int posting) {
        return (posting & 1) != 0
                ? Awaited.RECEIVED
                : communications.has(posting >>> 1, Communications.PROGRESS_THREAD)
                        ? Awaited.PROGRESS_THREAD
                        : Awaited.SENT;
    }

    private void beginWait(int thread, double notBefore) {
        ranks.pending[thread] = 0;
        ranks.knownEnd[thread] = notBefore;
    }

    private void waitFor(int thread, int posting, double now) {
        double end = transfers.knownEnd(posting);
        if (end < Double.POSITIVE_INFINITY) {
            addEnd(thread, posting, end);
            release(thread, posting, now);
        } else {
            waitForEnd(thread, posting);
        }
    }

    private void waitForEnd(int thread, int posting) {
        communications.mark(posting >>> 1, (posting & 1) != 0 ? RECEIVER_WAITS : SENDER_WAITS);
        ranks.await(thread, posting);
        ranks.pending[thread]++;
    }

    /**
     * Stores the posting of a request until the ends of all requests of the waitall are known, because their order
     * depends on all ends.
     */
    private void waitForOneOfAll(int thread, int request, double now) {
        if (ranks.hasEnded(thread, request)) {
            return;
        }
        int posting = takeRequest(thread, request);
        if (transfers.knownEnd(posting) < Double.POSITIVE_INFINITY) {
            taken(thread, posting, now);
            ranks.await(thread, posting);
        } else {
            waitForEnd(thread, posting);
        }
    }

    /** Charges the overheads of a waitall in the order of arrival. */
    private void addEnds(int thread) {
        arrivals.clear();
        for (int i = 0; i < ranks.awaitedCount[thread]; i++) {
            int posting = ranks.awaited[thread][i];
            arrivals.add(posting, transfers.knownEnd(posting), overheadAtEnd(posting));
        }
        ranks.knownEnd[thread] = arrivals.over(ranks.knownEnd[thread]);
        if (observer != null) {
            arrivals.sort();
            for (int i = 0; i < arrivals.count(); i++) {
                endAwaited(thread, arrivals.posting(i), arrivals.end(i), arrivals.overhead(i));
            }
        }
    }

    private void addEnd(int thread, int posting, double end) {
        double overhead = overheadAtEnd(posting);
        endAwaited(thread, posting, end, overhead);
        ranks.knownEnd[thread] = Math.max(ranks.knownEnd[thread], end) + overhead;
    }

    double overheadAtEnd(int posting) {
        int communication = posting >>> 1;
        return (posting & 1) != 0 ? overheads.receive(communications, communication) : 0;
    }

    /** Returns whether the current waitall is over; otherwise blocks the rank. */
    private boolean waited(int thread, double now) {
        if (ranks.pending[thread] > 0) {
            ranks.state[thread] = RankTable.WAITING;
            return false;
        }
        return reached(thread, ranks.knownEnd[thread], now);
    }

    /** Begins a waitany or waitsome; {@code knownEnd} is the earliest known end. */
    private boolean waitForFirst(int thread, OperationBuffer operations, double now) {
        int count = operations.peer(0);
        double earliest = Double.POSITIVE_INFINITY;
        for (int i = 1; i <= count; i++) {
            int posting = ranks.request(thread, operations.request(i));
            if (posting != RankTable.NO_REQUEST) {
                double end = transfers.knownEnd(posting);
                earliest = Math.min(earliest, end);
                if (end == Double.POSITIVE_INFINITY) {
                    communications.mark(posting >>> 1, (posting & 1) != 0 ? RECEIVER_WAITS : SENDER_WAITS);
                }
                ranks.await(thread, posting);
            }
        }
        ranks.knownEnd[thread] = ranks.awaitedCount[thread] == 0 ? now : earliest;
        if (ranks.knownEnd[thread] == Double.POSITIVE_INFINITY) {
            ranks.state[thread] = RankTable.WAITING;
            return false;
        }
        return reached(thread, ranks.knownEnd[thread], now);
    }

    /** Releases the request that finished first or, for a waitsome, all finished requests. */
    private void takeFinished(int thread, OperationKind kind, double now) {
        OperationBuffer operations = ranks.buffer(thread);
        int first = -1;
        double earliest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < ranks.awaitedCount[thread]; i++) {
            int posting = ranks.awaited[thread][i];
            communications.unmark(posting >>> 1, (posting & 1) != 0 ? RECEIVER_WAITS : SENDER_WAITS);
            double end = transfers.knownEnd(posting);
            if (end < earliest) {
                earliest = end;
                first = posting;
            }
        }
        if (first >= 0) {
            endAwaited(thread, first, earliest, 0);
        }
        for (int i = 1; i <= operations.peer(0); i++) {
            int posting = ranks.request(thread, operations.request(i));
            if (posting != RankTable.NO_REQUEST
                    && (kind == OperationKind.WAITANY ? posting == first : transfers.knownEnd(posting) <= now)) {
                release(thread, takeRequest(thread, operations.request(i)), now);
            }
        }
    }

    private void waitForRequest(int thread, int request, double now) {
        if (!ranks.hasEnded(thread, request)) {
            waitFor(thread, takeRequest(thread, request), now);
        }
    }

    private int openPosting(int thread, int request) {
        int posting = ranks.request(thread, request);
        if (posting == RankTable.NO_REQUEST) {
            throw programError(thread, "waits for request " + request + ", which is not in use and never was");
        }
        return posting;
    }

    private int takeRequest(int thread, int request) {
        int posting = openPosting(thread, request);
        ranks.clearRequest(thread, request);
        return posting;
    }

    private void checkFree(int thread, int request) {
        if (request < 0) {
            throw programError(thread, "uses the negative request " + request);
        }
        if (ranks.request(thread, request) != RankTable.NO_REQUEST) {
            throw programError(thread, "starts request " + request + ", which is in use");
        }
    }

    private void checkPeer(int thread, int peer) {
        if (peer < 0 || peer >= ranks.count) {
            throw programError(thread, "names rank " + peer + ", but the program has ranks 0 to " + (ranks.count - 1));
        }
    }

    private InputException programError(int thread, String problem) {
        return new InputException("rank " + ranks.rankOf[thread] + ", operation " + ranks.operationIndex[thread] + " "
                + ranks.buffer(thread).kind(0).label() + ": " + problem + ". Check the program");
    }

    @Override
    void predictStarts(double horizon, EndingMessages.StartSink sink) {
        predictor.predict(horizon, sink);
    }

    @Override
    void predictStartsOf(int rank, double horizon, EndingMessages.StartSink sink) {
        predictor.predictRank(rank, horizon, sink);
    }
}
