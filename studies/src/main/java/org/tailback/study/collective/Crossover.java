package org.tailback.study.collective;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.tailback.output.Output;
import org.tailback.study.collective.CollectiveStudy.Case;

/**
 * Message size from which a different algorithm is the fastest.
 *
 * @param variant the network
 * @param jitterScale strength of the jitter
 * @param ranks number of ranks
 * @param from the fastest algorithm below the size
 * @param to the fastest algorithm at the size and above it
 * @param bytes the smallest size at which {@code to} is faster than {@code from}, provided that the fastest algorithm
 *     changes only once between the two sizes of the study
 * @param ranksPerNode number of ranks per node
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
     * Finds the crossovers between the sizes of a study by bisection of the interval between neighbouring sizes with
     * different winners. Cost per crossover: 2 log2(bytes in the interval) rows.
     */
    public static List<Crossover> find(CollectiveStudy study, List<CollectiveRow> rows) {
        TreeMap<CollectiveRow.Contest, List<CollectiveRow>> contests = new TreeMap<>(CollectiveRow.Contest.ORDER);
        contests.putAll(CollectiveRow.contests(rows));
        List<Crossover> found = new ArrayList<>();
        @Nullable CollectiveRow before = null;
        for (List<CollectiveRow> contest : contests.values()) {
            List<CollectiveRow> best = CollectiveRow.best(contest, row -> CollectiveRow.ROUNDING);
            if (best.size() != 1) {
                continue;
            }
            CollectiveRow winner = best.get(0);
            if (before != null
                    && before.contest().ofAnySize().equals(winner.contest().ofAnySize())
                    && !before.algorithm().equals(winner.algorithm())) {
                found.add(new Crossover(
                        winner.variant(),
                        winner.jitterScale(),
                        winner.ranks(),
                        before.algorithm(),
                        winner.algorithm(),
                        between(study, before.of(), winner.of()),
                        winner.ranksPerNode()));
            }
            before = winner;
        }
        return found;
    }

    private static long between(CollectiveStudy study, Case below, Case above) {
        long slower = below.bytes();
        long faster = above.bytes();
        while (faster - slower > 1) {
            long middle = slower + (faster - slower) / 2;
            if (study.time(above.withBytes(middle)) < study.time(below.withBytes(middle))) {
                faster = middle;
            } else {
                slower = middle;
            }
        }
        return faster;
    }
}
