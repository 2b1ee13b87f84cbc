package org.tailback.cli.replay;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.render.Words;
import org.tailback.cli.replay.DerivativeOptions.DerivativeReport;
import org.tailback.cli.replay.LinkOptions.LinkReport;
import org.tailback.cli.replay.WhyOptions.WhyReport;
import org.tailback.cli.verdict.Setting;
import org.tailback.model.loggops.LogGops;
import org.tailback.output.Inline;
import org.tailback.output.NoOutput;
import org.tailback.output.Output;
import org.tailback.platform.Platform;
import org.tailback.platform.Use;
import org.tailback.replay.ReplayResult;
import org.tailback.replication.Sample;
import org.tailback.simulation.Sensitivity;
import org.tailback.study.efficiency.Efficiencies;
import org.tailback.trace.RecordedRun;
import org.tailback.trace.TraceContent;
import org.tailback.trace.TraceFormat;
import org.tailback.trace.Traces;
import org.tailback.trace.measured.MeasuredRun;
import org.tailback.units.Nanoseconds;

/** Results of {@code tailback replay}: a trace on a network, or a schedule under LogGOPS alone, without a network. */
sealed interface ReplayReport {
    ReplayResult result();

    Origin origin();

    default String trace() {
        return origin().trace();
    }

    default List<String> warnings() {
        return result().warnings();
    }

    /**
     * The replayed program and its setting.
     *
     * @param version version of Tailback
     * @param command the command line
     * @param trace trace as given by the user
     * @param format format of the trace
     * @param platform platform as given by the user; null without a platform
     * @param placement placement of the ranks; null without a network
     */
    record Origin(
            String version,
            String command,
            String trace,
            String format,
            @Output(orNull = true) @Nullable String platform,
            @Output(orNull = true) @Nullable String placement) {}

    /** Returns the engine of the times: {@code network}, or {@code loggops} alone. */
    String engine();

    /** Returns notes on the meaning of the numbers, one phrase each. */
    List<String> notes();

    /**
     * Results of a schedule under LogGOPS alone.
     *
     * @param parameters of LogGOPS
     */
    record Exact(
            @Inline ReplayResult result,
            @Inline Origin origin,
            @NoOutput LogGops parameters) implements ReplayReport {
        /** Returns the parameters in seconds, and the eager limit in bytes. */
        @Output
        Map<String, Number> logGops() {
            return ImmutableMap.of(
                    "latency", Nanoseconds.toSeconds(parameters.latency()),
                    "overhead", Nanoseconds.toSeconds(parameters.overhead()),
                    "gap", Nanoseconds.toSeconds(parameters.gap()),
                    "gapPerByte", Nanoseconds.toSeconds(parameters.gapPerByte()),
                    "overheadPerByte", Nanoseconds.toSeconds(parameters.overheadPerByte()),
                    "eagerLimit", parameters.eagerLimit());
        }

        /** Returns the engine of the times: {@code network}, or {@code loggops} alone. */
        @Override
        @Output
        public String engine() {
            return LogGops.NAME;
        }

        /** Returns notes on the meaning of the numbers, one phrase each. */
        @Override
        @Output
        public List<String> notes() {
            return List.of();
        }
    }

    /**
     * Results of a trace on a platform.
     *
     * @param platform the platform of the run
     * @param setting placement of the ranks, and origin of the platform's numbers
     * @param showsAllRanks whether text lists all ranks
     * @param uncontendedMakespan makespan without contention and losses, seconds; null if not requested
     * @param recorded time of the recorded run, and the share of it that is left out; null if the trace has no times
     * @param sensitivity reliable digits of the makespan; null if not requested
     * @param measured recorded times next to those of {@code result}; null if not requested
     * @param why critical path and effects of changes; null if not requested
     * @param efficiencies quotients of makespans on ideal networks; null if not requested
     * @param derivatives derivatives by the numbers of the platform; null if not requested
     * @param links loads of the links; null if not requested
     * @param replications makespans of all runs, seconds; null for a single run
     */
    record OnPlatform(
            @Inline ReplayResult result,
            @Inline Origin origin,
            @NoOutput Platform platform,
            @NoOutput Setting setting,
            @NoOutput boolean showsAllRanks,
            @Nullable Double uncontendedMakespan,
            @Output(orNull = true) @Nullable RecordedRun recorded,
            @Nullable Sensitivity sensitivity,
            @Nullable MeasuredRun measured,
            @Inline @Nullable WhyReport why,
            @Nullable Efficiencies efficiencies,
            @Inline @Nullable DerivativeReport derivatives,
            @Inline @Nullable LinkReport links,
            @Nullable Sample replications)
            implements ReplayReport {
        /** Returns the engine of the times: {@code network}, or {@code loggops} alone. */
        @Override
        @Output
        public String engine() {
            return "network";
        }

        /** Returns notes on the meaning of the numbers, one phrase each. */
        @Override
        @Output
        public List<String> notes() {
            ImmutableList.Builder<String> notes = ImmutableList.builder();
            if (Files.exists(Path.of(origin.trace()))
                    && Traces.readers().stream().anyMatch(this::carriesSeconds)
                    && result.ranks().stream().anyMatch(rank -> rank.compute() > 0)) {
                notes.add("computation as recorded on the traced machine"
                        + (platform.computeScale() == 1 ? "" : ", times " + Words.ratio(platform.computeScale()))
                        + " (--compute-scale)");
            }
            if (result.ranks().size() > 1 && platform.use(result.ranks().size()).count(Use.NODES) == 1) {
                notes.add("all ranks on one node: no message crosses the network");
            }
            return notes.build();
        }

        private boolean carriesSeconds(TraceFormat reader) {
            return reader.name().equals(origin.format()) && reader.carries().contains(TraceContent.COMPUTE_SECONDS);
        }

        /** Returns the relative change of the makespan by a disturbance of 1e-12; 0 if it was not computed. */
        double relativeSpread() {
            return sensitivity == null ? 0 : sensitivity.relativeSpread();
        }

        /** Returns the makespan without contention and losses, seconds; NaN if it was not computed. */
        double uncontended() {
            return uncontendedMakespan == null ? Double.NaN : uncontendedMakespan;
        }
    }
}
