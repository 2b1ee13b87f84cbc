package org.tailback.study.efficiency;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.tailback.observe.Observer;
import org.tailback.output.Inline;
import org.tailback.output.Output;
import org.tailback.platform.Platform;
import org.tailback.replay.RankResult;
import org.tailback.replay.ReplayResult;
import org.tailback.study.whatif.IdealNetworks;

/**
 * Measures efficiencies by replays of one program: on its platform and on four networks that are closer to the ideal.
 *
 * <pre>{@code
 * EfficiencyStudy study = EfficiencyStudy.of(platform, ranks, (on, observer) ->
 *         workload.on(on).observer(observer).run());
 * double lost = 1 - study.whole().parallel();
 * }</pre>
 *
 * @param whole of the whole run
 * @param how iterations were found, or why none were: a sentence
 * @param phases before, in and after the iterations of the program, in their order; empty if none were found
 */
public record EfficiencyStudy(
        @Inline Efficiencies whole,
        @Output(name = "phasesFound") String how,
        List<Phase> phases) {
    /** Most operations of all ranks together among which iterations are looked for. */
    public static final long MOST_OPERATIONS = 20_000_000;

    public EfficiencyStudy {
        phases = ImmutableList.copyOf(phases);
    }

    /** The efficiencies of the whole run; costs five replays, or four if the platform loses nothing. */
    public static Efficiencies whole(Platform platform, BiFunction<Platform, Observer, ReplayResult> replay) {
        return whole(platform, 1, replay);
    }

    /**
     * The same of a program or schedule whose ranks have several CPUs: computations are those of the CPUs.
     *
     * @param cpus of a rank, >= 1; those that compute nothing count too
     */
    public static Efficiencies whole(Platform platform, int cpus, BiFunction<Platform, Observer, ReplayResult> replay) {
        List<ReplayResult> results = new ArrayList<>();
        CpuComputations computations = new CpuComputations(cpus);
        for (Platform network : networks(platform)) {
            computations = new CpuComputations(cpus);
            results.add(replay.apply(network, computations));
        }
        return cpus == 1
                ? efficiencies(results)
                : efficiencies(
                        computations.sum() / cpus / last(results).ranks().size(),
                        computations.longest(),
                        seconds(results));
    }

    private static ReplayResult last(List<ReplayResult> results) {
        return results.get(results.size() - 1);
    }

    private static double[] seconds(List<ReplayResult> results) {
        return results.stream().mapToDouble(ReplayResult::duration).toArray();
    }

    /**
     * Measures the whole run and its phases, which costs one replay more.
     *
     * @param platform as {@link Platform#forRun} returns it
     * @param ranks of the program
     * @param replay runs the program on a platform with an observer, always with the same seed, on a clock that starts
     *     at 0
     */
    public static EfficiencyStudy of(
            Platform platform, int ranks, BiFunction<Platform, Observer, ReplayResult> replay) {
        CallRecorder recorder = new CallRecorder(ranks, MOST_OPERATIONS);
        var unused = replay.apply(platform, recorder);
        Iterations iterations = Iterations.of(recorder, ranks);
        if (iterations.phases() == 1) {
            return new EfficiencyStudy(whole(platform, replay), iterations.how(), List.of());
        }
        List<ReplayResult> results = new ArrayList<>();
        List<PhaseClock> clocks = new ArrayList<>();
        for (Platform network : networks(platform)) {
            PhaseClock clock = new PhaseClock(iterations, ranks);
            results.add(replay.apply(network, clock));
            clocks.add(clock);
        }
        return new EfficiencyStudy(efficiencies(results), iterations.how(), phases(iterations, clocks));
    }

    /** A platform that loses nothing is not replayed twice. */
    private static List<Platform> networks(Platform platform) {
        List<Platform> all = IdealNetworks.of(platform).all();
        return platform.loss().losesMessages() ? all : all.subList(0, all.size() - 1);
    }

    private static Efficiencies efficiencies(List<ReplayResult> results) {
        ReplayResult own = last(results);
        double sum = own.ranks().stream().mapToDouble(RankResult::compute).sum();
        double longest =
                own.ranks().stream().mapToDouble(RankResult::compute).max().orElse(0);
        return efficiencies(sum / own.ranks().size(), longest, seconds(results));
    }

    private static Efficiencies efficiencies(double mean, double longest, double[] seconds) {
        return new Efficiencies(
                mean, longest, seconds[0], seconds[1], seconds[2], seconds[3], seconds[seconds.length - 1]);
    }

    private static List<Phase> phases(Iterations iterations, List<PhaseClock> clocks) {
        PhaseClock own = clocks.get(clocks.size() - 1);
        List<Phase> phases = new ArrayList<>();
        for (int i = 0; i < iterations.phases(); i++) {
            int phase = i;
            double[] seconds =
                    clocks.stream().mapToDouble(clock -> clock.seconds(phase)).toArray();
            phases.add(new Phase(
                    iterations.name(i),
                    own.begin(i),
                    own.begin(i + 1),
                    efficiencies(own.meanCompute(i), own.longestCompute(i), seconds)));
        }
        return phases;
    }

    /** The iterations among the phases. */
    public List<Phase> iterations() {
        return phases.isEmpty() ? List.of() : phases.subList(1, phases.size() - 1);
    }

    /** The phase with the smallest parallel efficiency among the iterations; null if there are none. */
    public @Nullable Phase worstIteration() {
        return iterations().stream()
                .min((a, b) -> Double.compare(
                        a.efficiencies().parallel(), b.efficiencies().parallel()))
                .orElse(null);
    }
}
