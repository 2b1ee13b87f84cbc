package org.tailback.cli.replay;

import org.jspecify.annotations.Nullable;
import org.tailback.cli.console.Console;
import org.tailback.cli.console.Progress;
import org.tailback.error.InputException;
import org.tailback.model.loggops.LogGops;
import org.tailback.model.loggops.LogGopsReplay;
import org.tailback.platformfile.Overrides;
import org.tailback.registry.ModelChoice;
import org.tailback.replay.ReplayResult;
import org.tailback.schedule.Schedule;

/**
 * Simulation of a schedule under LogGOPS alone, as in LogGOPSim. It is used for {@code --cost loggops} if neither a
 * platform nor a sharing model is given.
 */
final class ExactLogGops {
    private ExactLogGops() {}

    /**
     * Returns whether the options request this simulation, provided that the trace is a schedule and no platform is
     * given.
     */
    static boolean isAskedFor(Overrides overrides) {
        return overrides.model() == null
                && overrides.cost() != null
                && choice(overrides).name().equals(LogGops.NAME);
    }

    /** Returns the parameters that the user gave; options that need a platform are errors. */
    static LogGops parameters(Overrides overrides) {
        reject("--loss", overrides.loss());
        reject("--placement", overrides.placement());
        reject("--compute-scale", overrides.computeScale());
        reject("--eager-limit", overrides.eagerLimit());
        return LogGops.from(choice(overrides).settings());
    }

    static ReplayResult run(Schedule schedule, LogGops parameters, long seed, Console console) {
        return Progress.during(
                console,
                () -> "simulating " + schedule.operations() + " operations",
                () -> LogGopsReplay.run(schedule, parameters, seed));
    }

    private static ModelChoice choice(Overrides overrides) {
        String cost = overrides.cost();
        return ModelChoice.parse(cost == null ? "" : cost, "--cost " + cost);
    }

    /** Rejects an option that is given and needs a platform. */
    static void reject(String option, @Nullable Object value) {
        if (value != null) {
            throw InputException.at(
                    (option + " " + value).strip(),
                    "has no meaning under --cost loggops alone, which is computed as LogGOPSim does, without a network",
                    "Leave it out, or give a platform (--platform FILE) or a sharing model (--model NAME)");
        }
    }
}
