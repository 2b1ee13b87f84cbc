package org.tailback.cli.replay;

import com.google.common.collect.ImmutableList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.console.Console;
import org.tailback.cli.console.Progress;
import org.tailback.collective.CollectiveSelector;
import org.tailback.error.InputException;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.replay.ReplayResult;
import org.tailback.simulation.Platforms;
import org.tailback.simulation.Sensitivity;
import org.tailback.simulation.Simulation;
import org.tailback.simulation.Workload;
import org.tailback.study.whatif.IdealNetworks;
import org.tailback.study.whatif.NamedChange;
import org.tailback.units.Readable;

/**
 * A trace on the chosen platform. Its replays print progress, and a possible reason if they cannot finish.
 *
 * @param changes of the platform and of the program, in their order
 */
record TraceOnPlatform(Workload workload, Platforms platforms, List<NamedChange> changes, Console console) {
    TraceOnPlatform {
        changes = ImmutableList.copyOf(changes);
        changes.forEach(change -> check(change, workload));
    }

    private static void check(NamedChange change, Workload workload) {
        String place = "--change " + change.text();
        if (change.changesComputations() && workload.isSchedule()) {
            throw InputException.at(
                    place,
                    "the computations of single ranks of a schedule cannot be changed",
                    "Convert it from a trace, and replay the trace");
        }
        if (change.computeFactors().keySet().stream().anyMatch(rank -> rank >= workload.ranks())) {
            throw InputException.at(place, "the program has ranks 0 to " + (workload.ranks() - 1), "");
        }
        if (change.isOfAlgorithm() && workload.collectives().isEmpty()) {
            throw InputException.at(place, "a schedule consists of messages and has no collective operations", "");
        }
    }

    Platform platform(Overrides overrides) {
        Platform platform = platforms.forJob(workload.ranks(), overrides);
        workload.requireCost(platform, overrides.cost() == null ? platforms.name() : "--cost " + overrides.cost());
        for (NamedChange change : changes) {
            platform = change.on(platform);
        }
        return platform;
    }

    ReplayResult replay(Overrides overrides) {
        return run(on(platform(overrides), overrides.seed()));
    }

    /** Returns a replay that has not begun, on a platform of {@link #platform}. */
    Simulation on(Platform platform, long seed) {
        return simulation(platform, seed, changes).pairStatistics();
    }

    /** Returns a replay with one more change. */
    Simulation with(NamedChange change, Platform platform, long seed) {
        List<NamedChange> all =
                ImmutableList.<NamedChange>builder().addAll(changes).add(change).build();
        return simulation(change.on(platform), seed, all);
    }

    private Simulation simulation(Platform platform, long seed, List<NamedChange> all) {
        Map<Integer, Double> factors = new HashMap<>();
        @Nullable CollectiveSelector own = workload.collectives().orElse(null);
        @Nullable CollectiveSelector selector = own;
        for (NamedChange change : all) {
            change.computeFactors().forEach((rank, factor) -> factors.merge(rank, factor, (one, other) -> one * other));
            selector = selector == null ? null : change.on(selector);
        }
        return workload.on(platform).seed(seed).computeFactors(factors).collectives(selector == own ? null : selector);
    }

    /**
     * Returns the makespan in seconds under the given overrides. Prints no progress, because several replays may run at
     * once.
     */
    double makespan(Overrides overrides) {
        return run(simulation(platform(overrides), overrides.seed(), changes), false)
                .makespan();
    }

    /**
     * Returns the sensitivity of a result on a platform, which contains the number of reliable digits. Performs one
     * replay.
     */
    Sensitivity sensitivity(ReplayResult result, Platform platform, long seed) {
        return Sensitivity.of(
                result, run(simulation(platform, seed, changes).workDisturbance(Sensitivity.DISTURBANCE)));
    }

    /** Returns the makespan in seconds on a platform without contention and losses. Performs one replay. */
    double uncontended(Platform platform, long seed) {
        return run(simulation(IdealNetworks.uncontended(platform), seed, changes))
                .makespan();
    }

    ReplayResult run(Simulation replay) {
        return run(replay, true);
    }

    private ReplayResult run(Simulation replay, boolean showsProgress) {
        try {
            return showsProgress
                    ? Progress.during(
                            console,
                            () -> "replaying: " + Readable.seconds(replay.simulatedSeconds()) + " simulated",
                            replay::run)
                    : replay.run();
        } catch (UnfinishedProgramException e) {
            replay.approximations().forEach(console::warning);
            throw e;
        }
    }
}
