package org.tailback.replay;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.network.NetworkTotals;
import org.tailback.platform.Platform;

/** Collects what came out of a replay that has ended. */
final class ReplayResults {
    private ReplayResults() {}

    /**
     * O(ranks + pairs log pairs).
     *
     * @param over false if the replay may go on, so that what is counted must be copied
     */
    static ReplayResult collect(
            Platform platform,
            RankStatistics ranks,
            Transfers transfers,
            @Nullable PairTable pairs,
            long seed,
            List<String> warnings,
            boolean over) {
        double makespan = 0;
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
        List<RankResult> rankResults = new RankColumns(ranks);
        List<PairResult> pairResults = pairs == null ? ImmutableList.of() : pairs.results();
        NetworkTotals totals = transfers.network().totals();
        return new ReplayResult(
                makespan,
                over ? rankResults : ImmutableList.copyOf(rankResults),
                messages,
                bytes,
                transfers.messagesInsideNodes(),
                average(penaltyBytes, networkBytes),
                lost,
                over ? pairResults : ImmutableList.copyOf(pairResults),
                totals.retransmissionTimeouts(),
                new Conflicts(totals.withoutConflict(), totals.outgoing(), totals.incoming(), totals.incomeOutgo()),
                platform.sharing().name(),
                platform.cost().name(),
                platform.loss().name(),
                seed,
                warnings);
    }

    static double average(double weighted, double weight) {
        return weight > 0 ? weighted / weight : 1;
    }
}
