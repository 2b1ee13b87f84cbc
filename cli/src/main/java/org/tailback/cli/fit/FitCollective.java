package org.tailback.cli.fit;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.console.Progress;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.Require;
import org.tailback.cli.render.TableColumns;
import org.tailback.error.Utf8;
import org.tailback.fit.collective.BenchmarkPlan;
import org.tailback.fit.collective.CollectiveFit;
import org.tailback.fit.collective.MeasuredCollective;
import org.tailback.fit.collective.MeasuredCollectivesFile;
import org.tailback.platformfile.PlatformFile;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The numbers of a platform from measured collective operations. */
@CommandLine.Command(
        name = "collective",
        description =
                "Measured collective operations (JSON; text output of OSU or Intel MPI Benchmarks) to the numbers of a platform.")
final class FitCollective extends Command {
    private static final int NODES_OF_PLAN = 16;

    @Parameters(index = "0", arity = "0..1", paramLabel = "FILE", description = "the measurements")
    private @Nullable Path file;

    @Option(
            names = "--platform",
            paramLabel = "FILE",
            description = "a platform file with the form of the machine and a guess for each number")
    private @Nullable Path platform;

    @Option(
            names = "--keep-numbers",
            description = "fit nothing: only say how far predictions with the file's numbers are off")
    private boolean keep;

    @Option(
            names = "--plan",
            paramLabel = "FILE|NAME",
            description = "print a job script of the benchmarks that would narrow this platform's numbers most, beside"
                    + " FILE if there is one")
    private @Nullable Path plan;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            description = "nodes of the run, for text output; most nodes of a plan (default: 16)")
    private @Nullable Integer nodes;

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "PATH",
            description = "fit only numbers whose paths begin so, such as cost-from-ranks[1]. (default: all)")
    private List<String> only = List.of();

    @Mixin
    private final BenchmarkOptions benchmarkOptions = new BenchmarkOptions();

    @Override
    public void run() {
        if (plan != null) {
            plan(plan);
            return;
        }
        if (file == null) {
            throw usage("Missing required parameter: 'FILE'");
        }
        Utf8.requireFile(file, "file of measurements");
        if (platform == null) {
            throw usage("fit collective needs --platform: a platform file with the form of the machine and a guess for"
                    + " each number");
        }
        PlatformFile start = PlatformFile.read(platform);
        String text = PlatformFile.text(platform);
        MeasuredCollectivesFile measured = MeasuredCollectivesFile.read(file, benchmarkOptions.run(nodes));
        AtomicInteger done = new AtomicInteger();
        CollectiveFit.Result fitted = Progress.during(
                console,
                () -> done + " predictions of " + measured.cells().size() + " cells done",
                () -> CollectiveFit.fit(measured.cells(), start, text, only, keep, done::incrementAndGet));
        output(
                out -> CollectiveFitOutput.text(fitted, measured, out),
                fitted,
                out -> CollectiveFitOutput.csv(fitted, out));
        common.warn(measured.warnings(), console);
    }

    private void plan(Path ofPlatform) {
        PlatformFile start = PlatformFile.read(ofPlatform);
        int most = start.cluster().machines().nodes();
        int planned = nodes == null ? Math.min(most, NODES_OF_PLAN) : nodes;
        Integer asked = benchmarkOptions.ranksPerNode();
        int ranks = asked == null ? start.cluster().slotsPerMachine() : asked;
        Require.that(planned >= 2 && planned <= most, "--nodes", "2 to " + most, planned);
        Require.that(
                ranks >= 1 && ranks <= start.cluster().slotsPerMachine(),
                "--ranks-per-node",
                "1 to " + start.cluster().slotsPerMachine(),
                ranks);
        List<MeasuredCollective> known =
                file == null ? List.of() : MeasuredCollectivesFile.read(file).cells();
        BenchmarkPlan made = Progress.during(
                console, () -> "choosing benchmarks", () -> BenchmarkPlan.of(start, planned, ranks, known));
        output(
                out -> out.print(made.script(ofPlatform.toString())),
                made,
                out -> TableColumns.of(BenchmarkPlan.Narrowed.class).csv(out, made.numbers()));
    }
}
