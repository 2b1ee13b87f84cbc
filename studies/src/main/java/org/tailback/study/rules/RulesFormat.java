package org.tailback.study.rules;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tailback.collective.CollectiveProgram;
import org.tailback.collective.CollectiveSelector;
import org.tailback.error.InputException;
import org.tailback.platform.Platform;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.settings.Suggestion;
import org.tailback.study.collective.CollectiveRow;
import org.tailback.study.collective.CollectiveStudy;

/** A file in which an MPI library reads which algorithm to use. */
public interface RulesFormat {
    /** The relative error of ratios of predicted times on platforms that say nothing about it. */
    double UNKNOWN_ERROR = 0.1;

    /** Returns all formats; the first is the default. */
    static List<RulesFormat> all() {
        return List.of(new TunedRules("openmpi", false), new TunedRules("openmpi-2", true), new MpichRules());
    }

    /**
     * Returns a format by its name.
     *
     * @throws InputException if there is none
     */
    static RulesFormat named(String name) {
        if (name.equals("han") || name.equals("openmpi-json")) {
            throw InputException.at(
                    "--rules-format",
                    "'" + name + "' is no longer written",
                    "Open MPI reads openmpi and openmpi-2 (coll/tuned), MPICH reads mpich");
        }
        List<String> names = all().stream().map(RulesFormat::name).toList();
        return all().stream()
                .filter(format -> format.name().equals(name))
                .findFirst()
                .orElseThrow(() -> InputException.at(
                        "--rules-format",
                        "unknown format '" + name + "'",
                        Suggestion.of(name, names) + "Valid: " + String.join(", ", names)));
    }

    /** Returns the name of an algorithm without its size of segments. */
    static String base(String algorithm) {
        int slash = algorithm.indexOf('/');
        return slash < 0 ? algorithm : algorithm.substring(0, slash).strip();
    }

    /** Returns the name by which users choose it. */
    String name();

    /** Returns the library, for messages. */
    String library();

    /**
     * Returns the algorithms of a kind that the library has too, sorted; segments may be added to their names.
     *
     * @throws InputException if the library takes no rules for this kind
     */
    List<String> algorithms(Kind kind);

    /** Returns the choices of the library without rules. */
    CollectiveSelector selector();

    /**
     * Returns the decision of one cell; empty if none of its algorithms is one of the library's.
     *
     * @param any a case of the cell, whatever its algorithm
     * @param rows the predictions for the cell
     * @param error as in {@link DecisionRules#of}
     */
    default Optional<RuleCell> cell(
            Kind kind, CollectiveStudy study, CollectiveStudy.Case any, List<CollectiveRow> rows, double error) {
        List<String> known = algorithms(kind);
        String own = CollectiveProgram.selected(kind, selector(), any.ranks(), any.bytes());
        return rows.stream()
                .filter(row -> known.contains(base(row.algorithm())))
                .min(Comparator.comparing(CollectiveRow::time))
                .map(best -> new RuleCell(
                        best.ranks(),
                        best.ranksPerNode(),
                        best.bytes(),
                        best.algorithm(),
                        best.times().mean(),
                        own,
                        rows.stream()
                                .filter(row -> row.algorithm().equals(own))
                                .findFirst()
                                .map(CollectiveRow::time)
                                .orElseGet(() -> study.time(any.withAlgorithm(own))),
                        caveat(kind, any, best, own),
                        Double.isNaN(error) ? error(kind, any) : error));
    }

    /** Returns the error of the ratio of the times of two algorithms, which share the errors of the platform. */
    private static double error(Kind kind, CollectiveStudy.Case of) {
        double ratio =
                of.variant().platform().on(of.ranks(), 1).residuals().ratio(kind.bufferBytes(of.bytes(), of.ranks()));
        return Double.isNaN(ratio) ? UNKNOWN_ERROR : ratio - 1;
    }

    private static String caveat(Kind kind, CollectiveStudy.Case any, CollectiveRow best, String own) {
        Platform platform = any.variant().platform().on(best.ranks(), 1);
        List<String> outside = platform.outside(platform.use(best.ranks()).with(kind, best.bytes(), best.bytes()));
        return Stream.of(
                        MeasuredAlgorithms.caveat(kind, best.algorithm(), own),
                        outside.isEmpty() ? "" : "extrapolated: " + String.join("; ", outside))
                .filter(reason -> !reason.isEmpty())
                .collect(Collectors.joining("; "));
    }

    /**
     * Returns the file's text.
     *
     * @param comments lines for its head, where the format has comments
     * @throws InputException if the format cannot distinguish the cells
     */
    String text(DecisionRules rules, List<String> comments);

    /** Returns the setting by which the library reads a file: one line. */
    String usage();
}
