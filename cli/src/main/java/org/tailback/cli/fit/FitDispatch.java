package org.tailback.cli.fit;

import com.google.common.collect.Sets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.console.Terminal;
import org.tailback.cli.option.Given;
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.render.TextLines;
import org.tailback.cli.render.TextTable;
import org.tailback.collective.MachineLayout;
import org.tailback.experts.ExchangeNumbers;
import org.tailback.fit.collective.ExchangeFit;
import org.tailback.fit.collective.ExchangeFit.Errors;
import org.tailback.fit.collective.MeasuredExchange;
import org.tailback.fit.collective.MeasuredExchanges;
import org.tailback.fit.fragment.PlatformFragment;
import org.tailback.output.Inline;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.simulation.GpuPlatforms;
import org.tailback.simulation.Platforms;

/** Command that fits the numbers of a library for exchanges of tokens with experts to measured dispatches. */
final class FitDispatch extends FitKind {
    /**
     * A measured configuration and its prediction.
     *
     * @param part {@code fitted} or {@code judged}
     * @param row configuration with the fastest measured times
     * @param predictedDispatch seconds
     * @param predictedCombine seconds
     */
    record Predicted(String part, @Inline MeasuredExchange row, double predictedDispatch, double predictedCombine) {}

    /**
     * Result of the fit.
     *
     * @param dispatch numbers of the dispatch
     * @param combine numbers of the combine
     * @param errors errors as factors, by number of nodes
     * @param rows rows with their predictions
     * @param warnings rows outside of the domain of the numbers
     */
    record Fitted(
            ExchangeNumbers dispatch,
            ExchangeNumbers combine,
            List<Errors> errors,
            List<Predicted> rows,
            List<String> warnings) {}

    private final Given<List<Path>> also = list(Path.class, "", new ArrayList<>(), "--also", "FILE");

    private final Given<List<Path>> judge = list(Path.class, "", new ArrayList<>(), "--judge", "FILE");

    private final Given<@Nullable Path> platform = path("--platform", "FILE|NAME");

    @Override
    void fit() {
        Platforms choice = Platforms.named(
                platform.value() == null ? "dgx-h100" : platform.value().toString());
        GpuPlatforms.require(choice.whole(), "fit dispatch");
        Platform whole = choice.forJob(2 * MeasuredExchange.GPUS, Overrides.NONE);
        MachineLayout.Speeds speeds = MachineLayout.of(whole, null, 2 * MeasuredExchange.GPUS)
                .speeds()
                .get();
        double local = speeds.localBandwidth();
        double network = speeds.interfaceBandwidth();
        List<MeasuredExchange> rows = new ArrayList<>(MeasuredExchanges.read(file.value()));
        also.value().forEach(each -> rows.addAll(MeasuredExchanges.read(each)));
        ExchangeFit fit = new ExchangeFit(local, network);
        ExchangeFit.Result result = fit.fit(rows);
        List<MeasuredExchange> judged = ExchangeFit.fastest(judge.value().stream()
                .flatMap(each -> MeasuredExchanges.read(each).stream())
                .toList());
        List<Errors> errors = new ArrayList<>(result.errors());
        errors.addAll(fit.errors("judged", judged, result));
        Function<String, Function<MeasuredExchange, Predicted>> prediction = part -> row -> new Predicted(
                part,
                row,
                row.predicted(result.dispatch(), false, local, network),
                row.predicted(result.combine(), true, local, network));
        List<Predicted> predicted = Stream.concat(
                        result.rows().stream().map(prediction.apply("fitted")),
                        judged.stream().map(prediction.apply("judged")))
                .toList();
        List<String> warnings = outside(result.rows(), judged);
        outputUnwrapped(
                text(result, errors),
                new Fitted(result.dispatch(), result.combine(), errors, predicted, warnings),
                out -> TableColumns.of(Predicted.class).csv(out, predicted));
        common.warn(warnings, console);
    }

    /** Returns a warning if judged rows have numbers of nodes that do not occur in the fitted rows. */
    private static List<String> outside(List<MeasuredExchange> fitted, List<MeasuredExchange> judged) {
        Set<Integer> known = nodes(fitted);
        Set<Integer> beyond = Sets.difference(nodes(judged), known);
        return beyond.isEmpty()
                ? List.of()
                : List.of("Rows of " + beyond + " nodes are outside of the domain of the numbers, " + known
                        + " nodes; contention among many nodes is not modelled.");
    }

    private static Set<Integer> nodes(List<MeasuredExchange> rows) {
        return rows.stream().map(MeasuredExchange::machines).collect(Collectors.toCollection(TreeSet::new));
    }

    private String text(ExchangeFit.Result result, List<Errors> errors) {
        TextTable table = new TableColumns<Errors>()
                .add("rows", Errors::rows)
                .add("direction", Errors::direction)
                .add(">nodes", Errors::machines)
                .add(">count", Errors::count)
                .add(">median", each -> String.format(Locale.ROOT, "%.3f", each.median()))
                .add(">worst", each -> String.format(Locale.ROOT, "%.2f", each.worst()))
                .table(errors);
        PlatformFragment fragment = new PlatformFragment()
                .comment("Fitted to " + result.rows().size() + " configurations of "
                        + file.value().getFileName() + ", " + date() + ".")
                .comment("Factors between predicted and measured times:")
                .comment(TextLines.wrapped(out -> out.print(table + "\n"), Terminal.WIDTH))
                .line(0, "token-exchange:");
        section(fragment, "dispatch", result.dispatch());
        section(fragment, "combine", result.combine());
        return fragment.text();
    }

    private static void section(PlatformFragment fragment, String name, ExchangeNumbers numbers) {
        fragment.line(1, name + ":");
        double[] values = numbers.values();
        for (int k = 0; k < values.length; k++) {
            boolean isTime = k < ExchangeNumbers.TIMES;
            fragment.line(
                    2,
                    ExchangeNumbers.NAMES.get(k) + ": "
                            + String.format(Locale.ROOT, "%.4g", isTime ? values[k] * 1e6 : values[k])
                            + (isTime ? " us" : ""));
        }
    }
}
