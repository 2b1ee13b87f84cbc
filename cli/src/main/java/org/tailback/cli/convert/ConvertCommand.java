package org.tailback.cli.convert;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.console.Progress;
import org.tailback.cli.option.CollectivesOption;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.Given;
import org.tailback.cli.option.NodeOptions;
import org.tailback.cli.option.PlatformOptions;
import org.tailback.cli.option.TraceArguments;
import org.tailback.cli.render.TableColumns;
import org.tailback.collective.CollectiveExpansion;
import org.tailback.collective.CollectiveSelector;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.error.InputException;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.program.ParallelProgram;
import org.tailback.schedule.PackedSchedule;
import org.tailback.schedule.Schedule;
import org.tailback.simulation.Workload;
import org.tailback.trace.ScheduleReader;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceFormat;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceWriter;
import org.tailback.trace.Traces;
import org.tailback.trace.WrittenTrace;
import org.tailback.trace.goal.GoalFiles;
import org.tailback.trace.goal.GoalFormat;
import org.tailback.trace.goal.GoalReader;
import org.tailback.trace.goal.GoalTraceWriter;
import org.tailback.trace.ti.TiWriter;
import org.tailback.units.Readable;

/** Command that writes a trace in another format. */
public final class ConvertCommand extends Command {
    /**
     * Result of a conversion.
     *
     * @param input input as given by the user
     * @param inputFormat format of the input
     * @param output output as given by the user
     * @param outputFormat format of the output
     * @param outputBytes size of the output, in bytes
     * @param warnings losses of the conversion
     */
    record Written(
            String input,
            String inputFormat,
            String output,
            String outputFormat,
            long outputBytes,
            List<String> warnings) {}

    private final TraceArguments input = with(new TraceArguments("IN"));

    private final Given<Path> output = argument(Path.class, null, "1", "", "OUT");

    private final Given<@Nullable String> outputFormat = text("--output-format", "NAME");

    private final CollectivesOption collectives = with(new CollectivesOption());

    private final Given<@Nullable Path> platform = path("--platform", "FILE|NAME");

    private final Given<@Nullable String> placement = text("--placement", "RULE");

    private final NodeOptions nodes = with(new NodeOptions());

    private final Given<@Nullable String> computeSpeed = text("--compute-speed", "SPEED");

    private final Given<Boolean> strict = flag("--strict");

    @Override
    public void run() {
        String form = outputFormat.value();
        TraceWriter writer = form == null ? Traces.writerFor(output.value()) : Traces.writerNamed(form);
        if (overrides().placement() != null && platform.value() == null) {
            throw new InputException(
                    "--placement, --ranks-per-node, --nodes and --allocation: there are no nodes without"
                            + " --platform");
        }
        TraceFormat found = Traces.formatOf(input.path(), input.format());
        if (!(found instanceof ScheduleReader schedules)) {
            convertProgram(found, writer);
        } else if (writer instanceof GoalTraceWriter goal) {
            convertSchedule(schedules, goal.form());
        } else {
            throw new InputException(input.path() + ": is a schedule of dependency graphs (format " + found.name()
                    + "), and " + writer.name() + " holds programs. Forms of schedules:\n"
                    + Traces.forms(GoalTraceWriter.class::isInstance));
        }
    }

    private TraceOptions options() {
        return platform.value() == null && computeSpeed.value() == null
                ? TraceOptions.DEFAULTS
                : PlatformOptions.PlatformAndModel.choice(platform.value()).traceOptions(overrides());
    }

    private Overrides overrides() {
        return Overrides.NONE
                .withPlacement(nodes.rule(placement.value()))
                .withComputeSpeed(computeSpeed.value())
                .withSeed(common.seed());
    }

    private Platform platform(int ranks) {
        return PlatformOptions.PlatformAndModel.choice(platform.value()).forJob(ranks, overrides());
    }

    private CollectiveSelector selector(int ranks) {
        CollectiveSelector selector = collectives.selector();
        if (platform.value() != null) {
            return Workload.placed(selector, platform(ranks), null, ranks);
        }
        if (selector.needsMachines()) {
            throw InputException.at(
                    "--collectives " + collectives.text(),
                    "its messages depend on the placement of the ranks on nodes, which is unknown without a platform",
                    "Give the platform: --platform FILE");
        }
        return selector;
    }

    private void convertSchedule(ScheduleReader found, GoalFormat form) {
        if (found instanceof GoalReader) {
            GoalFormat inputForm = GoalFiles.formatOf(input.path());
            List<String> approximations = Progress.during(
                    console,
                    () -> "converting " + input.path(),
                    () -> GoalFiles.convert(input.path(), output.value(), form));
            report(inputForm == null ? found.name() : inputForm.label(), form.label(), approximations);
            return;
        }
        Schedule schedule = Progress.during(console, () -> "writing " + input.path(), () -> {
            Schedule opened = found.open(input.path(), selector(found.ranks(input.path())), input.on(options()));
            GoalFiles.write(opened, output.value(), form);
            return opened;
        });
        List<String> warnings = new ArrayList<>(schedule.approximations());
        if (schedule.hasSections()) {
            warnings.add(PackedSchedule.CHAINED);
        }
        report(found.name(), form.label(), warnings);
    }

    private void convertProgram(TraceFormat found, TraceWriter writer) {
        List<String> warnings = new ArrayList<>();
        try (Trace trace = Traces.open(input.path(), found.name(), input.on(options()))) {
            ParallelProgram program = trace;
            if (writer instanceof GoalTraceWriter) {
                program = platform.value() == null
                        ? CollectiveExpansion.of(trace, selector(trace.ranks()))
                        : written(trace, collectives.selector());
            } else if (writer instanceof TiWriter && platform.value() != null) {
                program = written(trace, null);
            } else if (overrides().placement() != null || !collectives.text().equals(CollectiveSelectors.DEFAULT)) {
                warnings.add("--collectives and placements have no effect: the form " + writer.name()
                        + " keeps collective operations as they are.");
            }
            if (trace.dependsOnProbes()) {
                warnings.add("The operations after a non-blocking probe depend on the replay: OUT assumes that"
                        + " no probe finds a message.");
            }
            ParallelProgram converted = program;
            WrittenTrace written = Progress.during(
                    console,
                    () -> "converting " + input.path(),
                    () -> writer.write(converted, output.value(), strict.value()));
            warnings.addAll(written.losses());
            warnings.addAll(written.remarks());
            warnings.addAll(program.approximations());
        }
        report(found.name(), writer.name(), warnings);
    }

    private ParallelProgram written(Trace trace, @Nullable CollectiveSelector selector) {
        return Workload.written(trace, platform(trace.ranks()), selector, common.seed());
    }

    private long size() {
        try (Stream<Path> files = Files.walk(output.value())) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void report(String from, String to, List<String> warnings) {
        Written written =
                new Written(input.path().toString(), from, output.value().toString(), to, size(), warnings);
        outputUnwrapped(
                "wrote " + output.value() + " (" + to + ", " + Readable.bytes(written.outputBytes) + ") from "
                        + input.path() + " (" + from + ")\n",
                written,
                out -> TableColumns.of(Written.class).csv(out, List.of(written)));
        common.warn(warnings, console);
    }
}
