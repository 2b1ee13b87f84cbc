package org.tailback.cli.extrapolate;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.console.Progress;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.Given;
import org.tailback.cli.option.PlatformOptions;
import org.tailback.cli.option.Require;
import org.tailback.cli.render.Csv;
import org.tailback.cli.render.TextTable;
import org.tailback.cli.render.Words;
import org.tailback.extrapolation.ExtrapolatedProgram;
import org.tailback.extrapolation.ExtrapolatedProgram.RankClass;
import org.tailback.extrapolation.Scaling;
import org.tailback.platformfile.Overrides;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceWriter;
import org.tailback.trace.Traces;
import org.tailback.trace.WrittenTrace;
import org.tailback.trace.extrapolated.ExtrapolatedReader;

/** Command that extrapolates recordings of a code to another number of ranks and writes the program. */
public final class ExtrapolateCommand extends Command {
    /**
     * Result of an extrapolation.
     *
     * @param ranks number of ranks of the program
     * @param sides sides of the grid of ranks, such as {@code 4 x 4}
     * @param classes classes of ranks with their laws
     * @param output written file; null if no file was requested
     * @param warnings approximations, one sentence each
     */
    record Extrapolated(
            int ranks,
            String sides,
            List<RankClass> classes,
            @Nullable String output,
            List<String> warnings) {}

    private static final int MOST_LAWS = 12;

    private final Given<List<String>> traces = arguments(String.class, "TRACE");

    private final Given<Integer> ranks = required(Integer.class, "--ranks", "P");

    private final Given<@Nullable Path> output = path("--output", "FILE");

    private final Given<@Nullable String> inputFormat = text("--input-format", "NAME");

    private final Given<@Nullable String> scaling = text("--scaling", "weak|strong");

    private final Given<@Nullable String> computeSpeed = text("--compute-speed", "SPEED");

    @Override
    public void run() {
        Path target = output.value();
        TraceWriter writer = target == null ? null : Traces.writerFor(target);
        ExtrapolatedProgram program = Progress.during(console, () -> "searching for laws", this::program);
        List<String> warnings = new ArrayList<>(program.approximations());
        if (target != null && writer != null) {
            WrittenTrace written =
                    Progress.during(console, () -> "writing " + target, () -> writer.write(program, target, false));
            warnings.addAll(written.losses());
            warnings.addAll(written.remarks());
        }
        String file = target == null ? null : target.toString();
        Extrapolated result = new Extrapolated(program.ranks(), program.sides(), program.classes(), file, warnings);
        output(out -> text(result, out), result, out -> csv(result, out));
        common.warn(warnings, console);
    }

    private ExtrapolatedProgram program() {
        Require.that(ranks.value() >= 1, "--ranks", "a whole number, 1 or more", ranks.value());
        TraceOptions options = computeSpeed.value() == null
                ? TraceOptions.DEFAULTS
                : PlatformOptions.PlatformAndModel.choice(null)
                        .traceOptions(Overrides.NONE.withComputeSpeed(computeSpeed.value()));
        Scaling how =
                scaling.value() == null ? Scaling.RECOGNISED : ExtrapolatedReader.scaling("--scaling", scaling.value());
        return ExtrapolatedReader.of(traces.value(), inputFormat.value(), options, how, ranks.value());
    }

    private static void text(Extrapolated result, PrintWriter out) {
        out.print("The program on " + Words.count(result.ranks, "rank") + ", a grid of " + result.sides + ", has "
                + (result.classes.size() == 1
                        ? "one class of ranks.\n\n"
                        : result.classes.size() + " classes of ranks.\n\n"));
        TextTable table = TextTable.of("class", ">ranks", ">distinct operations");
        result.classes.forEach(
                each -> table.row(each.name(), Integer.toString(each.ranks()), Integer.toString(each.operations())));
        out.print(table);
        RankClass largest = result.classes.stream()
                .max(Comparator.comparingInt(RankClass::ranks))
                .orElseThrow();
        out.print("\nLaws of class '" + largest.name()
                + "' (P: number of ranks; s1, s2, s3: sides of the grid; i, j: iteration counted from the first and"
                + " from the last)\n");
        largest.laws().stream().limit(MOST_LAWS).forEach(law -> out.print("  " + law + "\n"));
        if (largest.laws().size() > MOST_LAWS) {
            out.print("  and " + (largest.laws().size() - MOST_LAWS) + " more (--format json)\n");
        }
        if (result.output != null) {
            out.print("\nwrote " + result.output + "\n");
        }
    }

    private static void csv(Extrapolated result, PrintWriter out) {
        Csv csv = Csv.with(out, "class", "ranks", "operations", "law");
        for (RankClass each : result.classes) {
            for (String law : each.laws()) {
                csv.row(each.name(), each.ranks(), each.operations(), law);
            }
        }
    }
}
