package org.tailback.cli.place;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.console.Interruption;
import org.tailback.cli.console.Progress;
import org.tailback.cli.option.CollectivesOption;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.PictureOptions;
import org.tailback.cli.option.PlatformChoice;
import org.tailback.cli.option.PlatformOptions;
import org.tailback.cli.option.PlatformValidity;
import org.tailback.cli.option.ThreadsOption;
import org.tailback.cli.option.TraceArguments;
import org.tailback.error.InputException;
import org.tailback.platformfile.Overrides;
import org.tailback.study.placement.PlacementFiles;
import org.tailback.study.placement.PlacementResult;
import org.tailback.study.placement.PlacementSearch;
import org.tailback.study.workload.Workload;
import org.tailback.units.Quantity;
import org.tailback.units.Readable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Searches for a placement of the ranks with a smaller makespan. */
@CommandLine.Command(
        name = "place",
        description = "Searches for a placement of the ranks with a smaller makespan.",
        footer = {
            "",
            "Every makespan is that of a full replay. The same seed and budget give the same placement, whatever",
            "the number of threads; --time does not. Ctrl-C ends the search with the best placement so far.",
            "With --nodes, --ranks-per-node, --node-choice or --allocation each node keeps its number of ranks."
        })
public final class PlaceCommand extends Command {
    private static final int DEFAULT_BUDGET = 300;

    @Mixin
    private final TraceArguments trace = new TraceArguments();

    @Mixin
    private final CollectivesOption collectives = new CollectivesOption();

    @Mixin
    private final PlatformOptions platformOptions = new PlatformOptions();

    @Option(
            names = "--budget",
            paramLabel = "N",
            description = "how many placements are replayed, the starting ones at least"
                    + " (default: 300, without limit with --time)")
    private @Nullable Integer budget;

    @Option(names = "--time", paramLabel = "TIME", description = "how long to search, such as 60s")
    private @Nullable String time;

    @Mixin
    private final ThreadsOption threads = new ThreadsOption();

    @Option(names = "--output", paramLabel = "FILE", description = "writes the placement, for --placement file:FILE")
    private @Nullable Path output;

    @Option(names = "--rankfile", paramLabel = "FILE", description = "writes the placement as a rankfile of Open MPI")
    private @Nullable Path rankfile;

    @Option(
            names = "--hosts",
            paramLabel = "FILE",
            description = "host names for the rankfile, one for each node (default: +n0, +n1, … of a resource manager)")
    private @Nullable Path hosts;

    @Mixin
    private final PictureOptions pictures = new PictureOptions();

    @Override
    public void run() {
        pictures.check();
        @Nullable List<String> hostNames = hosts == null ? null : PlacementFiles.hosts(hosts);
        PlatformChoice platforms = platforms();
        if (rankfile != null) {
            PlacementFiles.requireCores(platforms.file(1).cluster());
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

    private void write(PlacementResult result, PlatformChoice platforms, @Nullable List<String> hostNames) {
        if (output != null) {
            PlacementFiles.write(output, PlacementFiles.text(result.cluster(), result.placement()));
        }
        if (rankfile != null) {
            PlacementFiles.write(rankfile, PlacementFiles.rankfile(result.cluster(), result.placement(), hostNames));
        }
        holdsFor(new PlatformValidity(platforms.name(), result.basis(), result.outside()));
        PlaceOutput found = new PlaceOutput(trace.name(), platforms.name(), result);
        decides(found.verdict());
        pictures.write(() -> found.page(platforms.validityInWords(), common));
        output(out -> found.text(output, out), result, found::csv);
        common.warn(result.warnings(), console);
        console.flush();
    }

    private PlatformChoice platforms() {
        if (!platformOptions.isGiven()) {
            throw new InputException(
                    "place needs a platform: add --platform FILE, such as docs/platforms/vienne-gige.yaml");
        }
        return platformOptions.choice();
    }

    private PlacementSearch search(PlatformChoice platforms) {
        Overrides overrides = platformOptions.overrides(common.seed());
        Workload workload = trace.open(trace.path(), collectives, platforms.traceOptions(overrides));
        PlacementSearch search = new PlacementSearch(workload, platforms.onRanks(workload.ranks(), overrides))
                .seed(common.seed())
                .threads(threads.count())
                .replays(replays());
        if (platformOptions.nodes().areGiven()) {
            search.keepSeats();
        }
        return time == null ? search : search.seconds(seconds(time));
    }

    private int replays() {
        if (budget == null) {
            return time == null ? DEFAULT_BUDGET : Integer.MAX_VALUE;
        }
        if (budget < 1) {
            throw InputException.at("--budget", "at least 1 is needed, found " + budget, "");
        }
        return budget;
    }

    private static double seconds(String text) {
        double seconds = Quantity.parseAt("--time", text, Quantity.Kind.SECONDS);
        if (seconds > 0) {
            return seconds;
        }
        throw InputException.at("--time", "a time above 0 is needed, found '" + text + "'", "");
    }
}
