package org.tailback.replay;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.tailback.network.NetworkTotals;
import org.tailback.platform.Interval;
import org.tailback.platform.Platform;
import org.tailback.platform.Use;
import org.tailback.replay.ReplayResult.Losses;
import org.tailback.replay.ReplayResult.Models;
import org.tailback.replay.ReplayResult.Traffic;

/** Collector of the results of a replay that has ended. */
final class ReplayResults {
    private ReplayResults() {}

    /** Returns the result of a replay. O(ranks + pairs log pairs). Copies the counts of a replay that may continue. */
    static ReplayResult collect(ReplayWorld world, RankEngine engine, List<String> warnings) {
        RankStatistics ranks = engine.ranks();
        Transfers transfers = engine.transfers;
        boolean over = engine.isOver();
        Failure failure = engine.failure;
        double started = engine.started;
        PairTable pairs = world.pairs;
        NetworkTotals totals = transfers.user.totals();
        if (world.representatives != null) {
            ranks.spread(world.representatives);
        }
        double finish = failure == null ? started : engine.failed;
        long messages = 0;
        long bytes = 0;
        double penaltyBytes = 0;
        double networkBytes = 0;
        double lost = 0;
        for (int rank = 0; rank < ranks.count; rank++) {
            finish = failure == null ? Math.max(finish, ranks.finish[rank]) : finish;
            messages += ranks.messages[rank];
            bytes += ranks.bytesSent[rank];
            penaltyBytes += ranks.penaltyBytes[rank];
            networkBytes += ranks.networkBytes[rank];
            lost += ranks.lost[rank];
        }
        List<RankResult> rankResults = ranks(ranks, engine.hostTime(0), transfers.timeouts.ofRanks());
        List<PairResult> pairResults = pairs == null ? ImmutableList.of() : pairs.results();
        Timeouts timeouts = transfers.timeouts;
        double duration = finish - started;
        return new ReplayResult(
                engine.hostTime(finish),
                interval(world, engine, duration, messages, bytes),
                over ? rankResults : ImmutableList.copyOf(rankResults),
                new Traffic(messages, bytes, average(penaltyBytes, networkBytes), totals.retransmissionTimeouts()),
                new Conflicts(totals.withoutConflict(), totals.outgoing(), totals.incoming(), totals.incomeOutgo()),
                new Models(
                        world.platform.model().name(),
                        world.platform.cost().name(),
                        world.platform.loss().name(),
                        world.seed),
                warnings,
                totals.ofAll(transfers.messagesInsideNodes()),
                new Losses(lost, timeouts.seconds()),
                over ? pairResults : ImmutableList.copyOf(pairResults),
                timeouts.first(),
                engine.startedAt,
                duration,
                Optional.ofNullable(failure));
    }

    /** Returns the interval of the makespan; null if the platform has no residuals for it, or the run was aborted. */
    private static @Nullable Interval interval(
            ReplayWorld world, RankEngine engine, double duration, long messages, long bytes) {
        Platform platform = world.platform;
        if (platform.residuals().rows().isEmpty() || engine.failure != null) {
            return null;
        }
        RankStatistics ranks = engine.ranks();
        int last = 0;
        for (int rank = 1; rank < ranks.count; rank++) {
            last = ranks.finish[rank] > ranks.finish[last] ? rank : last;
        }
        Use use = Platform.use(platform.cluster(), world.nodes);
        Interval lasting = platform.interval(
                world.isShared() ? use.withNeighbours() : use,
                ranks.count == 0 ? 0 : Math.min(duration, ranks.compute[last]),
                messages == 0 ? 0 : (double) bytes / messages,
                duration);
        double from = engine.startedAt;
        return lasting == null ? null : new Interval(from + lasting.low(), from + lasting.high(), lasting.coverage());
    }

    /**
     * Returns the results of the ranks. The results keep only the columns that they need, because the other columns of
     * the table are as large.
     */
    private static List<RankResult> ranks(RankStatistics ranks, double origin, double[] timeouts) {
        double[] finish = ranks.finish;
        double[] compute = ranks.compute;
        double[] blocked = ranks.blocked;
        long[] messages = ranks.messages;
        long[] bytesSent = ranks.bytesSent;
        double[] penaltyBytes = ranks.penaltyBytes;
        double[] networkBytes = ranks.networkBytes;
        double[] lost = ranks.lost;
        return new ResultColumns<>(
                ranks.count,
                rank -> new RankResult(
                        rank,
                        origin + finish[rank],
                        compute[rank],
                        blocked[rank],
                        messages[rank],
                        bytesSent[rank],
                        average(penaltyBytes[rank], networkBytes[rank]),
                        lost[rank],
                        timeouts.length == 0 ? 0 : timeouts[rank]));
    }

    static double average(double weighted, double weight) {
        return weight > 0 ? weighted / weight : 1;
    }
}
