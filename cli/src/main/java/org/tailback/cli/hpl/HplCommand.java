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
import org.tailback.cli.option.Given;
import org.tailback.cli.option.PlatformOptions;
import org.tailback.cli.option.PlatformValidity;
import org.tailback.cli.option.Require;
import org.tailback.cli.option.ThreadsOption;
import org.tailback.cluster.Cluster;
import org.tailback.error.InputException;
import org.tailback.generator.hpl.HplSettings.Bcast;
import org.tailback.generator.hpl.HplSettings.Fact;
import org.tailback.generator.hpl.HplSettings.Swap;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.settings.Suggestion;
import org.tailback.simulation.Platforms;
import org.tailback.study.hpl.HplSearch;
import org.tailback.study.hpl.HplSearch.Effort;
import org.tailback.study.hpl.HplSpace;
import org.tailback.study.hpl.HplSpace.Grid;
import org.tailback.units.Percent;
import org.tailback.units.Quantity;
import org.tailback.units.ValueList;

/** Command that searches for the best configurations of HPL. */
public final class HplCommand extends Command {
    private static final String USUAL_BLOCKS = "64,128,192,256";

    private final Given<@Nullable Integer> order = option(Integer.class, null, "--n", "N");

    private final Given<@Nullable String> memory = text("--memory", "SHARE|SIZE");

    private final Given<@Nullable Integer> ranks = option(Integer.class, null, "--ranks", "R");

    private final Given<@Nullable String> blocks = text("--nb", "NB,...");

    private final Given<List<String>> grids = list(String.class, ",", new ArrayList<>(), "--grid", "PxQ,...");

    private final Given<List<String>> bcasts = list(String.class, ",", new ArrayList<>(), "--bcast", "NAME,...");

    private final Given<List<String>> swaps = list(String.class, ",", new ArrayList<>(), "--swap", "NAME,...");

    private final Given<List<Integer>> depths = list(Integer.class, ",", List.of(0, 1), "--depth", "D,...");

    private final Given<List<String>> pfacts = list(String.class, ",", List.of("crout"), "--pfact", "NAME,...");

    private final Given<List<String>> rfacts = list(String.class, ",", List.of("right"), "--rfact", "NAME,...");

    private final Given<Integer> budget = option(Integer.class, 64, "--budget", "N");

    private final Given<Integer> best = option(Integer.class, 10, "--best", "N");

    private final Given<Integer> seeds = option(Integer.class, 3, "--seeds", "K");

    private final PlatformOptions platformOptions = with(new PlatformOptions());
    private final ThreadsOption threads = with(new ThreadsOption());

    @Override
    public void run() {
        if ((order.value() == null) == (memory.value() == null)) {
            throw usage("hpl takes either --n N or --memory SHARE|SIZE");
        }
        Require.that(budget.value() >= 1, "--budget", "1 or more", budget.value());
        Require.that(best.value() >= 1, "--best", "1 or more", best.value());
        Require.that(seeds.value() >= 1 && seeds.value() <= 1000, "--seeds", "1 to 1000", seeds.value());
        if (!platformOptions.isGiven()) {
            throw new InputException("hpl needs a platform: add --platform FILE|NAME, such as dahu");
        }
        Platforms platforms = platformOptions.choice();
        Overrides overrides = platformOptions.overrides(common.seed());
        HplSpace space = space(platforms.cluster(overrides), platforms.nodeMemory());
        int processes = space.grids().get(0).p() * space.grids().get(0).q();
        Platform platform = platforms.forJob(processes, overrides);
        HplSearch search = new HplSearch(
                space,
                platform,
                new Effort(budget.value(), best.value(), seeds.value(), common.seed(), threads.count()));
        Interruption.during(search::stop, () -> {
            HplSearch.Result result = Progress.during(console, search::progress, search::run);
            holdsFor(PlatformValidity.of(
                    platforms.name(),
                    platform.validity(),
                    result.rows().stream()
                            .flatMap(row ->
                                    platform
                                            .outside(platform.use(processes)
                                                    .with(row.settings().configuration()))
                                            .stream())
                            .distinct()
                            .toList()));
            Set<String> warnings = new LinkedHashSet<>(platforms.warnings());
            warnings.addAll(result.warnings());
            warnings.addAll(outside());
            HplOutput shown = new HplOutput(result, space.n(), processes, platforms.name(), List.copyOf(warnings));
            output(shown::text, shown, shown::csv);
            common.warn(warnings, console);
            console.flush();
        });
    }

    private HplSpace space(Cluster cluster, OptionalDouble nodeMemory) {
        int used = platformOptions.nodes().nodesOf(cluster.nodes());
        int perNode = platformOptions.nodes().choices(null).get(0).ranksPerNode();
        int processes = ranks.value() != null
                ? ranks.value()
                : Math.multiplyExact(used, perNode == 0 ? cluster.coresPerNode() : perNode);
        Require.that(processes >= 1, "--ranks", "1 or more", processes);
        List<Integer> columns = ValueList.counts("--nb", blocks.value() == null ? USUAL_BLOCKS : blocks.value());
        int n = order.value() != null ? order.value() : order(nodeMemory, used, columns);
        Require.that(n >= 1, "--n", "1 or more", n);
        if (blocks.value() == null) {
            List<Integer> fitting = columns.stream().filter(nb -> nb <= n).toList();
            columns = fitting.isEmpty() ? List.of(n) : fitting;
        }
        return new HplSpace(
                n,
                grids.value().isEmpty()
                        ? HplSpace.grids(processes)
                        : grids.value().stream()
                                .map(text -> grid(text, processes))
                                .toList(),
                columns,
                named("--swap", swaps.value(), Swap.values()),
                named("--bcast", bcasts.value(), Bcast.values()),
                depths.value(),
                named("--pfact", pfacts.value(), Fact.values()),
                named("--rfact", rfacts.value(), Fact.values()));
    }

    /** Returns the largest order that fits into memory, rounded down to whole blocks if the matrix has many blocks. */
    private int order(OptionalDouble nodeMemory, int used, List<Integer> columns) {
        String text = String.valueOf(memory.value());
        boolean isSize = text.matches(".*[A-Za-z].*");
        if (!isSize && nodeMemory.isEmpty()) {
            throw InputException.at(
                    "--memory",
                    "the platform file does not state the memory per node",
                    "Give a size, such as --memory 150GiB, or add memory-per-node to the platform file's section"
                            + " cluster");
        }
        double share = isSize ? 1 : Percent.parse("--memory", text);
        Require.that(share <= 1, "--memory", "at most 100 %", text);
        double bytes =
                isSize ? Quantity.parseAt("--memory", text, Quantity.Kind.BYTES) : share * nodeMemory.getAsDouble();
        double most = Math.floor(Math.sqrt(bytes * used / Double.BYTES));
        Require.that(most >= 1 && most <= Integer.MAX_VALUE, "--memory", "a matrix of order 1 to 2^31 - 1", text);
        int block = columns.stream().mapToInt(nb -> nb).max().orElseThrow();
        return (int) (most > 100.0 * block ? most - most % block : most);
    }

    private Grid grid(String text, int processes) {
        Require.that(text.matches("[1-9][0-9]{0,6}x[1-9][0-9]{0,6}"), "--grid", "PxQ, such as 4x8", "'" + text + "'");
        int at = text.indexOf('x');
        Grid grid = new Grid(Integer.parseInt(text.substring(0, at)), Integer.parseInt(text.substring(at + 1)));
        long product = (long) grid.p() * grid.q();
        Require.that(
                product == processes,
                "--grid " + text,
                "p x q = " + processes + " ranks",
                product + "; set --ranks to the number of this grid");
        return grid;
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
