package org.tailback.study.comparison;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.loss.NoLoss;
import org.tailback.model.loss.TailDrop;
import org.tailback.model.sharing.uncontended.Uncontended;
import org.tailback.observe.Observer;
import org.tailback.platform.Platform;
import org.tailback.platform.Use;
import org.tailback.replay.RankResult;
import org.tailback.replay.ReplayResult;
import org.tailback.schedule.Schedule;
import org.tailback.study.comparison.Comparison.Candidate;
import org.tailback.study.comparison.Comparison.Nodes;
import org.tailback.study.comparison.Comparison.Row;
import org.tailback.study.comparison.Comparison.Times;
import org.tailback.study.efficiency.Efficiencies;
import org.tailback.study.whatif.IdealNetworks;

/**
 * A candidate of a comparison and its replays.
 *
 * @param uncontended makespan without contention and losses, seconds
 * @param efficiencies efficiencies of the run; null if not requested
 */
record ComparedRun(
        Candidate candidate,
        Placement placement,
        ReplayResult result,
        double uncontended,
        @Nullable Efficiencies efficiencies) {
    static ComparedRun of(Candidate candidate, boolean efficiencies, Runnable replayed) {
        Platform platform = candidate.platform();
        Placement placement = platform.placement()
                .place(platform.cluster(), candidate.workload().ranks());
        ReplayResult result = replay(candidate, placement, platform, null);
        replayed.run();
        ComparedRun run = new ComparedRun(
                candidate,
                placement,
                result,
                isUncontended(platform)
                        ? result.makespan()
                        : replay(candidate, placement, IdealNetworks.uncontended(platform), null)
                                .makespan(),
                efficiencies ? efficiencies(candidate, placement) : null);
        replayed.run();
        return run;
    }

    private static ReplayResult replay(
            Candidate candidate, Placement placement, Platform platform, @Nullable Observer observer) {
        return candidate
                .workload()
                .on(platform)
                .placement(placement)
                .seed(candidate.seed())
                .observer(observer)
                .run();
    }

    double makespan() {
        return result.makespan();
    }

    /**
     * Returns the row of the run.
     *
     * @param relative cost of the run divided by the cost of the best run, >= 1
     */
    Row row(double relative) {
        Platform platform = candidate.platform();
        Use use = candidate.workload().use(platform, placement);
        int nodes = placement.machines(platform.cluster(), placement.ranks());
        return new Row(
                candidate.platformName(),
                platform.placement().name(),
                candidate.modelName().isEmpty() ? result.models().model() : candidate.modelName(),
                new Times(
                        makespan(),
                        result.interval(),
                        relative,
                        result.traffic().retransmissionTimeouts(),
                        result.traffic().averagePenalty(),
                        uncontended,
                        result.losses().lostToContention()),
                new Nodes(nodes, use.count(Use.RANKS_A_NODE), result.shareInsideNodes(), nodes * candidate.nodePrice()),
                platform.validity().basis(),
                candidate.workload().name(),
                candidate.flops(),
                platform.outside(use),
                platform.validity().errors(),
                platform.loss() instanceof TailDrop tailDrop ? tailDrop.timeout() : Double.NaN,
                result.ranks().stream()
                        .filter(rank -> rank.lostToContention() > 0)
                        .sorted(Comparator.comparingDouble(RankResult::lostToContention)
                                .reversed()
                                .thenComparingInt(RankResult::rank))
                        .map(rank -> new Comparison.Rank(rank.rank(), rank.lostToContention(), rank.averagePenalty()))
                        .toList(),
                efficiencies,
                null);
    }

    /**
     * Returns whether a platform has no contention and no losses; a second replay without them would then be identical.
     */
    private static boolean isUncontended(Platform platform) {
        return platform.model().name().equals(Uncontended.NAME)
                && platform.loss().name().equals(NoLoss.NAME)
                && !platform.intraNode().shared();
    }

    private static Efficiencies efficiencies(Candidate candidate, Placement placement) {
        return Efficiencies.of(
                candidate.platform().forRun(placement.ranks(), placement),
                candidate
                        .workload()
                        .schedule(candidate.platform(), placement)
                        .map(Schedule::cpus)
                        .orElse(1),
                (platform, observer) -> replay(candidate, placement, platform, observer));
    }
}
