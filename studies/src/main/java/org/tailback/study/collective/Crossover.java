package org.tailback.study.collective;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tailback.output.Output;
import org.tailback.study.collective.CollectiveStudy.Case;

/**
 * A size from which on another algorithm is the fastest.
 *
 * @param variant the network
 * @param jitterScale how strong the jitter was
 * @param ranks number of ranks
 * @param from the fastest below
 * @param to the fastest from here on
 * @param bytes the smallest size at which {@code to} is faster than {@code from}, if between the two sizes of the study
 *     there is only one change
 * @param ranksPerNode ranks of a node
 */
public record Crossover(
        @Output(name = "loss") String variant,
        double jitterScale,
        int ranks,
        String from,
        String to,
        long bytes,
        int ranksPerNode) {
    /**
     * Finds the crossovers between the sizes of a study, by halving the interval between neighbouring sizes with
     * different winners. Cost: 2 log2 of the interval's bytes rows for each.
     *
     * @param cases the cases of the rows
     * @param rows of these cases
     */
    public static List<Crossover> find(CollectiveStudy study, List<Case> cases, List<CollectiveRow> rows) {
        Map<CollectiveRow.Contest, List<Integer>> contests = CollectiveRow.contests(rows);
        List<CollectiveRow.Contest> ordered = new ArrayList<>(contests.keySet());
        ordered.sort(Comparator.comparing(CollectiveRow.Contest::variant)
                .thenComparing(CollectiveRow.Contest::jitterScale)
                .thenComparing(CollectiveRow.Contest::ranks)
                .thenComparing(CollectiveRow.Contest::ranksPerNode)
                .thenComparing(CollectiveRow.Contest::bytes));
        List<Crossover> found = new ArrayList<>();
        CollectiveRow.@Nullable Contest before = null;
        @Nullable String winnerBefore = null;
        for (CollectiveRow.Contest contest : ordered) {
            List<Integer> members = contests.getOrDefault(contest, List.of());
            String winner = winner(members.stream().map(rows::get).toList());
            if (winner == null) {
                continue;
            }
            boolean sameStudy = before != null
                    && before.variant().equals(contest.variant())
                    && before.jitterScale() == contest.jitterScale()
                    && before.ranks() == contest.ranks()
                    && before.ranksPerNode() == contest.ranksPerNode();
            if (sameStudy && before != null && winnerBefore != null && !winnerBefore.equals(winner)) {
                Case any = cases.get(members.get(0));
                found.add(new Crossover(
                        contest.variant(),
                        contest.jitterScale(),
                        contest.ranks(),
                        winnerBefore,
                        winner,
                        between(study, any, winnerBefore, winner, before.bytes(), contest.bytes()),
                        contest.ranksPerNode()));
            }
            before = contest;
            winnerBefore = winner;
        }
        return found;
    }

    /** Returns the algorithm with the least mean time; null if the least is shared. */
    public static @Nullable String winner(List<CollectiveRow> rows) {
        List<String> fastest = fastest(rows);
        return fastest.size() == 1 ? fastest.get(0) : null;
    }

    /** Returns the algorithms with the least mean time, equal up to rounding: more than one in a tie. */
    public static List<String> fastest(List<CollectiveRow> rows) {
        double best = rows.stream().mapToDouble(CollectiveRow::time).min().orElse(0);
        return rows.stream()
                .filter(row -> row.time() <= best * (1 + 1e-12))
                .map(CollectiveRow::algorithm)
                .toList();
    }

    private static long between(CollectiveStudy study, Case any, String from, String to, long below, long at) {
        long slower = below;
        long faster = at;
        while (faster - slower > 1) {
            long middle = slower + (faster - slower) / 2;
            Case here = any.withBytes(middle);
            if (study.time(here.withAlgorithm(to)) < study.time(here.withAlgorithm(from))) {
                faster = middle;
            } else {
                slower = middle;
            }
        }
        return faster;
    }
}
