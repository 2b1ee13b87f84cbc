package org.tailback.study.comparison;

import com.google.common.collect.ImmutableList;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.Placement;
import org.tailback.cluster.PlacementRule;
import org.tailback.model.loss.NoLoss;
import org.tailback.model.sharing.uncontended.Uncontended;
import org.tailback.platform.Platform;
import org.tailback.platform.Validity;
import org.tailback.registry.Registry;
import org.tailback.replay.RankResult;
import org.tailback.replay.ReplayResult;
import org.tailback.schedule.Schedule;
import org.tailback.study.comparison.Comparison.Candidate;
import org.tailback.study.comparison.Comparison.Phase;
import org.tailback.study.comparison.Comparison.Row;
import org.tailback.study.efficiency.Efficiencies;
import org.tailback.study.efficiency.EfficiencyStudy;
import org.tailback.study.engine.StudyRuns;
import org.tailback.study.workload.Baseline;
import org.tailback.study.workload.RunDescription;
import org.tailback.study.workload.Workload;
import org.tailback.study.workload.WorkloadDescription;

/** The runs of a comparison: one for each candidate, by its place in the list, from 0. */
record ComparisonRuns(List<Candidate> candidates, boolean efficiencies)
        implements StudyRuns<Integer, ComparisonRuns.Outcome> {
    /**
     * The result of a candidate.
     *
     * @param row relative to itself
     * @param warnings of its replays
     */
    record Outcome(Row row, List<String> warnings) implements Serializable {
        Outcome {
            warnings = ImmutableList.copyOf(warnings);
        }
    }

    @Override
    public Outcome perform(Integer index) {
        return outcome(candidates.get(index), efficiencies);
    }

    @Override
    public String name(Integer index) {
        return candidates.get(index).name();
    }

    @Override
    public Description<Integer, Outcome> elsewhere() {
        return new Described(candidates.stream().map(DescribedCandidate::of).toList(), efficiencies);
    }

    private record Described(List<DescribedCandidate> candidates, boolean efficiencies)
            implements Description<Integer, Outcome> {
        @Override
        public ComparisonRuns open() {
            Registry registry = Registry.load();
            Map<WorkloadDescription, Workload> workloads = new HashMap<>();
            return new ComparisonRuns(
                    candidates.stream()
                            .map(candidate -> candidate.open(
                                    workloads.computeIfAbsent(candidate.run().workload(), WorkloadDescription::open),
                                    registry))
                            .toList(),
                    efficiencies);
        }
    }

    private record DescribedCandidate(
            String platformName,
            String modelName,
            RunDescription run,
            FixedPlacement placement,
            long seed,
            double nodePrice)
            implements Serializable {
        static DescribedCandidate of(Candidate candidate) {
            return new DescribedCandidate(
                    candidate.platformName(),
                    candidate.modelName(),
                    RunDescription.absolute(candidate.description()),
                    FixedPlacement.of(candidate),
                    candidate.seed(),
                    candidate.nodePrice());
        }

        Candidate open(Workload workload, Registry registry) {
            return new Candidate(
                    platformName,
                    modelName,
                    workload,
                    run.platformToPlaceOn(registry).toBuilder()
                            .placement(placement)
                            .build(),
                    seed,
                    nodePrice);
        }
    }

    /** What a rule says for one cluster and number of ranks. */
    private record FixedPlacement(String name, int[] nodes) implements PlacementRule, Serializable {
        static FixedPlacement of(Candidate candidate) {
            PlacementRule rule = candidate.platform().placement();
            return new FixedPlacement(
                    rule.name(),
                    rule.place(
                                    candidate.platform().cluster(),
                                    candidate.workload().ranks())
                            .nodes());
        }

        @Override
        public Placement place(Cluster cluster, int ranks) {
            return Placement.of(cluster, nodes);
        }
    }

    private static Outcome outcome(Candidate candidate, boolean efficiencies) {
        Platform platform = candidate.platform();
        Placement placement = platform.placement()
                .place(platform.cluster(), candidate.workload().ranks());
        ContentionOverTime losses = new ContentionOverTime(placement);
        ReplayResult result = candidate
                .workload()
                .on(platform)
                .placement(placement)
                .seed(candidate.seed())
                .observer(losses)
                .run();
        Validity.Use use = Platform.use(platform.cluster(), placement.nodes());
        int nodes = placement.machines(
                candidate.platform().cluster(), candidate.workload().ranks());
        Row row = new Row(
                candidate.platformName(),
                platform.placement().name(),
                candidate.modelName().isEmpty() ? result.model() : candidate.modelName(),
                result.makespan(),
                result.interval(),
                1,
                result.retransmissionTimeouts(),
                result.averagePenalty(),
                isUncontended(platform)
                        ? result.makespan()
                        : candidate
                                .workload()
                                .on(Baseline.of(platform))
                                .placement(placement)
                                .seed(candidate.seed())
                                .run()
                                .makespan(),
                result.lostToContention(),
                nodes,
                use.ranksANode(),
                result.messages() == 0 ? Double.NaN : (double) result.messagesInsideNodes() / result.messages(),
                nodes * candidate.nodePrice(),
                platform.validity().basis(),
                candidate.workload().name(),
                platform.validity().outside(use),
                result.ranks().stream()
                        .filter(rank -> rank.lostToContention() > 0)
                        .sorted(Comparator.comparingDouble(RankResult::lostToContention)
                                .reversed()
                                .thenComparingInt(RankResult::rank))
                        .map(rank -> new Comparison.Rank(rank.rank(), rank.lostToContention(), rank.averagePenalty()))
                        .toList(),
                phases(losses, result.makespan()),
                efficiencies ? efficiencies(candidate, placement, nodes) : null);
        return new Outcome(row, result.warnings());
    }

    /** Returns whether messages of a platform do not disturb each other, so that a second replay would be the same. */
    private static boolean isUncontended(Platform platform) {
        return platform.sharing().name().equals(Uncontended.NAME)
                && platform.loss().name().equals(NoLoss.NAME)
                && !platform.intraNode().shared();
    }

    private static Efficiencies efficiencies(Candidate candidate, Placement placement, int nodes) {
        return EfficiencyStudy.whole(
                candidate.platform().forRun(placement.ranks(), placement),
                candidate
                        .workload()
                        .schedule(candidate.platform(), placement)
                        .map(Schedule::cpus)
                        .orElse(1),
                (platform, observer) -> candidate
                        .workload()
                        .on(platform)
                        .placement(placement)
                        .seed(candidate.seed())
                        .observer(observer)
                        .run());
    }

    private static List<Phase> phases(ContentionOverTime losses, double makespan) {
        if (!(makespan > 0)) {
            return List.of();
        }
        double[] lost = losses.inParts(makespan, Comparison.PHASES);
        List<Phase> phases = new ArrayList<>();
        for (int i = 0; i < Comparison.PHASES; i++) {
            phases.add(new Phase(makespan * i / Comparison.PHASES, makespan * (i + 1) / Comparison.PHASES, lost[i]));
        }
        return phases;
    }
}
