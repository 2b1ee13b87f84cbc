package org.tailback.replay;

import static org.tailback.replay.Communications.ENDED;
import static org.tailback.replay.Communications.RECEIVE_POSTED;
import static org.tailback.replay.Communications.SEND_POSTED;

import java.util.Arrays;
import org.tailback.loss.EndingMessages;
import org.tailback.network.CompletionQueue;
import org.tailback.network.Network;
import org.tailback.program.OperationBuffer;

/**
 * Looks ahead in the programs of ranks: which messages will start within a short time, if nothing changes the rates.
 * PlogPT needs it, because whether a message times out depends on starts at and after its end (Nomura et al., equation
 * (14)).
 *
 * <p>A rank's future is followed from the moment at which its present operation ends through posts, computations and
 * waits whose ends are known, up to the horizon or to the first wait whose end is not known. What another message's
 * timeout or a change of rates within the horizon would alter is not foreseen.
 *
 * <p>O(ranks that can move within the horizon, times operations until they wait again).
 */
final class StartPredictor {
    private final RankTable ranks;
    private final Communications communications;
    private final Matcher matcher;
    private final CompletionQueue wakeUps;
    private final Network network;
    private final double computeScale;
    private final boolean[] chosen;
    private int[] candidates = new int[16];
    private int candidateCount;
    private int[] postedRequests = new int[16];
    private int postedCount;

    StartPredictor(
            RankTable ranks,
            Communications communications,
            Matcher matcher,
            CompletionQueue wakeUps,
            Network network,
            double computeScale) {
        this.ranks = ranks;
        this.communications = communications;
        this.matcher = matcher;
        this.wakeUps = wakeUps;
        this.network = network;
        this.computeScale = computeScale;
        this.chosen = new boolean[ranks.count];
    }

    /** Predicts the starts of all ranks that can move by the horizon, ascending. */
    void predict(double horizon, EndingMessages ending, EndingMessages.StartSink sink) {
        candidateCount = 0;
        for (int i = 0; i < ending.count(); i++) {
            choose(ending.sender(i));
            choose(ending.receiver(i));
        }
        network.forEachEndingUntil(horizon, message -> {
            choose(network.senderOf(message));
            choose(network.receiverOf(message));
        });
        wakeUps.forEachUntil(horizon, this::choose);
        Arrays.sort(candidates, 0, candidateCount);
        for (int i = 0; i < candidateCount; i++) {
            chosen[candidates[i]] = false;
            predictRank(candidates[i], horizon, sink);
        }
    }

    private void choose(int rank) {
        if (chosen[rank]) {
            return;
        }
        chosen[rank] = true;
        if (candidateCount == candidates.length) {
            candidates = Arrays.copyOf(candidates, 2 * candidateCount);
        }
        candidates[candidateCount++] = rank;
    }

    /** Predicts the starts of one rank. */
    void predictRank(int rank, double horizon, EndingMessages.StartSink sink) {
        OperationBuffer operations = ranks.operations[rank];
        double time = endOfPresentOperation(rank);
        if (operations.size() == 0 && !ranks.programs[rank].produce(operations)) {
            return;
        }
        postedCount = 0;
        int position = ranks.inOperation[rank] ? operations.after(0) : 0;
        while (time <= horizon) {
            if (position >= operations.size() && !ranks.programs[rank].produce(operations)) {
                return;
            }
            switch (operations.kind(position)) {
                case ISEND -> {
                    reportStart(rank, operations.peer(position), time, sink);
                    post(operations.request(position));
                }
                case SEND -> {
                    reportStart(rank, operations.peer(position), time, sink);
                    time = Double.POSITIVE_INFINITY;
                }
                case IRECV -> post(operations.request(position));
                case RECV ->
                    time = Math.max(time, endOfNextReceive(operations.peer(position), rank, operations.tag(position)));
                case WAIT -> time = Math.max(time, endOfRequest(rank, operations.request(position)));
                case WAITALL -> {
                    for (int i = 1; i <= operations.peer(position); i++) {
                        time = Math.max(time, endOfRequest(rank, operations.request(position + i)));
                    }
                }
                case COMPUTE -> time += operations.seconds(position) * computeScale;
            }
            position = operations.after(position);
        }
    }

    private void reportStart(int rank, int destination, double time, EndingMessages.StartSink sink) {
        int from = ranks.nodes[rank];
        int to = ranks.nodes[destination];
        if (from != to) {
            sink.start(rank, from, to, time);
        }
    }

    private double endOfPresentOperation(int rank) {
        return switch (ranks.state[rank]) {
            case RankTable.SLEEPING -> wakeUps.date(rank);
            case RankTable.WAITING -> endOfPresentWait(rank);
            default -> Double.POSITIVE_INFINITY;
        };
    }

    /** The end of the wait that a rank is in, infinite if one of its communications has not started. */
    private double endOfPresentWait(int rank) {
        double end = ranks.knownEnd[rank];
        for (int i = 0; i < ranks.awaitedCount[rank]; i++) {
            end = Math.max(end, endOfSide(ranks.awaited[rank][i]));
        }
        return end;
    }

    private double endOfRequest(int rank, int request) {
        for (int i = 0; i < postedCount; i++) {
            if (postedRequests[i] == request) {
                return Double.POSITIVE_INFINITY;
            }
        }
        int side = ranks.request(rank, request);
        return side == RankTable.NO_REQUEST ? Double.POSITIVE_INFINITY : endOfSide(side);
    }

    private double endOfSide(int side) {
        int communication = side >>> 1;
        boolean receiving = (side & 1) != 0;
        if (communications.has(communication, ENDED)) {
            return receiving ? communications.arrival[communication] : communications.transferEnd[communication];
        }
        int message = communications.message[communication];
        if (message < 0) {
            return Double.POSITIVE_INFINITY;
        }
        double end = network.expectedEnd(message);
        return receiving ? end + network.latency(message) : end;
    }

    /** When a receive posted now would finish: known only if its message is already on its way or here. */
    private double endOfNextReceive(int source, int rank, int tag) {
        if (postedCount > 0) {
            return Double.POSITIVE_INFINITY;
        }
        int communication = matcher.peek(source, rank, tag);
        boolean sent = communication != Matcher.NONE
                && communications.has(communication, SEND_POSTED)
                && !communications.has(communication, RECEIVE_POSTED);
        return sent ? endOfSide(2 * communication + 1) : Double.POSITIVE_INFINITY;
    }

    private void post(int request) {
        if (postedCount == postedRequests.length) {
            postedRequests = Arrays.copyOf(postedRequests, 2 * postedCount);
        }
        postedRequests[postedCount++] = request;
    }
}
