package org.tailback.study.rules;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.study.collective.CollectiveRow;
import org.tailback.study.collective.CollectiveStudy;

/**
 * The decisions of a study for one operation on one network: a cell for each number of ranks and size.
 *
 * @param kind the operation
 * @param cells by ranks, ranks per node and size
 */
public record DecisionRules(Kind kind, List<RuleCell> cells) {
    private static final String OPTION = "--decision-rules";

    /** Sorts and copies the cells. */
    public DecisionRules {
        cells = ImmutableList.sortedCopyOf(
                Comparator.comparing(RuleCell::ranks)
                        .thenComparing(RuleCell::ranksPerNode)
                        .thenComparing(RuleCell::bytes),
                cells);
    }

    /**
     * Compares the fastest algorithms of a study with those that a library would use. Cost: a row for each of the
     * latter that the study does not have.
     *
     * @param format of the library; algorithms that it does not have do not take part
     * @param cases what the rows are of
     * @param rows of these cases
     * @param error relative, of ratios of predicted times, >= 0; NaN for what each platform says
     * @throws InputException if there are several networks or strengths of jitter, or no algorithm that the library has
     */
    public static DecisionRules of(
            Kind kind,
            RulesFormat format,
            CollectiveStudy study,
            List<CollectiveStudy.Case> cases,
            List<CollectiveRow> rows,
            double error) {
        Map<CollectiveRow.Contest, List<Integer>> contests = CollectiveRow.contests(rows);
        if (contests.keySet().stream()
                        .map(contest -> contest.variant() + contest.jitterScale())
                        .distinct()
                        .count()
                > 1) {
            throw InputException.at(
                    OPTION, "a file has the rules of one network", "Give one loss model and one jitter");
        }
        ImmutableList.Builder<RuleCell> cells = ImmutableList.builder();
        contests.values()
                .forEach(members -> format.cell(
                                kind,
                                study,
                                cases.get(members.get(0)),
                                members.stream().map(rows::get).toList(),
                                error)
                        .ifPresent(cells::add));
        List<RuleCell> all = cells.build();
        if (all.isEmpty()) {
            throw InputException.at(
                    OPTION,
                    "none of these algorithms is one of " + format.library() + "'s",
                    "It has " + String.join(", ", format.algorithms(kind)));
        }
        return new DecisionRules(kind, all);
    }

    /** Returns whether any cell has a rule. */
    public boolean hasRules() {
        return cells.stream().anyMatch(RuleCell::isRule);
    }

    /** Returns the cells by the size of the communicator, for files without other keys. */
    Map<Integer, List<RuleCell>> bySize() {
        Map<Integer, List<RuleCell>> bySize = new TreeMap<>();
        cells.forEach(cell ->
                bySize.computeIfAbsent(cell.ranks(), key -> new ArrayList<>()).add(cell));
        bySize.forEach((ranks, of) -> {
            if (of.stream().map(RuleCell::ranksPerNode).distinct().count() > 1) {
                throw InputException.at(
                        OPTION,
                        "such a file knows communicators by their size: " + ranks
                                + " ranks have several numbers of ranks per node",
                        "Write a file for each --ranks-per-node");
            }
        });
        return bySize;
    }
}
