package org.tailback.replay;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.tailback.network.NetworkTotals;

/** Collects what came out of a replay that has ended. */
final class ReplayResults {
    private ReplayResults() {}

    /** O(ranks + pairs log pairs). Counts of a replay that may go on are copied. */
    static ReplayResult collect(ReplayWorld world, RankEngine engine, List<String> warnings) {
        RankStatistics ranks = engine.ranks();
        Transfers transfers = engine.transfers();
        boolean over = engine.isOver();
        Failure failure = engine.failure();
        double started = engine.started();
        PairTable pairs = world.pairs;
        double makespan = started;
        long messages = 0;
        long bytes = 0;
        double penaltyBytes = 0;
        double networkBytes = 0;
        double lost = 0;
        for (int rank = 0; rank < ranks.count; rank++) {
            makespan = Math.max(makespan, ranks.finish[rank]);
            messages += ranks.messages[rank];
            bytes += ranks.bytesSent[rank];
            penaltyBytes += ranks.penaltyBytes[rank];
            networkBytes += ranks.networkBytes[rank];
            lost += ranks.lost[rank];
        }
        List<RankResult> rankResults = new RankColumns(ranks, transfers.timeouts());
        List<PairResult> pairResults = pairs == null ? ImmutableList.of() : pairs.results();
        NetworkTotals totals = transfers.user().totals();
        Timeouts timeouts = transfers.timeouts();
        return ReplayResult.builder()
                .started(started)
                .makespan(failure == null ? makespan : failure.time())
                .failure(failure)
                .ranks(over ? rankResults : ImmutableList.copyOf(rankResults))
                .messages(messages)
                .bytes(bytes)
                .messagesInsideNodes(transfers.messagesInsideNodes())
                .averagePenalty(average(penaltyBytes, networkBytes))
                .lostToContention(lost)
                .lostToTimeouts(timeouts.seconds())
                .pairs(over ? pairResults : ImmutableList.copyOf(pairResults))
                .retransmissionTimeouts(totals.retransmissionTimeouts())
                .timeouts(timeouts.first())
                .conflicts(new Conflicts(
                        totals.withoutConflict(), totals.outgoing(), totals.incoming(), totals.incomeOutgo()))
                .model(world.platform.sharing().name())
                .cost(world.platform.cost().name())
                .loss(world.platform.loss().name())
                .seed(world.seed)
                .warnings(warnings)
                .build();
    }

    static double average(double weighted, double weight) {
        return weight > 0 ? weighted / weight : 1;
    }
}
