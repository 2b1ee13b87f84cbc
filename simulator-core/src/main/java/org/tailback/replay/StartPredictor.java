package org.tailback.replay;

import java.util.Arrays;
import org.tailback.columns.Columns;
import org.tailback.cost.MessageCost;
import org.tailback.kernel.TimeQueue;
import org.tailback.loss.EndingMessages;
import org.tailback.network.NetworkEngine;
import org.tailback.observe.Envelope;
import org.tailback.program.OperationBuffer;
import org.tailback.program.OperationKind;
import org.tailback.program.SendMode;

/**
 * Predictor of the messages that will start within a short time if rates do not change, based on the programs of the
 * ranks. PlogPT requires the prediction, because the starts at and after the end of a message determine whether the
 * message times out (Nomura et al., equation (14)).
 *
 * <p>Starts of messages that wait for their receive (rendezvous), and of progress threads that have not begun, are not
 * predicted. The prediction follows a rank from the end of its current operation through posts, computations and waits
 * whose ends are known, up to the horizon or to the first operation whose end is unknown. Effects of other messages'
 * timeouts or of changes of rates within the horizon are not predicted.
 *
 * <p>O(ranks that can continue within the horizon x operations until they wait again).
 */
final class StartPredictor {
    private final ReplayEngine engine;
    private final RankTable ranks;
    private final ArrivalOrder arrivals = new ArrivalOrder();
    private final Transfers transfers;
    private final Communications communications;
    private final TimeQueue wakeUps;
    private final NetworkEngine network;
    private final MessageCost cost;
    private final Overheads overheads;
    private final double computeScale;
    private boolean[] chosen;
    private int[] candidates = new int[16];
    private int candidateCount;
    private int[] postedRequests = new int[16];
    private int postedCount;

    StartPredictor(ReplayEngine engine, RankTable ranks) {
        this.engine = engine;
        this.ranks = ranks;
        transfers = engine.transfers;
        communications = engine.communications;
        wakeUps = engine.times;
        network = transfers.network;
        cost = engine.cost;
        overheads = engine.overheads;
        computeScale = engine.computeScale;
        chosen = new boolean[ranks.count];
    }

    /** Predicts the starts of all ranks that can continue before the horizon, in ascending order. */
    void predict(double horizon, EndingMessages.StartSink sink) {
        candidateCount = 0;
        network.forEachEndingUntil(transfers.user, horizon, message -> {
            choose(network.senderOf(message));
            choose(network.receiverOf(message));
        });
        wakeUps.forEachUntil(horizon, this::choose);
        for (int progressThread = ranks.count; progressThread < ranks.threads; progressThread++) {
            if (ranks.state[progressThread] != RankTable.DONE) {
                choose(progressThread);
            }
        }
        Arrays.sort(candidates, 0, candidateCount);
        for (int i = 0; i < candidateCount; i++) {
            chosen[candidates[i]] = false;
            predictThread(candidates[i], horizon, sink);
        }
    }

    private void choose(int thread) {
        chosen = Columns.fit(chosen, thread);
        if (chosen[thread]) {
            return;
        }
        chosen[thread] = true;
        candidates = Columns.fit(candidates, candidateCount);
        candidates[candidateCount++] = thread;
    }

    /** Predicts the starts of one rank and its progress threads. */
    void predictRank(int rank, double horizon, EndingMessages.StartSink sink) {
        predictThread(rank, horizon, sink);
        for (int progressThread = ranks.count; progressThread < ranks.threads; progressThread++) {
            if (ranks.rankOf[progressThread] == rank && ranks.state[progressThread] != RankTable.DONE) {
                predictThread(progressThread, horizon, sink);
            }
        }
    }

    private void predictThread(int thread, double horizon, EndingMessages.StartSink sink) {
        double time = endOfPresentOperation(thread);
        if (time > horizon) {
            return;
        }
        OperationBuffer operations = ranks.buffer(thread);
        postedCount = 0;
        int position = ranks.present[thread] == RankTable.BUFFERED && operations.size() > 0 ? operations.after(0) : 0;
        while (time <= horizon) {
            if (position >= operations.size() && !ranks.produce(thread, operations)) {
                if (operations.size() == 0) {
                    ranks.giveBack(thread, operations);
                }
                return;
            }
            switch (operations.kind(position)) {
                case ISEND -> {
                    reportStart(thread, operations, position, time, sink);
                    post(operations.request(position));
                    time += sendOverhead(thread, operations, position);
                }
                case SEND -> {
                    reportStart(thread, operations, position, time, sink);
                    time = Double.POSITIVE_INFINITY;
                }
                case IRECV, START -> post(operations.request(position));
                case RECV -> time = Math.max(time, endOfNextReceive(thread, operations, position));
                case WAIT -> time = Math.max(time, endOfRequest(thread, operations.request(position)));
                case WAITALL -> {
                    for (int i = 1; i <= operations.peer(position); i++) {
                        time = Math.max(time, endOfRequest(thread, operations.request(position + i)));
                    }
                }
                case WAITANY, WAITSOME, PROBE, FREE, CANCEL -> time = Double.POSITIVE_INFINITY;
                case COMPUTE -> time += operations.seconds(position) * computeScale;
            }
            position = operations.after(position);
        }
    }

    private double sendOverhead(int thread, OperationBuffer operations, int position) {
        return overheads.send(
                ranks.rankOf[thread], operations.peer(position), operations.bytes(position), operations.mode(position));
    }

    private void reportStart(
            int thread, OperationBuffer operations, int position, double time, EndingMessages.StartSink sink) {
        long bytes = operations.bytes(position);
        int from = ranks.nodes[ranks.rankOf[thread]];
        int to = ranks.nodes[operations.peer(position)];
        double start = time + sendOverhead(thread, operations, position);
        MessageCost ofMessage = operations.mode(position) == SendMode.EXCHANGE ? cost.exchange() : cost;
        if (from != to && !ofMessage.protocol(bytes).startsWhenMatched()) {
            sink.start(ranks.rankOf[thread], from, to, start);
        }
    }

    private double endOfPresentOperation(int thread) {
        return switch (ranks.state[thread]) {
            case RankTable.SLEEPING -> wakeUps.date(thread);
            case RankTable.WAITING ->
                ranks.kind(thread) == OperationKind.PROBE ? Double.POSITIVE_INFINITY : endOfPresentWait(thread);
            default -> Double.POSITIVE_INFINITY;
        };
    }

    /** Returns the end of a rank's current wait; infinite if one of its communications has not started. */
    private double endOfPresentWait(int thread) {
        arrivals.clear();
        for (int i = 0; i < ranks.awaitedCount[thread]; i++) {
            int posting = ranks.awaited[thread][i];
            double end = endOfPosting(posting);
            if (end == Double.POSITIVE_INFINITY) {
                return end;
            }
            arrivals.add(posting, end, engine.overheadAtEnd(posting));
        }
        return arrivals.over(ranks.knownEnd[thread]);
    }

    private double endOfRequest(int thread, int request) {
        for (int i = 0; i < postedCount; i++) {
            if (postedRequests[i] == request) {
                return Double.POSITIVE_INFINITY;
            }
        }
        if (ranks.hasEnded(thread, request)) {
            return 0;
        }
        int posting = ranks.request(thread, request);
        return posting == RankTable.NO_REQUEST ? Double.POSITIVE_INFINITY : endOfPosting(posting);
    }

    private double endOfPosting(int posting) {
        double known = transfers.knownEnd(posting);
        if (known < Double.POSITIVE_INFINITY) {
            return known;
        }
        int message = communications.message[posting >>> 1];
        if (message < 0) {
            return Double.POSITIVE_INFINITY;
        }
        double end = network.progress().expectedEnd(message);
        return (posting & 1) != 0 ? end + network.latency(message) : end;
    }

    /**
     * Returns the time at which a receive posted now would finish; it is known only if the message is in flight or has
     * arrived.
     */
    private double endOfNextReceive(int thread, OperationBuffer operations, int position) {
        if (postedCount > 0) {
            return Double.POSITIVE_INFINITY;
        }
        Envelope wanted =
                new Envelope(operations.peer(position), operations.tag(position), operations.communicator(position), 0);
        int communication = transfers.probe(ranks.rankOf[thread], wanted);
        return communication == Matcher.NONE ? Double.POSITIVE_INFINITY : endOfPosting(2 * communication + 1);
    }

    private void post(int request) {
        postedRequests = Columns.fit(postedRequests, postedCount);
        postedRequests[postedCount++] = request;
    }
}
