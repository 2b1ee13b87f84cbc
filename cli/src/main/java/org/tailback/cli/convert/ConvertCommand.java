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
import org.tailback.cli.option.NodeOptions;
import org.tailback.cli.option.PlatformChoice;
import org.tailback.cli.option.UnmatchedOption;
import org.tailback.cli.render.TableColumns;
import org.tailback.collective.CollectiveExpansion;
import org.tailback.collective.CollectiveSelector;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.error.InputException;
import org.tailback.platform.KernelProgram;
import org.tailback.platformfile.Overrides;
import org.tailback.program.ParallelProgram;
import org.tailback.registry.Registry;
import org.tailback.schedule.Schedule;
import org.tailback.study.workload.Workload;
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
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a trace in another form. */
@CommandLine.Command(
        name = "convert",
        description = "Writes a trace in another form.",
        footer = {
            "",
            "The form of OUT is chosen by --output-format or by its name:",
            "  .tailback, .tailback.gz  tailback         native text, all ranks in one file",
            "  .tailback.d              tailback-folder  native text, a folder with a file per rank",
            "  .ti                      simgrid-ti       TI trace, a folder with a file per rank",
            "  .goal, .bin              goal, goal-binary  GOAL schedule; collective operations become messages",
            "What a form cannot hold is counted in the warnings. OUT is replaced when it is complete: no",
            "incomplete file is left behind. Folders must be empty or not there yet."
        })
public final class ConvertCommand extends Command {
    /**
     * The result.
     *
     * @param input as the user named it
     * @param inputFormat of the input
     * @param output as the user named it
     * @param outputFormat of the output
     * @param outputBytes its size
     * @param warnings what the output does not hold
     */
    record Written(
            String input,
            String inputFormat,
            String output,
            String outputFormat,
            long outputBytes,
            List<String> warnings) {}

    @Parameters(index = "0", paramLabel = "IN", description = "a file or folder; its format is recognised")
    private Path input;

    @Parameters(index = "1", paramLabel = "OUT", description = "the file or folder to write")
    private Path output;

    @Option(names = "--input-format", paramLabel = "NAME", description = "IN's format (see: tailback formats)")
    private @Nullable String inputFormat;

    @Option(names = "--output-format", paramLabel = "NAME", description = "OUT's form, see below")
    private @Nullable String outputFormat;

    @Mixin
    private final UnmatchedOption unmatched = new UnmatchedOption();

    @Mixin
    private final CollectivesOption collectives = new CollectivesOption();

    @Option(
            names = "--platform",
            paramLabel = "FILE|NAME",
            description = "expand collective operations as on this platform, with its local work")
    private @Nullable Path platform;

    @Option(names = "--placement", paramLabel = "RULE", description = "where ranks run on it, instead of its own rule")
    private @Nullable String placement;

    @Mixin
    private final NodeOptions nodes = new NodeOptions();

    @Option(
            names = "--compute-speed",
            paramLabel = "SPEED",
            description = "compute speed of a core where IN counts operations, such as 10Gf")
    private @Nullable String computeSpeed;

    @Option(names = "--strict", description = "write nothing if OUT's form cannot hold all of IN")
    private boolean strict;

    @Override
    public void run() {
        OutputForm form = OutputForm.of(outputFormat, output);
        if (overrides().placement() != null && platform == null) {
            throw new InputException(
                    "--placement, --ranks-per-node, --nodes and --allocation: there are no nodes without"
                            + " --platform");
        }
        TraceFormat found = Traces.formatOf(input, inputFormat);
        GoalFormat goal = form.goal();
        if (!(found instanceof ScheduleReader)) {
            convertProgram(found, form.writer());
        } else if (goal != null) {
            convertSchedule((ScheduleReader) found, goal);
        } else {
            throw new InputException(input + ": is a schedule of dependency graphs (format " + found.name() + "), and "
                    + form.name() + " holds programs. Forms of schedules:\n" + OutputForm.ofSchedules());
        }
    }

    private TraceOptions options() {
        return platform == null && computeSpeed == null
                ? TraceOptions.defaults()
                : PlatformChoice.of(platform, Registry.load()).traceOptions(overrides());
    }

    private Overrides overrides() {
        return Overrides.NONE
                .withPlacement(nodes.rule(placement))
                .withComputeSpeed(computeSpeed)
                .withSeed(common.seed());
    }

    private CollectiveSelector selector(int ranks) {
        CollectiveSelector selector = collectives.selector();
        if (platform != null) {
            return Workload.placed(
                    selector, PlatformChoice.of(platform, Registry.load()).forRun(ranks, overrides()), null, ranks);
        }
        if (selector.needsMachines()) {
            throw InputException.at(
                    "--collectives " + collectives.text(),
                    "its messages depend on the machines of the ranks, which are not known here",
                    "Give the platform: --platform FILE");
        }
        return selector;
    }

    private void convertSchedule(ScheduleReader found, GoalFormat form) {
        if (found instanceof GoalReader) {
            GoalFormat inputForm = GoalFiles.formatOf(input);
            List<String> approximations =
                    Progress.during(console, () -> "converting " + input, () -> GoalFiles.convert(input, output, form));
            report(OutputForm.name(inputForm), OutputForm.name(form), approximations);
            return;
        }
        Schedule schedule = Progress.during(console, () -> "writing " + input, () -> {
            Schedule opened = found.open(input, selector(found.ranks(input)), options());
            GoalFiles.write(opened, output, form);
            return opened;
        });
        report(found.name(), OutputForm.name(form), schedule.approximations());
    }

    private void convertProgram(TraceFormat found, TraceWriter writer) {
        List<String> warnings = new ArrayList<>();
        try (Trace trace = Traces.open(input, found.name(), unmatched.on(options()))) {
            ParallelProgram program = trace;
            if (writer instanceof GoalTraceWriter) {
                program = CollectiveExpansion.of(timed(trace), selector(trace.ranks()));
            } else if (writer instanceof TiWriter && platform != null) {
                program = timed(trace);
            } else if (overrides().placement() != null || !collectives.text().equals(CollectiveSelectors.DEFAULT)) {
                warnings.add("--collectives and placements have no effect: the form " + writer.name()
                        + " keeps collective operations as they are.");
            }
            if (trace.dependsOnProbes()) {
                warnings.add("What the program does after a probe that does not block depends on its replay: OUT has"
                        + " what it does where none finds a message.");
            }
            ParallelProgram converted = program;
            WrittenTrace written = Progress.during(
                    console, () -> "converting " + input, () -> writer.write(converted, output, strict));
            warnings.addAll(written.losses());
            warnings.addAll(written.remarks());
            warnings.addAll(program.approximations());
        }
        report(found.name(), writer.name(), warnings);
    }

    /** Returns a program whose calls of kernels take the times of the platform, if there is one. */
    private ParallelProgram timed(Trace trace) {
        return platform == null
                ? trace
                : KernelProgram.of(
                        trace,
                        PlatformChoice.of(platform, Registry.load()).forRun(trace.ranks(), overrides()),
                        null,
                        common.seed());
    }

    private long size() {
        try (Stream<Path> files = Files.walk(output)) {
            long sum = 0;
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                sum += Files.size(file);
            }
            return sum;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void report(String from, String to, List<String> warnings) {
        Written written = new Written(input.toString(), from, output.toString(), to, size(), warnings);
        outputUnwrapped(
                "wrote " + output + " (" + to + ", " + Readable.bytes(written.outputBytes) + ") from " + input + " ("
                        + from + ")\n",
                written,
                out -> TableColumns.of(Written.class).csv(out, List.of(written)));
        common.warn(warnings, console);
    }
}
