package org.tailback.cli.replay;

import org.tailback.cli.console.Console;
import org.tailback.cli.console.Progress;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.replay.ReplayResult;
import org.tailback.simulation.Platforms;
import org.tailback.simulation.Sensitivity;
import org.tailback.simulation.Simulation;
import org.tailback.simulation.Workload;
import org.tailback.study.whatif.IdealNetworks;
import org.tailback.units.Readable;

/**
 * A trace on the chosen platform. Its replays print progress, and a possible reason if they cannot finish.
 */
record TraceOnPlatform(Workload workload, Platforms platforms, Console console) {
    Platform platform(Overrides overrides) {
        Platform platform = platforms.forJob(workload.ranks(), overrides);
        workload.requireCost(platform, overrides.cost() == null ? platforms.name() : "--cost " + overrides.cost());
        return platform;
    }

    ReplayResult replay(Overrides overrides) {
        return run(on(platform(overrides), overrides.seed()));
    }

    /** Returns a replay on a platform of {@link #platform}, which has not begun. */
    Simulation on(Platform platform, long seed) {
        return workload.on(platform).seed(seed).pairStatistics();
    }

    /** Returns the makespan in seconds under these overrides, without progress: for one of several replays at once. */
    double makespan(Overrides overrides) {
        return run(workload.on(platform(overrides)).seed(overrides.seed()), false)
                .makespan();
    }

    /** Returns the number of digits of a result on a platform that hold. Costs one replay. */
    Sensitivity sensitivity(ReplayResult result, Platform platform, long seed) {
        return Sensitivity.of(result, run(workload.on(platform).seed(seed).workDisturbance(Sensitivity.DISTURBANCE)));
    }

    /** Returns the makespan in seconds on a platform without contention and losses. Costs one replay. */
    double uncontended(Platform platform, long seed) {
        return run(workload.on(IdealNetworks.uncontended(platform)).seed(seed)).makespan();
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
