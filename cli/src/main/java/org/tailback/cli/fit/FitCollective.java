package org.tailback.cli.fit;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.console.Progress;
import org.tailback.fit.collective.CollectiveFit;
import org.tailback.fit.collective.MeasuredCollectivesFile;
import org.tailback.platformfile.PlatformFile;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The numbers of a platform from measured collective operations. */
@CommandLine.Command(
        name = "collective",
        description =
                "Measured collective operations (JSON; text output of OSU or Intel MPI Benchmarks) to the numbers of a platform.")
final class FitCollective extends FitKind {
    @Option(
            names = "--platform",
            paramLabel = "FILE",
            description = "a platform file with the form of the machine and a guess for each number")
    private @Nullable Path platform;

    @Option(
            names = "--keep-numbers",
            description = "fit nothing: only say how far predictions with the file's numbers are off")
    private boolean keep;

    @Option(names = "--nodes", paramLabel = "N", description = "nodes of the run, for text output")
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
    void fit() {
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
    }
}
