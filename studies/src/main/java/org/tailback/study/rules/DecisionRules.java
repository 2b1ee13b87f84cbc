package org.tailback.study.rules;

import com.google.common.collect.ImmutableList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tailback.collective.CollectiveProgram;
import org.tailback.collective.CollectiveSelector;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.error.InputException;
import org.tailback.platform.Platform;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.study.collective.CollectiveRow;
import org.tailback.study.collective.CollectiveStudy;
import org.tailback.study.collective.CollectiveStudy.Case;

/**
 * Decisions of a study for one operation on one network, with one cell per number of ranks and size.
 *
 * @param kind the operation
 * @param cells decisions, sorted by ranks, ranks per node and size
 */
public record DecisionRules(Kind kind, List<RuleCell> cells) {
    /** Relative error of ratios of predicted times on platforms without a stated error. */
    private static final double UNKNOWN_ERROR = 0.1;

    private static final String OPTION = "--decision-rules";
    private static final CollectiveSelector LIBRARY = CollectiveSelectors.parse("openmpi");

    /** Sorts and copies the cells. */
    public DecisionRules {
        cells = ImmutableList.sortedCopyOf(
                Comparator.comparing(RuleCell::ranks)
                        .thenComparing(RuleCell::ranksPerNode)
                        .thenComparing(RuleCell::bytes),
                cells);
    }

    /**
     * Compares the fastest algorithms of a study with the choices of Open MPI. Cost: one row per choice that the study
     * does not contain.
     *
     * @param rows predictions; algorithms that Open MPI lacks are ignored
     * @param error relative error of ratios of predicted times, >= 0; NaN to use the stated error of each platform
     * @throws InputException if the rows have several networks or strengths of jitter, or Open MPI has none of their
     *     algorithms
     */
    public static DecisionRules of(CollectiveStudy study, List<CollectiveRow> rows, double error) {
        if (rows.stream()
                        .map(row -> row.variant() + row.jitterScale())
                        .distinct()
                        .count()
                > 1) {
            throw InputException.at(
                    OPTION, "a rules file describes one network only", "Give one loss model and one jitter");
        }
        List<String> known = TunedRules.algorithms(study.kind());
        List<RuleCell> cells = CollectiveRow.contests(rows).values().stream()
                .flatMap(contest -> cell(study, contest, known, error).stream())
                .toList();
        if (cells.isEmpty()) {
            throw InputException.at(
                    OPTION, "Open MPI has none of these algorithms", "It has " + String.join(", ", known));
        }
        return new DecisionRules(study.kind(), cells);
    }

    /** Returns the decision of one case; empty if the library has none of the compared algorithms. */
    private static Optional<RuleCell> cell(
            CollectiveStudy study, List<CollectiveRow> rows, List<String> known, double error) {
        String own = CollectiveProgram.selected(
                study.kind(), LIBRARY, rows.get(0).ranks(), rows.get(0).bytes());
        return rows.stream()
                .filter(row -> known.contains(TunedRules.base(row.algorithm())))
                .min(Comparator.comparing(CollectiveRow::time))
                .map(best -> new RuleCell(
                        best.ranks(),
                        best.ranksPerNode(),
                        best.bytes(),
                        best.algorithm(),
                        best.time(),
                        own,
                        rows.stream()
                                .filter(row -> row.algorithm().equals(own))
                                .findFirst()
                                .map(CollectiveRow::time)
                                .orElseGet(() -> study.time(best.of().withAlgorithm(own))),
                        caveat(study.kind(), best, own),
                        Double.isNaN(error) ? error(study.kind(), best.of()) : error));
    }

    /** Returns the relative error of the ratio of two algorithms' predicted times on the same platform. */
    private static double error(Kind kind, Case of) {
        double ratio =
                of.variant().platform().on(of.ranks(), 1).residuals().ratio(kind.bufferBytes(of.bytes(), of.ranks()));
        return Double.isNaN(ratio) ? UNKNOWN_ERROR : ratio - 1;
    }

    private static String caveat(Kind kind, CollectiveRow best, String own) {
        Platform platform = best.of().variant().platform().on(best.ranks(), 1);
        List<String> outside = platform.outside(platform.use(best.ranks()).with(kind, best.bytes(), best.bytes()));
        return Stream.of(
                        unverified(kind, best.algorithm(), own),
                        outside.isEmpty() ? "" : "extrapolated: " + String.join("; ", outside))
                .filter(reason -> !reason.isEmpty())
                .collect(Collectors.joining("; "));
    }

    /**
     * Returns the caveat of a comparison of two algorithms; empty if both algorithms were compared with measurements.
     */
    static String unverified(Kind kind, String best, String own) {
        String unknown = Stream.of(best, own)
                .distinct()
                .filter(name -> !TunedRules.measured(kind).contains(TunedRules.base(name)))
                .collect(Collectors.joining(" and "));
        return unknown.isEmpty() ? "" : "prediction only, without a measurement of " + unknown;
    }

    /** Returns whether any cell has a rule. */
    public boolean hasRules() {
        return cells.stream().anyMatch(RuleCell::isRule);
    }

    /**
     * Returns the cells by the size of the communicator, the only property by which a file distinguishes communicators.
     */
    Map<Integer, List<RuleCell>> bySize() {
        Map<Integer, List<RuleCell>> bySize =
                cells.stream().collect(Collectors.groupingBy(RuleCell::ranks, TreeMap::new, Collectors.toList()));
        bySize.forEach((ranks, of) -> {
            if (of.stream().map(RuleCell::ranksPerNode).distinct().count() > 1) {
                throw InputException.at(
                        OPTION,
                        "a file distinguishes communicators by their size only: " + ranks
                                + " ranks have several numbers of ranks per node",
                        "Write a file for each --ranks-per-node");
            }
        });
        return bySize;
    }
}
