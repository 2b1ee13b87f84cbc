package org.tailback.cli.replay;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.model.loggops.LogGops;
import org.tailback.platform.Platform;
import org.tailback.replay.ReplayResult;
import org.tailback.study.efficiency.EfficiencyStudy;
import org.tailback.study.replication.Sample;
import org.tailback.study.workload.Sensitivity;
import org.tailback.trace.measured.MeasuredRun;

/** Results of {@code tailback replay}: of a network, or of LogGOPS alone, which has none. */
sealed interface ReplayReport {
    /** Returns the trace as the user named it. */
    String trace();

    /** Returns its format. */
    String format();

    /** Returns the run with the first seed. */
    ReplayResult result();

    /** Returns what the user should know. */
    List<String> warnings();

    /**
     * A schedule under LogGOPS alone.
     *
     * @param logGops its parameters
     */
    record Exact(String trace, String format, LogGops logGops, ReplayResult result, List<String> warnings)
            implements ReplayReport {
        public Exact {
            warnings = ImmutableList.copyOf(warnings);
        }
    }

    /**
     * A trace on a platform, and what was asked of the run.
     *
     * @param platformName the platform as the user named it; null if there is none
     * @param platform the platform of the run
     * @param replications the makespans of all runs; null for a single one
     * @param uncontended the makespan without contention and losses, seconds; NaN if it was not computed
     * @param sensitivity how many digits of the makespan hold; null if it was not computed
     * @param measured the recorded times beside those of {@code result}; null if not asked for
     * @param why the chain that determines the makespan, and changes; null if not asked for
     * @param efficiencies quotients of makespans on ideal networks; null if not asked for
     * @param derivatives by the numbers of the platform; null if not asked for
     */
    record OnPlatform(
            String trace,
            String format,
            @Nullable String platformName,
            Platform platform,
            ReplayResult result,
            @Nullable Sample replications,
            double uncontended,
            @Nullable Sensitivity sensitivity,
            @Nullable MeasuredRun measured,
            @Nullable WhyReport why,
            @Nullable EfficiencyStudy efficiencies,
            @Nullable DerivativeReport derivatives,
            List<String> warnings)
            implements ReplayReport {
        public OnPlatform {
            warnings = ImmutableList.copyOf(warnings);
        }

        /** Difference over makespan that a disturbance of 1e-12 makes; 0 if it was not computed. */
        double relativeSpread() {
            return sensitivity == null ? 0 : sensitivity.relativeSpread();
        }

        /** Returns whether the run was compared with one without contention. */
        boolean hasUncontended() {
            return !Double.isNaN(uncontended);
        }
    }
}
