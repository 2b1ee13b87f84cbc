package org.tailback.replay;

import static org.tailback.replay.Communications.ENDED;
import static org.tailback.replay.Communications.RECEIVER_WAITS;
import static org.tailback.replay.Communications.RECEIVE_POSTED;
import static org.tailback.replay.Communications.RECEIVE_RELEASED;
import static org.tailback.replay.Communications.SENDER_WAITS;
import static org.tailback.replay.Communications.SEND_POSTED;
import static org.tailback.replay.Communications.SEND_RELEASED;

import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.error.InputException;
import org.tailback.kernel.EventKernel;
import org.tailback.loss.EndingMessages;
import org.tailback.network.CompletionQueue;
import org.tailback.network.MessageOwner;
import org.tailback.network.Network;
import org.tailback.observe.Observer;
import org.tailback.program.OperationBuffer;
import org.tailback.program.OperationKind;
import org.tailback.program.ParallelProgram;

/**
 * Performs the programs of all ranks: the hot core of a replay. Each rank runs through its operations until one must
 * wait; ends of transfers and computations let it go on.
 *
 * <p>Times are those of PlogPT (Nomura et al., equations (10) to (15)): posting an isend or irecv takes no time; an isend
 * finishes with its transfer, which starts when it is posted; an irecv finishes the latency after the isend that it is
 * matched with; a wait is left at the later of its enter and the finish of what it waits for.
 *
 * <p>Within an instant, ranks go on in the order of their numbers. O(1) expected per operation, beside the network; no
 * allocation per operation once the arrays have grown.
 */
final class ReplayEngine implements MessageOwner {
    private final EventKernel kernel;
    private final double computeScale;
    private final @Nullable Observer observer;
    private final RankTable ranks;
    private final Network network;
    private final Communications communications = new Communications();
    private final Matcher matcher = new Matcher();
    private final CompletionQueue wakeUps;
    private final EventKernel.Timer wakeTimer;
    private final StartPredictor predictor;
    private double armedDate = Double.POSITIVE_INFINITY;
    private int[] readyRanks;
    private int readyCount;
    private int unfinishedRanks;
    private long messagesInsideNodes;
    private volatile double progressTime;

    ReplayEngine(
            EventKernel kernel,
            ParallelProgram program,
            Placement placement,
            double computeScale,
            @Nullable Observer observer,
            Function<MessageOwner, Network> networkOf) {
        this.kernel = kernel;
        this.computeScale = computeScale;
        this.observer = observer;
        int[] nodes = new int[program.ranks()];
        Arrays.setAll(nodes, placement::nodeOf);
        ranks = new RankTable(program, nodes);
        unfinishedRanks = ranks.count;
        readyRanks = new int[ranks.count];
        wakeUps = new CompletionQueue(ranks.count);
        wakeTimer = kernel.timer(EventKernel.Order.NORMAL, this::wake);
        network = networkOf.apply(this);
        predictor = new StartPredictor(ranks, communications, matcher, wakeUps, network, computeScale);
    }

    /** Lets all ranks begin at the present instant, when the kernel runs. */
    void start() {
        double now = kernel.now();
        for (int rank = 0; rank < ranks.count; rank++) {
            ranks.entered[rank] = now;
            sleepUntil(rank, now);
        }
        armWakeTimer();
    }

    RankTable ranks() {
        return ranks;
    }

    Network network() {
        return network;
    }

    Communications communications() {
        return communications;
    }

    Matcher matcher() {
        return matcher;
    }

    long messagesInsideNodes() {
        return messagesInsideNodes;
    }

    int unfinishedRanks() {
        return unfinishedRanks;
    }

    /** The simulated instant that the replay has reached, readable from any thread. */
    double progressTime() {
        return progressTime;
    }

    private void wake() {
        armedDate = Double.POSITIVE_INFINITY;
        double now = kernel.now();
        progressTime = now;
        while (wakeUps.firstDate() <= now) {
            int rank = wakeUps.first();
            wakeUps.remove(rank);
            if (ranks.inOperation[rank]) {
                leave(rank, now);
            }
            ranks.inOperation[rank] = true;
            proceed(rank, now);
        }
        armWakeTimer();
    }

    @Override
    public void transfersEnded(int[] messages, int count) {
        double now = kernel.now();
        progressTime = now;
        readyCount = 0;
        for (int i = 0; i < count; i++) {
            int message = messages[i];
            int communication = network.reference(message);
            account(message, communication);
            endTransfer(communication, now, now + network.latency(message));
        }
        Arrays.sort(readyRanks, 0, readyCount);
        for (int i = 0; i < readyCount; i++) {
            int rank = readyRanks[i];
            leave(rank, now);
            proceed(rank, now);
        }
        armWakeTimer();
    }

    private void account(int message, int communication) {
        int sender = communications.sender[communication];
        long bytes = communications.bytes[communication];
        if (network.isInsideNode(message)) {
            messagesInsideNodes++;
        } else if (network.loneSeconds(message) > 0) {
            double penalty = network.transferSeconds(message) / network.loneSeconds(message);
            ranks.penaltyBytes[sender] += penalty * bytes;
            ranks.networkBytes[sender] += bytes;
        }
    }

    private void endTransfer(int communication, double end, double arrival) {
        communications.transferEnd[communication] = end;
        communications.arrival[communication] = arrival;
        communications.flags[communication] |= ENDED;
        communications.message[communication] = -1;
        int flags = communications.flags[communication];
        if ((flags & SENDER_WAITS) != 0) {
            awaitedEnd(communications.sender[communication], end, end);
        }
        if ((flags & RECEIVER_WAITS) != 0) {
            awaitedEnd(communications.receiver[communication], arrival, end);
        }
    }

    /** One of the communications that a rank waits for got its end. */
    private void awaitedEnd(int rank, double end, double now) {
        ranks.knownEnd[rank] = Math.max(ranks.knownEnd[rank], end);
        if (--ranks.pending[rank] > 0) {
            return;
        }
        if (ranks.knownEnd[rank] <= now) {
            ranks.state[rank] = RankTable.READY;
            readyRanks[readyCount++] = rank;
        } else {
            sleepUntil(rank, ranks.knownEnd[rank]);
        }
    }

    private void sleepUntil(int rank, double date) {
        ranks.state[rank] = RankTable.SLEEPING;
        wakeUps.set(rank, date, rank);
    }

    private void armWakeTimer() {
        double first = wakeUps.firstDate();
        if (first != armedDate) {
            armedDate = first;
            if (first < Double.POSITIVE_INFINITY) {
                wakeTimer.at(first);
            } else {
                wakeTimer.cancel();
            }
        }
    }

    /** The rank leaves the operation at the head of its program. */
    private void leave(int rank, double now) {
        OperationBuffer operations = ranks.operations[rank];
        OperationKind kind = operations.kind(0);
        double entered = ranks.entered[rank];
        if (kind != OperationKind.COMPUTE) {
            ranks.blocked[rank] += now - entered;
        }
        for (int i = 0; i < ranks.awaitedCount[rank]; i++) {
            release(ranks.awaited[rank][i]);
        }
        ranks.awaitedCount[rank] = 0;
        if (observer != null) {
            observer.operationLeft(rank, ranks.operationIndex[rank], kind, entered, now);
        }
        ranks.operationIndex[rank]++;
        ranks.entered[rank] = now;
        operations.removeFirst();
    }

    /** Runs a rank until an operation must wait or the program ends. */
    private void proceed(int rank, double now) {
        ranks.state[rank] = RankTable.READY;
        OperationBuffer operations = ranks.operations[rank];
        while (true) {
            if (operations.size() == 0 && !ranks.programs[rank].produce(operations)) {
                ranks.state[rank] = RankTable.DONE;
                ranks.finish[rank] = now;
                unfinishedRanks--;
                return;
            }
            boolean left = switch (operations.kind(0)) {
                case ISEND -> {
                    int sent = postSend(rank, operations, now);
                    openRequest(rank, operations.request(0), 2 * sent);
                    yield true;
                }
                case IRECV -> {
                    int received = postReceive(rank, operations);
                    openRequest(rank, operations.request(0), 2 * received + 1);
                    yield true;
                }
                case SEND -> {
                    beginWait(rank, now);
                    waitFor(rank, 2 * postSend(rank, operations, now));
                    yield waited(rank, now);
                }
                case RECV -> {
                    beginWait(rank, now);
                    waitFor(rank, 2 * postReceive(rank, operations) + 1);
                    yield waited(rank, now);
                }
                case WAIT -> {
                    beginWait(rank, now);
                    waitFor(rank, closeRequest(rank, operations.request(0)));
                    yield waited(rank, now);
                }
                case WAITALL -> {
                    beginWait(rank, now);
                    int count = operations.peer(0);
                    for (int i = 1; i <= count; i++) {
                        waitFor(rank, closeRequest(rank, operations.request(i)));
                    }
                    yield waited(rank, now);
                }
                case COMPUTE -> compute(rank, operations.seconds(0), now);
            };
            if (!left) {
                return;
            }
            leave(rank, now);
        }
    }

    private boolean compute(int rank, double seconds, double now) {
        double duration = seconds * computeScale;
        ranks.compute[rank] += duration;
        if (now + duration <= now) {
            return true;
        }
        sleepUntil(rank, now + duration);
        return false;
    }

    private int postSend(int rank, OperationBuffer operations, double now) {
        int destination = checkPeer(rank, operations.peer(0));
        int tag = operations.tag(0);
        long bytes = operations.bytes(0);
        int communication = matcher.peek(rank, destination, tag);
        if (communication != Matcher.NONE && communications.has(communication, RECEIVE_POSTED)) {
            matcher.removeFirst(rank, destination, tag);
        } else {
            communication = communications.add(rank, destination, tag);
            matcher.add(rank, destination, tag, communication);
        }
        communications.flags[communication] |= SEND_POSTED;
        communications.bytes[communication] = bytes;
        ranks.messages[rank]++;
        ranks.bytesSent[rank] += bytes;
        if (rank == destination) {
            messagesInsideNodes++;
            endTransfer(communication, now, now);
        } else {
            communications.message[communication] =
                    network.send(rank, destination, ranks.nodes[rank], ranks.nodes[destination], bytes, communication);
        }
        return communication;
    }

    private int postReceive(int rank, OperationBuffer operations) {
        int source = checkPeer(rank, operations.peer(0));
        int tag = operations.tag(0);
        int communication = matcher.peek(source, rank, tag);
        if (communication != Matcher.NONE && communications.has(communication, SEND_POSTED)) {
            matcher.removeFirst(source, rank, tag);
        } else {
            communication = communications.add(source, rank, tag);
            matcher.add(source, rank, tag, communication);
        }
        communications.flags[communication] |= RECEIVE_POSTED;
        return communication;
    }

    private void beginWait(int rank, double now) {
        ranks.pending[rank] = 0;
        ranks.knownEnd[rank] = now;
    }

    /** Adds one side of a communication to the present wait. */
    private void waitFor(int rank, int side) {
        int communication = side >>> 1;
        boolean receiving = (side & 1) != 0;
        if (communications.has(communication, ENDED)) {
            double end = receiving ? communications.arrival[communication] : communications.transferEnd[communication];
            ranks.knownEnd[rank] = Math.max(ranks.knownEnd[rank], end);
            release(side);
        } else {
            communications.flags[communication] |= receiving ? RECEIVER_WAITS : SENDER_WAITS;
            ranks.await(rank, side);
        }
    }

    private void release(int side) {
        communications.release(side >>> 1, (side & 1) != 0 ? RECEIVE_RELEASED : SEND_RELEASED);
    }

    /** Whether the present wait is over now; otherwise the rank waits or sleeps. */
    private boolean waited(int rank, double now) {
        if (ranks.pending[rank] > 0) {
            ranks.state[rank] = RankTable.WAITING;
            return false;
        }
        if (ranks.knownEnd[rank] > now) {
            sleepUntil(rank, ranks.knownEnd[rank]);
            return false;
        }
        return true;
    }

    private void openRequest(int rank, int request, int side) {
        if (request < 0 || ranks.request(rank, request) != RankTable.NO_REQUEST) {
            throw programError(
                    rank,
                    request < 0
                            ? "uses the negative request " + request
                            : "starts request " + request + ", which is in use");
        }
        ranks.setRequest(rank, request, side);
    }

    private int closeRequest(int rank, int request) {
        int side = ranks.request(rank, request);
        if (side == RankTable.NO_REQUEST) {
            throw programError(rank, "waits for request " + request + ", which is not in use");
        }
        ranks.setRequest(rank, request, RankTable.NO_REQUEST);
        return side;
    }

    private int checkPeer(int rank, int peer) {
        if (peer < 0 || peer >= ranks.count) {
            throw programError(rank, "names rank " + peer + ", but the program has ranks 0 to " + (ranks.count - 1));
        }
        return peer;
    }

    private InputException programError(int rank, String problem) {
        return new InputException("rank " + rank + ", operation " + ranks.operationIndex[rank] + " "
                + ranks.operations[rank].kind(0).label() + ": " + problem + ". Check the program");
    }

    @Override
    public void predictStarts(double horizon, EndingMessages ending, EndingMessages.StartSink sink) {
        predictor.predict(horizon, ending, sink);
    }

    @Override
    public void predictStartsOf(int rank, double horizon, EndingMessages.StartSink sink) {
        predictor.predictRank(rank, horizon, sink);
    }
}
