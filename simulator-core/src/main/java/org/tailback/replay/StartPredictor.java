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
 * Looks ahead in the programs of ranks: which messages will start within a short time, if nothing changes the rates.
 * PlogPT needs it, because whether a message times out depends on starts at and after its end (Nomura et al., equation
 * (14)).
 *
 * <p>Starts of messages that wait for their receive (rendezvous), and of progress threads that have not begun, are not
 * predicted. A rank's future is followed from the moment at which its present operation ends through posts,
 * computations and waits whose ends are known, up to the horizon or to the first operation whose end is not known.
 * Effects of other messages' timeouts or of changes of rates within the horizon are not foreseen.
 *
 * <p>O(ranks that can move within the horizon, times operations until they wait again).
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

    /** Predicts the starts of all ranks that can move by the horizon, ascending. */
    void predict(double horizon, EndingMessages.StartSink sink) {
        candidateCount = 0;
        network.forEachEndingUntil(transfers.user, horizon, message -> {
            choose(network.senderOf(message));
            choose(network.receiverOf(message));
        });
        wakeUps.forEachUntil(horizon, this::choose);
        for (int progressThread = ranks.count; progressThread < ranks.rows; progressThread++) {
            if (ranks.state[progressThread] != RankTable.DONE) {
                choose(progressThread);
            }
        }
        Arrays.sort(candidates, 0, candidateCount);
        for (int i = 0; i < candidateCount; i++) {
            chosen[candidates[i]] = false;
            predictRow(candidates[i], horizon, sink);
        }
    }

    private void choose(int row) {
        chosen = Columns.fit(chosen, row);
        if (chosen[row]) {
            return;
        }
        chosen[row] = true;
        candidates = Columns.fit(candidates, candidateCount);
        candidates[candidateCount++] = row;
    }

    /** Predicts the starts of one rank and its progress threads. */
    void predictRank(int rank, double horizon, EndingMessages.StartSink sink) {
        predictRow(rank, horizon, sink);
        for (int progressThread = ranks.count; progressThread < ranks.rows; progressThread++) {
            if (ranks.rankOf[progressThread] == rank && ranks.state[progressThread] != RankTable.DONE) {
                predictRow(progressThread, horizon, sink);
            }
        }
    }

    private void predictRow(int row, double horizon, EndingMessages.StartSink sink) {
        double time = endOfPresentOperation(row);
        if (time > horizon) {
            return;
        }
        OperationBuffer operations = ranks.buffer(row);
        postedCount = 0;
        int position = ranks.present[row] == RankTable.BUFFERED && operations.size() > 0 ? operations.after(0) : 0;
        while (time <= horizon) {
            if (position >= operations.size() && !ranks.produce(row, operations)) {
                if (operations.size() == 0) {
                    ranks.giveBack(row, operations);
                }
                return;
            }
            switch (operations.kind(position)) {
                case ISEND -> {
                    reportStart(row, operations, position, time, sink);
                    post(operations.request(position));
                    time += sendOverhead(row, operations, position);
                }
                case SEND -> {
                    reportStart(row, operations, position, time, sink);
                    time = Double.POSITIVE_INFINITY;
                }
                case IRECV, START -> post(operations.request(position));
                case RECV -> time = Math.max(time, endOfNextReceive(row, operations, position));
                case WAIT -> time = Math.max(time, endOfRequest(row, operations.request(position)));
                case WAITALL -> {
                    for (int i = 1; i <= operations.peer(position); i++) {
                        time = Math.max(time, endOfRequest(row, operations.request(position + i)));
                    }
                }
                case WAITANY, WAITSOME, PROBE, FREE, CANCEL -> time = Double.POSITIVE_INFINITY;
                case COMPUTE -> time += operations.seconds(position) * computeScale;
            }
            position = operations.after(position);
        }
    }

    private double sendOverhead(int row, OperationBuffer operations, int position) {
        return overheads.send(
                ranks.rankOf[row], operations.peer(position), operations.bytes(position), operations.mode(position));
    }

    private void reportStart(
            int row, OperationBuffer operations, int position, double time, EndingMessages.StartSink sink) {
        long bytes = operations.bytes(position);
        int from = ranks.nodes[ranks.rankOf[row]];
        int to = ranks.nodes[operations.peer(position)];
        double start = time + sendOverhead(row, operations, position);
        MessageCost ofMessage = operations.mode(position) == SendMode.EXCHANGE ? cost.exchange() : cost;
        if (from != to && !ofMessage.protocol(bytes).startsWhenMatched()) {
            sink.start(ranks.rankOf[row], from, to, start);
        }
    }

    private double endOfPresentOperation(int row) {
        return switch (ranks.state[row]) {
            case RankTable.SLEEPING -> wakeUps.date(row);
            case RankTable.WAITING ->
                ranks.kind(row) == OperationKind.PROBE ? Double.POSITIVE_INFINITY : endOfPresentWait(row);
            default -> Double.POSITIVE_INFINITY;
        };
    }

    /** The end of the wait that a rank is in, infinite if one of its communications has not started. */
    private double endOfPresentWait(int row) {
        arrivals.clear();
        for (int i = 0; i < ranks.awaitedCount[row]; i++) {
            int side = ranks.awaited[row][i];
            double end = endOfSide(side);
            if (end == Double.POSITIVE_INFINITY) {
                return end;
            }
            arrivals.add(side, end, engine.overheadAtEnd(side));
        }
        return arrivals.over(ranks.knownEnd[row]);
    }

    private double endOfRequest(int row, int request) {
        for (int i = 0; i < postedCount; i++) {
            if (postedRequests[i] == request) {
                return Double.POSITIVE_INFINITY;
            }
        }
        if (ranks.hasEnded(row, request)) {
            return 0;
        }
        int side = ranks.request(row, request);
        return side == RankTable.NO_REQUEST ? Double.POSITIVE_INFINITY : endOfSide(side);
    }

    private double endOfSide(int side) {
        double known = transfers.knownEnd(side);
        if (known < Double.POSITIVE_INFINITY) {
            return known;
        }
        int message = communications.message[side >>> 1];
        if (message < 0) {
            return Double.POSITIVE_INFINITY;
        }
        double end = network.progress().expectedEnd(message);
        return (side & 1) != 0 ? end + network.latency(message) : end;
    }

    /** The time at which a receive posted now would finish: known only if its message is in flight or has arrived. */
    private double endOfNextReceive(int row, OperationBuffer operations, int position) {
        if (postedCount > 0) {
            return Double.POSITIVE_INFINITY;
        }
        Envelope wanted =
                new Envelope(operations.peer(position), operations.tag(position), operations.communicator(position), 0);
        int communication = transfers.probe(ranks.rankOf[row], wanted);
        return communication == Matcher.NONE ? Double.POSITIVE_INFINITY : endOfSide(2 * communication + 1);
    }

    private void post(int request) {
        postedRequests = Columns.fit(postedRequests, postedCount);
        postedRequests[postedCount++] = request;
    }
}
