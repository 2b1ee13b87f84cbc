package org.tailback.cli.hpl;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.console.Interruption;
import org.tailback.cli.console.Progress;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.PlatformChoice;
import org.tailback.cli.option.PlatformOptions;
import org.tailback.cli.option.Require;
import org.tailback.cli.option.ThreadsOption;
import org.tailback.error.InputException;
import org.tailback.generator.hpl.HplSettings.Bcast;
import org.tailback.generator.hpl.HplSettings.Fact;
import org.tailback.generator.hpl.HplSettings.Swap;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.settings.Suggestion;
import org.tailback.study.hpl.HplSearch;
import org.tailback.study.hpl.HplSpace;
import org.tailback.study.hpl.HplSpace.Grid;
import org.tailback.units.Percent;
import org.tailback.units.Quantity;
import org.tailback.units.ValueList;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Searches for the best configurations of HPL. */
@CommandLine.Command(
        name = "hpl",
        description = {
            "Searches for the fastest configuration of HPL (High-Performance Linpack).",
            "Block, process grid, broadcast, swap and depth: the ten best with their intervals."
        },
        footer = {
            "",
            "Lists of values are separated by commas. The same seed and budget give the same result, whatever",
            "the threads. Ctrl-C ends the search with the best so far."
        })
public final class HplCommand extends Command {
    private static final String USUAL_BLOCKS = "64,128,192,256";

    @Option(names = "--n", paramLabel = "N", description = "order of the matrix")
    private @Nullable Integer order;

    @Option(
            names = "--memory",
            paramLabel = "SHARE|SIZE",
            description = "instead of --n: what the matrix takes of the memory of each node, such as 80 %% where the"
                    + " platform has memory-per-node, or 150GiB")
    private @Nullable String memory;

    @Option(names = "--ranks", paramLabel = "R", description = "processes, p x q (default: all cores of the nodes)")
    private @Nullable Integer ranks;

    @Option(names = "--nb", paramLabel = "NB,...", description = "columns of a block (default: " + USUAL_BLOCKS + ")")
    private @Nullable String blocks;

    @Option(
            names = "--grid",
            paramLabel = "PxQ,...",
            split = ",",
            description = "process grids (default: all of the ranks with p <= 4 q and q <= 16 p)")
    private List<String> grids = new ArrayList<>();

    @Option(names = "--bcast", paramLabel = "NAME,...", split = ",", description = "broadcasts (default: all six)")
    private List<String> bcasts = new ArrayList<>();

    @Option(names = "--swap", paramLabel = "NAME,...", split = ",", description = "swaps of rows (default: all three)")
    private List<String> swaps = new ArrayList<>();

    @Option(names = "--depth", paramLabel = "D,...", split = ",", description = "panels ahead (default: 0,1)")
    private List<Integer> depths = List.of(0, 1);

    @Option(
            names = "--pfact",
            paramLabel = "NAME,...",
            split = ",",
            description = "left, crout, right (default: crout)")
    private List<String> pfacts = List.of("crout");

    @Option(
            names = "--rfact",
            paramLabel = "NAME,...",
            split = ",",
            description = "left, crout, right (default: right)")
    private List<String> rfacts = List.of("right");

    @Option(names = "--budget", paramLabel = "N", description = "configurations that are tried at most (default: 64)")
    private int budget = 64;

    @Option(names = "--seeds", paramLabel = "K", description = "draws of noise of each of the best (default: 3)")
    private int seeds = 3;

    @Mixin
    private final PlatformOptions platformOptions = new PlatformOptions();

    @Mixin
    private final ThreadsOption threads = new ThreadsOption();

    @Override
    public void run() {
        if ((order == null) == (memory == null)) {
            throw usage("hpl takes either --n N or --memory SHARE|SIZE");
        }
        Require.that(budget >= 1, "--budget", "1 or more", budget);
        Require.that(seeds >= 1 && seeds <= 1000, "--seeds", "1 to 1000", seeds);
        if (!platformOptions.isGiven()) {
            throw new InputException("hpl needs a platform: add --platform FILE|NAME, such as dahu");
        }
        PlatformChoice platforms = platformOptions.choice();
        Overrides overrides = platformOptions.overrides(common.seed());
        PlatformFile file = platforms.fileForRun(1, overrides);
        HplSpace space = space(file);
        int processes = space.grids().get(0).p() * space.grids().get(0).q();
        Platform platform = platforms.forRun(processes, overrides);
        HplSearch search = new HplSearch(space, platform, budget, seeds, common.seed(), threads.count());
        holdsFor(platforms.validity(platform, processes));
        Interruption.during(search::stop, () -> {
            HplSearch.Result result = Progress.during(console, search::progress, search::run);
            Set<String> warnings = new LinkedHashSet<>(platforms.warnings());
            warnings.addAll(result.warnings());
            warnings.addAll(outside());
            HplOutput shown = new HplOutput(result, space.n(), processes, platforms.name(), List.copyOf(warnings));
            output(shown::text, shown, shown::csv);
            common.warn(warnings, console);
            console.flush();
        });
    }

    private HplSpace space(PlatformFile file) {
        int used = platformOptions.nodes().nodesOf(file.cluster().nodes());
        int perNode = platformOptions.nodes().choices(null).get(0).ranksPerNode();
        int processes = ranks != null
                ? ranks
                : Math.multiplyExact(used, perNode == 0 ? file.cluster().coresPerNode() : perNode);
        Require.that(processes >= 1, "--ranks", "1 or more", processes);
        List<Integer> columns = ValueList.counts("--nb", blocks == null ? USUAL_BLOCKS : blocks);
        int n = order != null ? order : order(file, used, columns);
        Require.that(n >= 1, "--n", "1 or more", n);
        if (blocks == null) {
            List<Integer> fitting = columns.stream().filter(nb -> nb <= n).toList();
            columns = fitting.isEmpty() ? List.of(n) : fitting;
        }
        return new HplSpace(
                n,
                grids.isEmpty()
                        ? HplSpace.grids(processes)
                        : grids.stream().map(text -> grid(text, processes)).toList(),
                columns,
                named("--swap", swaps, Swap.values()),
                named("--bcast", bcasts, Bcast.values()),
                depths,
                named("--pfact", pfacts, Fact.values()),
                named("--rfact", rfacts, Fact.values()));
    }

    /** Returns the largest order that fits, whole blocks if it is many of them. */
    private int order(PlatformFile file, int used, List<Integer> columns) {
        String text = String.valueOf(memory);
        double bytes;
        if (text.matches(".*[A-Za-z].*")) {
            bytes = Quantity.parseAt("--memory", text, Quantity.Kind.BYTES);
        } else {
            OptionalDouble ofNode = file.nodeMemory();
            if (ofNode.isEmpty()) {
                throw InputException.at(
                        "--memory",
                        "the platform does not say how much memory a node has",
                        "Give a size, such as --memory 150GiB, or cluster: {memory-per-node: 192 GiB}");
            }
            double share = Percent.parse("--memory", text);
            Require.that(share <= 1, "--memory", "at most 100 %", text);
            bytes = share * ofNode.getAsDouble();
        }
        double most = Math.floor(Math.sqrt(bytes * used / Double.BYTES));
        Require.that(most >= 1 && most <= Integer.MAX_VALUE, "--memory", "a matrix of order 1 to 2^31 - 1", text);
        int block = columns.stream().mapToInt(nb -> nb).max().orElseThrow();
        return (int) (most > 100.0 * block ? most - most % block : most);
    }

    private Grid grid(String text, int processes) {
        if (text.matches("[1-9][0-9]{0,6}x[1-9][0-9]{0,6}")) {
            int at = text.indexOf('x');
            Grid grid = new Grid(Integer.parseInt(text.substring(0, at)), Integer.parseInt(text.substring(at + 1)));
            Require.that(
                    (long) grid.p() * grid.q() == processes,
                    "--grid " + text,
                    "p x q = " + processes + " ranks",
                    (long) grid.p() * grid.q() + " (--ranks gives another number)");
            return grid;
        }
        throw InputException.at("--grid", "expected PxQ, such as 4x8, found '" + text + "'", "");
    }

    private static <E extends Enum<E>> List<E> named(String option, List<String> texts, E[] values) {
        List<String> names = Stream.of(values).map(E::toString).toList();
        for (String text : texts) {
            if (!names.contains(text)) {
                throw InputException.at(
                        option,
                        "expected one of " + String.join(", ", names) + ", found '" + text + "'",
                        Suggestion.of(text, names).strip());
            }
        }
        return texts.isEmpty()
                ? Arrays.asList(values)
                : texts.stream().map(text -> values[names.indexOf(text)]).toList();
    }
}
