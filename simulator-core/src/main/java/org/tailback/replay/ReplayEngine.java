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
 * every receive, one after another in the order in which their ends became known.
 *
 * <p>A helper of a rank is performed like a rank, in a row of the table after those of the ranks; the parameters called
 * rank are rows. Its overheads and computations take no time from its rank.
 *
 * <p>Within an instant, ranks go on in the order of their numbers. O(1) expected per operation, beside the network; no
 * allocation per operation once the arrays have grown.
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
        predictor = new StartPredictor(ranks, transfers, times, cost, overheads, computeScale);
    }

    @Override
    void begin(double now) {
        for (int rank = 0; rank < ranks.count; rank++) {
            double date = disturbance == null ? now : now + disturbance.startDelay(rank);
            ranks.entered[rank] = date;
            sleepUntil(rank, date);
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
            int rank = times.first();
            times.remove(rank);
            resume(rank, now);
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
        for (int rank = 0; rank < ranks.count; rank++) {
            if (ranks.state[rank] != RankTable.DONE) {
                ranks.finish[rank] = now;
            }
        }
    }

    /** All ranks have ended, helpers have or wait for what never happens, and no message is to be moved. */
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
        if (transfers.matcher().unmatched() > 0 || !missing.isEmpty()) {
            throw new StuckProgram(this, program, cost).leftOver(missing);
        }
    }

    @Override
    void sideEnded(int side, double end, double now) {
        int communication = side >>> 1;
        boolean receiving = (side & 1) != 0;
        int rank = receiving ? communications.receiverRow[communication] : communications.senderRow[communication];
        OperationKind kind = ranks.kind(rank);
        if (kind == OperationKind.WAITANY || kind == OperationKind.WAITSOME) {
            if (end < ranks.knownEnd[rank]) {
                ranks.knownEnd[rank] = end;
                resumeAt(rank, end, now);
            }
            return;
        }
        taken(rank, side, now);
        addEnd(rank, side, end);
        if (--ranks.pending[rank] == 0) {
            resumeAt(rank, ranks.knownEnd[rank], now);
        }
    }

    @Override
    void messagePosted(int communication, double now) {
        int rank = communications.receiver[communication];
        if (ranks.state[rank] != RankTable.WAITING || ranks.kind(rank) != OperationKind.PROBE) {
            return;
        }
        if (transfers.matchesProbe(communication, envelope(ranks.buffer(rank), 0))) {
            envelopeAwaited(rank, communication);
            sleepUntil(rank, Math.max(now, transfers.envelopeDate(communication)));
            agenda.arm();
        }
    }

    private void resumeAt(int rank, double date, double now) {
        if (date > now || !collectingReady) {
            sleepUntil(rank, date);
        } else if (ranks.state[rank] != RankTable.READY) {
            times.remove(rank);
            ranks.state[rank] = RankTable.READY;
            readyRanks = Columns.fit(readyRanks, readyCount);
            readyRanks[readyCount++] = rank;
        }
    }

    private void sleepUntil(int rank, double date) {
        ranks.state[rank] = RankTable.SLEEPING;
        times.set(rank, date, rank);
    }

    /** The operation that the rank is in is over: leaves it and runs on. */
    private void resume(int rank, double now) {
        OperationBuffer operations = ranks.buffer(rank);
        byte present = ranks.present[rank];
        if (present != RankTable.NONE) {
            leave(rank, ranks.kind(rank), now);
            if (present == RankTable.BUFFERED) {
                operations.removeFirst();
            }
        }
        proceed(rank, operations, now);
    }

    /** The rank leaves the operation that it is in. */
    private void leave(int rank, OperationKind kind, double now) {
        double entered = ranks.entered[rank];
        boolean isRank = rank < ranks.count;
        if (isRank && kind != OperationKind.COMPUTE) {
            ranks.blocked[rank] += now - entered;
        }
        if (kind == OperationKind.WAITANY || kind == OperationKind.WAITSOME) {
            takeFinished(rank, kind, now);
        } else {
            for (int i = 0; i < ranks.awaitedCount[rank]; i++) {
                transfers.release(ranks.awaited[rank][i]);
            }
        }
        ranks.awaitedCount[rank] = 0;
        if (observer != null) {
            observer.operationLeft(
                    ranks.rankOf[rank], ranks.thread(rank), ranks.operationIndex[rank], kind, entered, now);
        }
        ranks.operationIndex[rank]++;
        ranks.entered[rank] = now;
    }

    /** Runs a rank until an operation must wait or the program ends. */
    private void proceed(int rank, OperationBuffer operations, double now) {
        ranks.state[rank] = RankTable.READY;
        while (true) {
            if (operations.size() == 0 && !ranks.produce(rank, operations)) {
                ranks.end(rank, operations);
                end(rank, now);
                return;
            }
            OperationKind kind = operations.kind(0);
            if (observer != null) {
                enter(observer, rank, operations, now);
            }
            if (!perform(rank, kind, operations, now)) {
                ranks.block(rank, kind, operations);
                return;
            }
            leave(rank, kind, now);
            operations.removeFirst();
        }
    }

    /** Tells the observer that the operation at the head is entered. */
    private void enter(Observer told, int rank, OperationBuffer operations, double now) {
        OperationKind kind = operations.kind(0);
        told.operationEntered(
                ranks.rankOf[rank],
                ranks.thread(rank),
                ranks.operationIndex[rank],
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

    private void cancel(int rank, int side, double now) {
        if (communications.has(side >>> 1, Communications.SEND_POSTED)) {
            release(rank, side, now);
        } else {
            transfers.cancel(side);
        }
    }

    private void release(int rank, int side, double now) {
        taken(rank, side, now);
        transfers.release(side);
    }

    /** Tells the observer if a side is a receive, which the operation that a rank is in completes. */
    private void taken(int rank, int side, double now) {
        if (observer != null && (side & 1) != 0) {
            observer.messageTaken(side >>> 1, ranks.rankOf[rank], ranks.thread(rank), ranks.operationIndex[rank], now);
        }
    }

    /** The program of a rank or helper has ended. */
    private void end(int row, double now) {
        if (observer != null) {
            observer.programEnded(ranks.rankOf[row], ranks.thread(row), now);
        }
        if (row < ranks.count) {
            ranks.state[row] = RankTable.DONE;
            ranks.finish[row] = now;
            unfinishedRanks--;
        } else {
            int communication = ranks.helperEnd[row];
            ranks.removeHelper(row);
            transfers.helperEnded(communication, now);
        }
    }

    private void startHelper(int row, OperationBuffer operations, double now) {
        int side = transfers.addHelper(ranks.rankOf[row], row);
        ranks.setRequest(row, operations.request(0), side);
        int helper = ranks.addHelper(ranks.rankOf[row], operations.helper(), side >>> 1, now);
        if (observer != null) {
            observer.helperStarted(ranks.rankOf[row], ranks.thread(row), ranks.thread(helper), side >>> 1, now);
        }
        sleepUntil(helper, now);
    }

    /** Enters the operation at the head; true if the rank can leave it now. */
    private boolean perform(int rank, OperationKind kind, OperationBuffer operations, double now) {
        switch (kind) {
            case ISEND -> {
                checkFree(rank, operations.request(0));
                ranks.setRequest(rank, operations.request(0), postSend(rank, operations, now));
                return reached(rank, now + sendOverhead(rank, operations), now);
            }
            case IRECV -> {
                checkFree(rank, operations.request(0));
                ranks.setRequest(rank, operations.request(0), postReceive(rank, operations, now));
                return true;
            }
            case SEND -> {
                beginWait(rank, now + sendOverhead(rank, operations));
                waitFor(rank, postSend(rank, operations, now), now);
                return waited(rank, now);
            }
            case RECV -> {
                beginWait(rank, now);
                waitFor(rank, postReceive(rank, operations, now), now);
                return waited(rank, now);
            }
            case PROBE -> {
                return probe(rank, operations, now);
            }
            case IPROBE -> {
                int message = transfers.probe(ranks.rankOf[rank], envelope(operations, 0));
                operations.outcome().probed(message != Matcher.NONE && transfers.envelopeDate(message) <= now);
                return reached(rank, now + cost.probeOverhead(), now);
            }
            case WAIT -> {
                beginWait(rank, now);
                waitForRequest(rank, operations.request(0), now);
                return waited(rank, now);
            }
            case WAITALL -> {
                beginWait(rank, now);
                for (int i = 1; i <= operations.peer(0); i++) {
                    waitForRequest(rank, operations.request(i), now);
                }
                return waited(rank, now);
            }
            case WAITANY, WAITSOME -> {
                return waitForFirst(rank, operations, now);
            }
            case FREE -> {
                release(rank, takeRequest(rank, operations.request(0)), now);
                return true;
            }
            case CANCEL -> {
                cancel(rank, takeRequest(rank, operations.request(0)), now);
                return true;
            }
            case START -> {
                checkFree(rank, operations.request(0));
                startHelper(rank, operations, now);
                return true;
            }
            case COMPUTE -> {
                double duration = operations.seconds(0) * computeScale;
                ranks.compute[ranks.rankOf[rank]] += duration;
                return reached(rank, now + duration, now);
            }
        }
        throw new AssertionError(kind);
    }

    /** True if a time is reached; otherwise the rank is blocked until then. */
    private boolean reached(int rank, double date, double now) {
        if (date <= now) {
            return true;
        }
        sleepUntil(rank, date);
        return false;
    }

    private int postSend(int rank, OperationBuffer operations, double now) {
        checkPeer(rank, operations.peer(0));
        if (operations.tag(0) == OperationSink.ANY_TAG) {
            throw programError(rank, "a send needs a tag of its own, found ANY_TAG");
        }
        Envelope message = envelope(operations, operations.bytes(0));
        return transfers.postSend(rank, message, operations.mode(0), now, now + sendOverhead(rank, operations));
    }

    /** The overhead of the send at the head. */
    private double sendOverhead(int row, OperationBuffer operations) {
        int sender = ranks.rankOf[row];
        return operations.kind(0) == OperationKind.ISEND
                ? overheads.isend(sender, operations.peer(0), operations.bytes(0))
                : overheads.send(sender, operations.peer(0), operations.bytes(0));
    }

    private int postReceive(int rank, OperationBuffer operations, double now) {
        int source = operations.peer(0);
        if (source != OperationSink.ANY_SOURCE) {
            checkPeer(rank, source);
        }
        return transfers.postReceive(rank, envelope(operations, operations.bytes(0)), now);
    }

    private boolean probe(int rank, OperationBuffer operations, double now) {
        int message = transfers.probe(ranks.rankOf[rank], envelope(operations, 0));
        if (message == Matcher.NONE) {
            ranks.state[rank] = RankTable.WAITING;
            return false;
        }
        envelopeAwaited(rank, message);
        return reached(rank, transfers.envelopeDate(message), now);
    }

    private void envelopeAwaited(int rank, int communication) {
        if (observer != null) {
            double date = transfers.envelopeDate(communication);
            observer.endAwaited(ranks.rankOf[rank], ranks.thread(rank), communication, Awaited.ENVELOPE, date, 0);
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
                : communications.has(side >>> 1, Communications.HELPER) ? Awaited.HELPER : Awaited.SENT;
    }

    private void beginWait(int rank, double notBefore) {
        ranks.pending[rank] = 0;
        ranks.knownEnd[rank] = notBefore;
    }

    /** Adds a side to the present wait for all. */
    private void waitFor(int rank, int side, double now) {
        double end = transfers.knownEnd(side);
        if (end < Double.POSITIVE_INFINITY) {
            addEnd(rank, side, end);
            release(rank, side, now);
        } else {
            communications.mark(side >>> 1, (side & 1) != 0 ? RECEIVER_WAITS : SENDER_WAITS);
            ranks.await(rank, side);
            ranks.pending[rank]++;
        }
    }

    private void addEnd(int rank, int side, double end) {
        double overhead = overheadAtEnd(side);
        endAwaited(rank, side, end, overhead);
        ranks.knownEnd[rank] = Math.max(ranks.knownEnd[rank], end) + overhead;
    }

    private double overheadAtEnd(int side) {
        int communication = side >>> 1;
        return (side & 1) != 0
                ? overheads.receive(
                        communications.sender[communication],
                        communications.receiver[communication],
                        communications.bytes[communication])
                : 0;
    }

    /** True if the present wait for all is over; otherwise the rank is blocked. */
    private boolean waited(int rank, double now) {
        if (ranks.pending[rank] > 0) {
            ranks.state[rank] = RankTable.WAITING;
            return false;
        }
        return reached(rank, ranks.knownEnd[rank], now);
    }

    /** Begins a waitany or waitsome: {@code knownEnd} is the earliest end known. */
    private boolean waitForFirst(int rank, OperationBuffer operations, double now) {
        int count = operations.peer(0);
        double earliest = Double.POSITIVE_INFINITY;
        for (int i = 1; i <= count; i++) {
            int side = ranks.request(rank, operations.request(i));
            if (side != RankTable.NO_REQUEST) {
                double end = transfers.knownEnd(side);
                earliest = Math.min(earliest, end);
                if (end == Double.POSITIVE_INFINITY) {
                    communications.mark(side >>> 1, (side & 1) != 0 ? RECEIVER_WAITS : SENDER_WAITS);
                }
                ranks.await(rank, side);
            }
        }
        ranks.knownEnd[rank] = ranks.awaitedCount[rank] == 0 ? now : earliest;
        if (ranks.knownEnd[rank] == Double.POSITIVE_INFINITY) {
            ranks.state[rank] = RankTable.WAITING;
            return false;
        }
        return reached(rank, ranks.knownEnd[rank], now);
    }

    /** Ends the use of the request that finished first, or for a waitsome of all finished ones. */
    private void takeFinished(int rank, OperationKind kind, double now) {
        OperationBuffer operations = ranks.buffer(rank);
        int first = -1;
        double earliest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < ranks.awaitedCount[rank]; i++) {
            int side = ranks.awaited[rank][i];
            communications.unmark(side >>> 1, (side & 1) != 0 ? RECEIVER_WAITS : SENDER_WAITS);
            double end = transfers.knownEnd(side);
            if (end < earliest) {
                earliest = end;
                first = side;
            }
        }
        if (first >= 0) {
            endAwaited(rank, first, earliest, 0);
        }
        for (int i = 1; i <= operations.peer(0); i++) {
            int side = ranks.request(rank, operations.request(i));
            if (side != RankTable.NO_REQUEST
                    && (kind == OperationKind.WAITANY ? side == first : transfers.knownEnd(side) <= now)) {
                release(rank, takeRequest(rank, operations.request(i)), now);
            }
        }
    }

    private void waitForRequest(int rank, int request, double now) {
        if (!ranks.hasEnded(rank, request)) {
            waitFor(rank, takeRequest(rank, request), now);
        }
    }

    private int openSide(int rank, int request) {
        int side = ranks.request(rank, request);
        if (side == RankTable.NO_REQUEST) {
            throw programError(rank, "waits for request " + request + ", which is not in use and was not before");
        }
        return side;
    }

    private int takeRequest(int rank, int request) {
        int side = openSide(rank, request);
        ranks.clearRequest(rank, request);
        return side;
    }

    private void checkFree(int rank, int request) {
        if (request < 0) {
            throw programError(rank, "uses the negative request " + request);
        }
        if (ranks.request(rank, request) != RankTable.NO_REQUEST) {
            throw programError(rank, "starts request " + request + ", which is in use");
        }
    }

    private void checkPeer(int rank, int peer) {
        if (peer < 0 || peer >= ranks.count) {
            throw programError(rank, "names rank " + peer + ", but the program has ranks 0 to " + (ranks.count - 1));
        }
    }

    private InputException programError(int rank, String problem) {
        return new InputException("rank " + ranks.rankOf[rank] + ", operation " + ranks.operationIndex[rank] + " "
                + ranks.buffer(rank).kind(0).label() + ": " + problem + ". Check the program");
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
