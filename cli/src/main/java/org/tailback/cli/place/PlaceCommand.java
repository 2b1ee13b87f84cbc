package org.tailback.cli.place;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.console.Interruption;
import org.tailback.cli.console.Progress;
import org.tailback.cli.option.CollectivesOption;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.Given;
import org.tailback.cli.option.ModelErrorOption;
import org.tailback.cli.option.PictureOptions;
import org.tailback.cli.option.PlatformOptions;
import org.tailback.cli.option.PlatformValidity;
import org.tailback.cli.option.ThreadsOption;
import org.tailback.cli.option.TraceArguments;
import org.tailback.error.InputException;
import org.tailback.platform.StatedError;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlacementFile;
import org.tailback.simulation.Platforms;
import org.tailback.simulation.Workload;
import org.tailback.study.placement.PlacementFiles;
import org.tailback.study.placement.PlacementResult;
import org.tailback.study.placement.PlacementSearch;
import org.tailback.table.ResultFile;
import org.tailback.units.Quantity;
import org.tailback.units.Readable;

/** Command that searches for a placement of the ranks with a smaller makespan. */
public final class PlaceCommand extends Command {
    private static final int DEFAULT_BUDGET = 300;

    private final TraceArguments trace = with(new TraceArguments());
    private final CollectivesOption collectives = with(new CollectivesOption());
    private final PlatformOptions platformOptions = with(new PlatformOptions());

    private final Given<@Nullable Integer> budget = option(Integer.class, null, "--budget", "N");

    private final Given<@Nullable String> time = text("--time", "TIME");

    private final ThreadsOption threads = with(new ThreadsOption());

    private final Given<@Nullable Path> output = path("--output", "FILE");

    private final Given<@Nullable Path> rankfile = path("--rankfile", "FILE");

    private final Given<@Nullable Path> hosts = path("--hosts", "FILE");

    private final ModelErrorOption modelError = with(new ModelErrorOption());

    private final PictureOptions pictures = with(new PictureOptions());

    @Override
    public void run() {
        pictures.check();
        @Nullable List<String> hostNames = hosts.value() == null ? null : PlacementFile.hosts(hosts.value());
        Platforms platforms = platforms();
        if (rankfile.value() != null) {
            PlacementFiles.requireCores(platforms.cluster(Overrides.NONE));
        }
        PlacementSearch search = search(platforms);
        Interruption.during(search::stop, () -> {
            PlacementResult result = Progress.during(
                    console,
                    () -> search.replaysDone() + " placements replayed, best "
                            + Readable.seconds(search.bestMakespan()),
                    () -> trace.replaying(search::run));
            write(result, platforms, hostNames);
        });
    }

    private void write(PlacementResult result, Platforms platforms, @Nullable List<String> hostNames) {
        if (output.value() != null) {
            boolean ofJob = result.cluster().nodes()
                    != platforms.cluster(Overrides.NONE).nodes();
            ResultFile.write(output.value(), PlacementFiles.text(result.cluster(), result.placement(), ofJob));
        }
        if (rankfile.value() != null) {
            ResultFile.write(
                    rankfile.value(), PlacementFiles.rankfile(result.cluster(), result.placement(), hostNames));
        }
        List<StatedError> stated = platforms
                .forJob(result.placement().ranks(), platformOptions.overrides(common.seed()))
                .validity()
                .errors();
        holdsFor(PlatformValidity.of(platforms.name(), result.basis(), result.outside(), stated));
        PlaceOutput found = new PlaceOutput(trace.name(), platforms.name(), result, modelError.value(), stated);
        decides(found.verdict());
        pictures.write(() -> found.page(platforms.validityInWords(), common));
        output(out -> found.text(output.value(), out), result, found::csv);
        common.warn(result.warnings(), console);
        console.flush();
    }

    private Platforms platforms() {
        if (!platformOptions.isGiven()) {
            throw new InputException(
                    "place needs a platform: add --platform FILE, such as docs/platforms/vienne-gige.yaml");
        }
        return platformOptions.choice();
    }

    private PlacementSearch search(Platforms platforms) {
        Overrides overrides = platformOptions.overrides(common.seed());
        Workload workload = trace.open(trace.path(), collectives, platforms.traceOptions(overrides));
        return new PlacementSearch(
                workload,
                platforms.forJob(workload.ranks(), overrides),
                new PlacementSearch.Settings(
                        common.seed(),
                        threads.count(),
                        replays(),
                        time.value() == null ? Double.POSITIVE_INFINITY : seconds(time.value()),
                        platformOptions.nodes().areGiven()));
    }

    private int replays() {
        if (budget.value() == null) {
            return time.value() == null ? DEFAULT_BUDGET : Integer.MAX_VALUE;
        }
        if (budget.value() < 1) {
            throw InputException.at("--budget", "expected 1 or more, found " + budget.value(), "");
        }
        return budget.value();
    }

    private static double seconds(String text) {
        double seconds = Quantity.parseAt("--time", text, Quantity.Kind.SECONDS);
        if (seconds > 0) {
            return seconds;
        }
        throw InputException.at("--time", "a time above 0 is needed, found '" + text + "'", "");
    }
}
