package org.tailback.cli.replay;

import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.tailback.cli.console.Console;
import org.tailback.cli.console.Progress;
import org.tailback.cli.option.PlatformChoice;
import org.tailback.error.InputException;
import org.tailback.model.loss.NoLoss;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.replay.ReplayResult;
import org.tailback.study.workload.Attendant;
import org.tailback.study.workload.Baseline;
import org.tailback.study.workload.Sensitivity;
import org.tailback.study.workload.Workload;
import org.tailback.study.workload.WorkloadReplay;
import org.tailback.units.Readable;

/** A trace on the chosen platform; its replays tell how far they are, and what may be the reason if they cannot finish. */
record TraceOnPlatform(Workload workload, PlatformChoice platforms, Console console) {
    /**
     * The platform under these overrides.
     *
     * @throws InputException if its cost is not for such traces
     */
    Platform platform(Overrides overrides) {
        Platform platform = platforms.onRanks(workload.ranks(), overrides);
        workload.requireCost(platform, overrides.cost() == null ? platforms.name() : "--cost " + overrides.cost());
        return platform;
    }

    /** Replays under these overrides and their seed. */
    ReplayResult replay(Overrides overrides) {
        return on(platform(overrides), overrides.seed()).run();
    }

    /** A replay on a platform of {@link #platform}, which has not begun. */
    WorkloadReplay on(Platform platform, long seed) {
        return workload.on(platform).seed(seed).pairStatistics().attendant(attendant(true));
    }

    /** The makespan in seconds under these overrides, without telling how far it is: for one of several replays at once. */
    double makespan(Overrides overrides) {
        return workload.on(platform(overrides))
                .seed(overrides.seed())
                .attendant(attendant(false))
                .run()
                .makespan();
    }

    /** How many digits of a result under these overrides hold: replays once more. */
    Sensitivity sensitivity(ReplayResult result, Overrides overrides) {
        return Sensitivity.of(
                result, workload.on(platform(overrides)).seed(overrides.seed()).attendant(attendant(true)));
    }

    /** The makespan in seconds under these overrides if messages did not disturb each other and none were lost. */
    double uncontended(Overrides overrides) {
        Platform calm = Baseline.of(platform(overrides.withLoss(NoLoss.NAME)));
        return on(calm, overrides.seed()).run().makespan();
    }

    private Attendant attendant(boolean tellsProgress) {
        return new Attendant() {
            @Override
            public ReplayResult during(DoubleSupplier simulatedSeconds, Supplier<ReplayResult> replay) {
                return tellsProgress
                        ? Progress.during(
                                console,
                                () -> "replaying: " + Readable.seconds(simulatedSeconds.getAsDouble()) + " simulated",
                                replay)
                        : replay.get();
            }

            @Override
            public void unfinished(List<String> approximations) {
                approximations.forEach(console::warning);
            }
        };
    }
}
