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
import org.tailback.units.Readable;

/**
 * Performs the programs of all ranks: the hot core of a replay. Each rank runs through its operations until one must
 * wait; ends of transfers and computations let it go on.
 *
 * <p>Times are those of PlogPT (Nomura et al., equations (10) to (15)) unless the message cost has overheads or other
 * protocols: posting takes the sender's overhead; an irecv finishes the latency after the transfer that it is matched
 * with; a wait is left at the later of its enter and the finish of what it waits for, plus the receiver's overhead for
 * every receive, one after another in the order of arrival.
 *
 * <p>A progress thread of a rank is performed like a rank, in a row of the table behind those of the ranks. Its
 * overheads and computations take no time from its rank.
 *
 * <p>Within an instant, ranks go on in the order of their numbers. O(1) expected per operation, without the network's
 * work; no allocation per operation once the arrays have grown.
 */
final class ReplayEngine extends RankEngine {
    /** Compute speeds below are mistakes, in flop/s. */
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
        for (int row = 0; row < ranks.count; row++) {
            double date = disturbance == null ? now : now + disturbance.startDelay(row);
            ranks.entered[row] = date;
            sleepUntil(row, date);
        }
        agenda.arm();
    }

    @Override
    void addWarnings(List<String> ofPlatform, List<String> warnings) {
        warnings.addAll(program.approximations());
        warnings.addAll(ofPlatform);
        if (explainsCoarseClock()) {
            warnings.add("The compute speed is " + Readable.speed(computeSpeed)
                    + ", less than any core has had for decades. Probably a unit is missing: --compute-speed 10Gf"
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
            int row = times.first();
            times.remove(row);
            resume(row, now);
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
        for (int row = 0; row < ranks.count; row++) {
            if (ranks.state[row] != RankTable.DONE) {
                ranks.finish[row] = now;
            }
        }
    }

    /** True if all ranks have ended, no progress thread can continue, and no message is left to move. */
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
    void sideEnded(int side, double end, double now) {
        int communication = side >>> 1;
        boolean receiving = (side & 1) != 0;
        int row = receiving ? communications.receiverRow[communication] : communications.senderRow[communication];
        OperationKind kind = ranks.kind(row);
        if (kind == OperationKind.WAITANY || kind == OperationKind.WAITSOME) {
            if (end < ranks.knownEnd[row]) {
                ranks.knownEnd[row] = end;
                resumeAt(row, end, now);
            }
            return;
        }
        taken(row, side, now);
        if (--ranks.pending[row] == 0) {
            if (kind == OperationKind.WAITALL) {
                addEnds(row);
            } else {
                addEnd(row, side, end);
            }
            resumeAt(row, ranks.knownEnd[row], now);
        }
    }

    @Override
    void messagePosted(int communication, double now) {
        int row = communications.receiver[communication];
        if (ranks.state[row] != RankTable.WAITING || ranks.kind(row) != OperationKind.PROBE) {
            return;
        }
        if (transfers.matchesProbe(communication, envelope(ranks.buffer(row), 0))) {
            envelopeAwaited(row, communication);
            sleepUntil(row, Math.max(now, transfers.envelopeDate(communication)));
            agenda.arm();
        }
    }

    private void resumeAt(int row, double date, double now) {
        if (date > now || !collectingReady) {
            sleepUntil(row, date);
        } else if (ranks.state[row] != RankTable.READY) {
            times.remove(row);
            ranks.state[row] = RankTable.READY;
            readyRanks = Columns.fit(readyRanks, readyCount);
            readyRanks[readyCount++] = row;
        }
    }

    private void sleepUntil(int row, double date) {
        ranks.state[row] = RankTable.SLEEPING;
        times.set(row, date, row);
    }

    /** The operation that the rank is in is over: leaves it and runs on. */
    private void resume(int row, double now) {
        OperationBuffer operations = ranks.buffer(row);
        byte present = ranks.present[row];
        if (present != RankTable.NONE) {
            leave(row, ranks.kind(row), now);
            if (present == RankTable.BUFFERED) {
                operations.removeFirst();
            }
        }
        proceed(row, operations, now);
    }

    private void leave(int row, OperationKind kind, double now) {
        double entered = ranks.entered[row];
        boolean isRank = row < ranks.count;
        if (isRank && kind != OperationKind.COMPUTE) {
            ranks.blocked[row] += now - entered;
        }
        if (kind == OperationKind.WAITANY || kind == OperationKind.WAITSOME) {
            takeFinished(row, kind, now);
        } else {
            for (int i = 0; i < ranks.awaitedCount[row]; i++) {
                transfers.release(ranks.awaited[row][i]);
            }
        }
        ranks.awaitedCount[row] = 0;
        if (observer != null) {
            observer.operationLeft(ranks.rankOf[row], ranks.thread(row), ranks.operationIndex[row], kind, entered, now);
        }
        ranks.operationIndex[row]++;
        ranks.entered[row] = now;
    }

    /** Runs a rank until an operation must wait or the program ends. */
    private void proceed(int row, OperationBuffer operations, double now) {
        ranks.state[row] = RankTable.READY;
        while (true) {
            if (operations.size() == 0 && !ranks.produce(row, operations)) {
                ranks.end(row, operations);
                end(row, now);
                return;
            }
            OperationKind kind = operations.kind(0);
            if (observer != null) {
                enter(observer, row, operations, now);
            }
            if (!perform(row, kind, operations, now)) {
                ranks.block(row, kind, operations);
                return;
            }
            leave(row, kind, now);
            operations.removeFirst();
        }
    }

    private void enter(Observer told, int row, OperationBuffer operations, double now) {
        OperationKind kind = operations.kind(0);
        told.operationEntered(
                ranks.rankOf[row],
                ranks.thread(row),
                ranks.operationIndex[row],
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

    private void cancel(int row, int side, double now) {
        if (communications.has(side >>> 1, Communications.SEND_POSTED)) {
            release(row, side, now);
        } else {
            transfers.cancel(side);
        }
    }

    private void release(int row, int side, double now) {
        taken(row, side, now);
        transfers.release(side);
    }

    /** Tells the observer if a side is a receive, which the operation that a rank is in completes. */
    private void taken(int row, int side, double now) {
        if (observer != null && (side & 1) != 0) {
            observer.messageTaken(side >>> 1, ranks.rankOf[row], ranks.thread(row), ranks.operationIndex[row], now);
        }
    }

    private void end(int row, double now) {
        if (observer != null) {
            observer.programEnded(ranks.rankOf[row], ranks.thread(row), now);
        }
        if (row < ranks.count) {
            ranks.state[row] = RankTable.DONE;
            ranks.finish[row] = now;
            unfinishedRanks--;
        } else {
            int communication = ranks.progressThreadEnd[row];
            ranks.removeProgressThread(row);
            transfers.progressThreadEnded(communication, now);
        }
    }

    private void startProgressThread(int row, OperationBuffer operations, double now) {
        int side = transfers.addProgressThread(ranks.rankOf[row], row);
        ranks.setRequest(row, operations.request(0), side);
        int progressThread = ranks.addProgressThread(ranks.rankOf[row], operations.progressThread(), side >>> 1, now);
        if (observer != null) {
            observer.progressThreadStarted(
                    ranks.rankOf[row], ranks.thread(row), ranks.thread(progressThread), side >>> 1, now);
        }
        sleepUntil(progressThread, now);
    }

    /** Enters the operation at the head; true if the rank can leave it now. */
    private boolean perform(int row, OperationKind kind, OperationBuffer operations, double now) {
        switch (kind) {
            case ISEND -> {
                checkFree(row, operations.request(0));
                ranks.setRequest(row, operations.request(0), postSend(row, operations, now));
                return reached(row, now + sendOverhead(row, operations), now);
            }
            case IRECV -> {
                checkFree(row, operations.request(0));
                ranks.setRequest(row, operations.request(0), postReceive(row, operations, now));
                return true;
            }
            case SEND -> {
                beginWait(row, now + sendOverhead(row, operations));
                waitFor(row, postSend(row, operations, now), now);
                return waited(row, now);
            }
            case RECV -> {
                beginWait(row, now);
                waitFor(row, postReceive(row, operations, now), now);
                return waited(row, now);
            }
            case PROBE -> {
                return probe(row, operations, now);
            }
            case IPROBE -> {
                int message = transfers.probe(ranks.rankOf[row], envelope(operations, 0));
                operations.outcome().probed(message != Matcher.NONE && transfers.envelopeDate(message) <= now);
                return reached(row, now + cost.probeOverhead(), now);
            }
            case WAIT -> {
                beginWait(row, now);
                waitForRequest(row, operations.request(0), now);
                return waited(row, now);
            }
            case WAITALL -> {
                beginWait(row, now);
                for (int i = 1; i <= operations.peer(0); i++) {
                    waitForOneOfAll(row, operations.request(i), now);
                }
                if (ranks.pending[row] == 0) {
                    addEnds(row);
                }
                return waited(row, now);
            }
            case WAITANY, WAITSOME -> {
                return waitForFirst(row, operations, now);
            }
            case FREE -> {
                release(row, takeRequest(row, operations.request(0)), now);
                return true;
            }
            case CANCEL -> {
                cancel(row, takeRequest(row, operations.request(0)), now);
                return true;
            }
            case START -> {
                checkFree(row, operations.request(0));
                startProgressThread(row, operations, now);
                return true;
            }
            case COMPUTE -> {
                double duration = operations.seconds(0) * computeScale;
                ranks.compute[ranks.rankOf[row]] += duration;
                return reached(row, now + duration, now);
            }
        }
        throw new AssertionError(kind);
    }

    /** True if a time is reached; otherwise the rank is blocked until then. */
    private boolean reached(int row, double date, double now) {
        if (date <= now) {
            return true;
        }
        sleepUntil(row, date);
        return false;
    }

    private int postSend(int row, OperationBuffer operations, double now) {
        checkPeer(row, operations.peer(0));
        if (operations.tag(0) == OperationSink.ANY_TAG) {
            throw programError(row, "a send needs a tag of its own, found ANY_TAG");
        }
        Envelope message = envelope(operations, operations.bytes(0));
        return transfers.postSend(row, message, operations.mode(0), now, now + sendOverhead(row, operations));
    }

    private double sendOverhead(int row, OperationBuffer operations) {
        int sender = ranks.rankOf[row];
        return operations.kind(0) == OperationKind.ISEND
                ? overheads.isend(sender, operations.peer(0), operations.bytes(0), operations.mode(0))
                : overheads.send(sender, operations.peer(0), operations.bytes(0), operations.mode(0));
    }

    private int postReceive(int row, OperationBuffer operations, double now) {
        int source = operations.peer(0);
        if (source != OperationSink.ANY_SOURCE) {
            checkPeer(row, source);
        }
        return transfers.postReceive(row, envelope(operations, operations.bytes(0)), now);
    }

    private boolean probe(int row, OperationBuffer operations, double now) {
        int message = transfers.probe(ranks.rankOf[row], envelope(operations, 0));
        if (message == Matcher.NONE) {
            ranks.state[row] = RankTable.WAITING;
            return false;
        }
        envelopeAwaited(row, message);
        return reached(row, transfers.envelopeDate(message), now);
    }

    private void envelopeAwaited(int row, int communication) {
        if (observer != null) {
            double date = transfers.envelopeDate(communication);
            observer.endAwaited(ranks.rankOf[row], ranks.thread(row), communication, Awaited.ENVELOPE, date, 0);
        }
    }

    private void endAwaited(int row, int side, double end, double overhead) {
        if (observer != null) {
            observer.endAwaited(ranks.rankOf[row], ranks.thread(row), side >>> 1, awaited(side), end, overhead);
        }
    }

    private Awaited awaited(int side) {
        return (side & 1) != 0
                ? Awaited.RECEIVED
                : communications.has(side >>> 1, Communications.PROGRESS_THREAD)
                        ? Awaited.PROGRESS_THREAD
                        : Awaited.SENT;
    }

    private void beginWait(int row, double notBefore) {
        ranks.pending[row] = 0;
        ranks.knownEnd[row] = notBefore;
    }

    private void waitFor(int row, int side, double now) {
        double end = transfers.knownEnd(side);
        if (end < Double.POSITIVE_INFINITY) {
            addEnd(row, side, end);
            release(row, side, now);
        } else {
            waitForEnd(row, side);
        }
    }

    private void waitForEnd(int row, int side) {
        communications.mark(side >>> 1, (side & 1) != 0 ? RECEIVER_WAITS : SENDER_WAITS);
        ranks.await(row, side);
        ranks.pending[row]++;
    }

    /** Keeps the side of a request until the ends of all of its wait are known and their order with them. */
    private void waitForOneOfAll(int row, int request, double now) {
        if (ranks.hasEnded(row, request)) {
            return;
        }
        int side = takeRequest(row, request);
        if (transfers.knownEnd(side) < Double.POSITIVE_INFINITY) {
            taken(row, side, now);
            ranks.await(row, side);
        } else {
            waitForEnd(row, side);
        }
    }

    /** Charges the overheads of a wait for all, in the order of arrival. */
    private void addEnds(int row) {
        arrivals.clear();
        for (int i = 0; i < ranks.awaitedCount[row]; i++) {
            int side = ranks.awaited[row][i];
            arrivals.add(side, transfers.knownEnd(side), overheadAtEnd(side));
        }
        ranks.knownEnd[row] = arrivals.over(ranks.knownEnd[row]);
        if (observer != null) {
            arrivals.sort();
            for (int i = 0; i < arrivals.count(); i++) {
                endAwaited(row, arrivals.side(i), arrivals.end(i), arrivals.overhead(i));
            }
        }
    }

    private void addEnd(int row, int side, double end) {
        double overhead = overheadAtEnd(side);
        endAwaited(row, side, end, overhead);
        ranks.knownEnd[row] = Math.max(ranks.knownEnd[row], end) + overhead;
    }

    double overheadAtEnd(int side) {
        int communication = side >>> 1;
        return (side & 1) != 0 ? overheads.receive(communications, communication) : 0;
    }

    /** True if the present wait for all is over; otherwise the rank is blocked. */
    private boolean waited(int row, double now) {
        if (ranks.pending[row] > 0) {
            ranks.state[row] = RankTable.WAITING;
            return false;
        }
        return reached(row, ranks.knownEnd[row], now);
    }

    /** Begins a waitany or waitsome: {@code knownEnd} is the earliest end known. */
    private boolean waitForFirst(int row, OperationBuffer operations, double now) {
        int count = operations.peer(0);
        double earliest = Double.POSITIVE_INFINITY;
        for (int i = 1; i <= count; i++) {
            int side = ranks.request(row, operations.request(i));
            if (side != RankTable.NO_REQUEST) {
                double end = transfers.knownEnd(side);
                earliest = Math.min(earliest, end);
                if (end == Double.POSITIVE_INFINITY) {
                    communications.mark(side >>> 1, (side & 1) != 0 ? RECEIVER_WAITS : SENDER_WAITS);
                }
                ranks.await(row, side);
            }
        }
        ranks.knownEnd[row] = ranks.awaitedCount[row] == 0 ? now : earliest;
        if (ranks.knownEnd[row] == Double.POSITIVE_INFINITY) {
            ranks.state[row] = RankTable.WAITING;
            return false;
        }
        return reached(row, ranks.knownEnd[row], now);
    }

    /** Ends the use of the request that finished first, or for a waitsome of all finished ones. */
    private void takeFinished(int row, OperationKind kind, double now) {
        OperationBuffer operations = ranks.buffer(row);
        int first = -1;
        double earliest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < ranks.awaitedCount[row]; i++) {
            int side = ranks.awaited[row][i];
            communications.unmark(side >>> 1, (side & 1) != 0 ? RECEIVER_WAITS : SENDER_WAITS);
            double end = transfers.knownEnd(side);
            if (end < earliest) {
                earliest = end;
                first = side;
            }
        }
        if (first >= 0) {
            endAwaited(row, first, earliest, 0);
        }
        for (int i = 1; i <= operations.peer(0); i++) {
            int side = ranks.request(row, operations.request(i));
            if (side != RankTable.NO_REQUEST
                    && (kind == OperationKind.WAITANY ? side == first : transfers.knownEnd(side) <= now)) {
                release(row, takeRequest(row, operations.request(i)), now);
            }
        }
    }

    private void waitForRequest(int row, int request, double now) {
        if (!ranks.hasEnded(row, request)) {
            waitFor(row, takeRequest(row, request), now);
        }
    }

    private int openSide(int row, int request) {
        int side = ranks.request(row, request);
        if (side == RankTable.NO_REQUEST) {
            throw programError(row, "waits for request " + request + ", which is not in use and was not before");
        }
        return side;
    }

    private int takeRequest(int row, int request) {
        int side = openSide(row, request);
        ranks.clearRequest(row, request);
        return side;
    }

    private void checkFree(int row, int request) {
        if (request < 0) {
            throw programError(row, "uses the negative request " + request);
        }
        if (ranks.request(row, request) != RankTable.NO_REQUEST) {
            throw programError(row, "starts request " + request + ", which is in use");
        }
    }

    private void checkPeer(int row, int peer) {
        if (peer < 0 || peer >= ranks.count) {
            throw programError(row, "names rank " + peer + ", but the program has ranks 0 to " + (ranks.count - 1));
        }
    }

    private InputException programError(int row, String problem) {
        return new InputException("rank " + ranks.rankOf[row] + ", operation " + ranks.operationIndex[row] + " "
                + ranks.buffer(row).kind(0).label() + ": " + problem + ". Check the program");
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
