package org.tailback.study.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tailback.replay.PairResult;
import org.tailback.study.placement.CandidateReplays.Outcome;

/**
 * Simulated annealing of placements. In every round, {@link #ROUND} neighbours ({@link PlacementMoves}) are replayed in
 * parallel. The best neighbour becomes the current placement if its makespan is not longer, otherwise with probability
 * exp(-(increase of the makespan) / T). Changes that shortened the makespan but were not the best of their round are
 * tried again in combination with the best change. After {@link #ROUNDS_WITHOUT_GAIN} rounds without improvement, the
 * search continues from the next best starting placement. T decreases from 1 % of the makespan to 0.01 % over the first
 * 70 % of the budget; the remaining budget is spent on descent from the best placement.
 *
 * <p>Reference: S. Kirkpatrick, C. D. Gelatt, M. P. Vecchi, "Optimization by simulated annealing", Science 220 (1983)
 * 671-680.
 */
record Annealing(PlacementMoves moves, CandidateReplays candidates) {
    private static final Logger LOG = LoggerFactory.getLogger(Annealing.class);

    /**
     * Number of neighbours replayed per round. It is constant, so that results do not depend on the number of threads.
     */
    static final int ROUND = 8;

    private static final double FIRST_TEMPERATURE = 0.01;
    private static final double LAST_TEMPERATURE = 1e-4;
    private static final double ANNEALED_PART = 0.7;
    private static final int ROUNDS_WITHOUT_NEWS = 60;
    private static final int DRAWS_FOR_NEWS = 20;
    private static final int DRAWS_FOR_A_STEP = 5;
    private static final int ROUNDS_WITHOUT_GAIN = 12;

    /**
     * Searches from the best placement so far.
     *
     * @param starts the starting placements
     * @param budgetUsed used fraction of the budget; when it reaches 1, the search ends after the round
     * @param stopped whether the search is to end at once
     */
    void search(List<Outcome> starts, DoubleSupplier budgetUsed, BooleanSupplier stopped) {
        Outcome present = candidates.best;
        List<Outcome> others = differentFrom(present, starts);
        double bestHere = candidates.least;
        int roundsWithoutGain = 0;
        List<PairResult> pairs = present == null ? List.of() : worstFirst(present.pairs());
        List<int[]> again = List.of();
        int withoutNews = 0;
        boolean descending = false;
        while (present != null && !stopped.getAsBoolean() && withoutNews < ROUNDS_WITHOUT_NEWS) {
            double used = budgetUsed.getAsDouble();
            if (used >= 1) {
                LOG.debug("search ended: the budget is used after {} replays", candidates.replays);
                return;
            }
            Outcome found = candidates.best;
            if (used >= ANNEALED_PART && !descending && found != null) {
                descending = true;
                present = found;
                again = List.of();
            }
            if (!descending && roundsWithoutGain >= ROUNDS_WITHOUT_GAIN && !others.isEmpty()) {
                present = others.remove(0);
                bestHere = present.makespan();
                roundsWithoutGain = 0;
                pairs = worstFirst(present.pairs());
                again = List.of();
            }
            List<int[]> round = new ArrayList<>(again);
            while (round.size() < ROUND) {
                round.add(newNeighbour(present.nodes(), pairs));
            }
            int before = candidates.replays;
            List<Outcome> replayed = candidates.of(round, i -> "search");
            if (stopped.getAsBoolean()) {
                return;
            }
            withoutNews = candidates.replays == before ? withoutNews + 1 : 0;
            Outcome next = replayed.stream()
                    .min(Comparator.comparingDouble(Outcome::makespan))
                    .orElseThrow();
            roundsWithoutGain = next.makespan() < bestHere ? 0 : roundsWithoutGain + 1;
            bestHere = Math.min(bestHere, next.makespan());
            double longer = next.makespan() - present.makespan();
            double temperature = descending ? 0 : temperature(used) * candidates.least;
            double draw = moves.random().nextDouble();
            again = List.of();
            if (longer <= 0 || draw < Math.exp(-longer / temperature)) {
                again = improvedToo(replayed, present, next);
                present = next;
                pairs = next.pairs() == null ? pairs : worstFirst(next.pairs());
            }
        }
        String reason = withoutNews < ROUNDS_WITHOUT_NEWS ? "stopped" : "no new neighbours were drawn";
        LOG.debug("search given up after {} replays: {}", candidates.replays, reason);
    }

    /** Returns the starting placements other than the best, best first, one per distinct makespan. */
    private static List<Outcome> differentFrom(@Nullable Outcome best, List<Outcome> outcomes) {
        List<Outcome> different = new ArrayList<>();
        Set<Double> makespans = new HashSet<>();
        makespans.add(best == null ? Double.POSITIVE_INFINITY : best.makespan());
        outcomes.stream()
                .sorted(Comparator.comparingDouble(Outcome::makespan))
                .filter(outcome -> outcome.makespan() < Double.POSITIVE_INFINITY)
                .filter(outcome -> makespans.add(outcome.makespan()))
                .forEach(different::add);
        return different;
    }

    private static double temperature(double used) {
        double cooled = Math.min(1, used / ANNEALED_PART);
        return FIRST_TEMPERATURE * Math.pow(LAST_TEMPERATURE / FIRST_TEMPERATURE, cooled);
    }

    private int[] newNeighbour(int[] nodes, List<PairResult> pairs) {
        int[] neighbour = nodes;
        for (int i = 0; i < DRAWS_FOR_NEWS; i++) {
            // if all neighbours have been replayed, draw neighbours of neighbours
            neighbour = nodes;
            for (int step = 0; step <= i / DRAWS_FOR_A_STEP; step++) {
                neighbour = moves.neighbour(neighbour, pairs);
            }
            neighbour = named(neighbour);
            if (!candidates.isKnown(neighbour)) {
                break;
            }
        }
        return neighbour;
    }

    /**
     * If nodes are interchangeable, returns the same groups of ranks on the first nodes in the order of their smallest
     * ranks; otherwise returns the placement unchanged.
     */
    private int[] named(int[] nodes) {
        if (!moves.nodesAreAlike()) {
            return nodes;
        }
        int[] names = new int[moves.room().length];
        Arrays.fill(names, -1);
        int[] numbered = new int[nodes.length];
        int count = 0;
        for (int rank = 0; rank < nodes.length; rank++) {
            if (names[nodes[rank]] < 0) {
                names[nodes[rank]] = count++;
            }
            numbered[rank] = names[nodes[rank]];
        }
        return numbered;
    }

    /**
     * Returns the other changes that shortened the makespan, each combined with the best change of the round if
     * possible.
     */
    private List<int[]> improvedToo(List<Outcome> outcomes, Outcome before, Outcome chosen) {
        List<int[]> combined = new ArrayList<>();
        for (Outcome outcome : outcomes) {
            if (outcome == chosen || outcome.makespan() >= before.makespan() || combined.size() >= ROUND / 2) {
                continue;
            }
            int[] nodes = chosen.nodes().clone();
            for (int rank = 0; rank < nodes.length; rank++) {
                if (outcome.nodes()[rank] != before.nodes()[rank]) {
                    nodes[rank] = outcome.nodes()[rank];
                }
            }
            if (fits(nodes)) {
                combined.add(named(nodes));
            }
        }
        return combined;
    }

    private boolean fits(int[] nodes) {
        int[] load = new int[moves.room().length];
        for (int node : nodes) {
            if (++load[node] > moves.room()[node]) {
                return false;
            }
        }
        return true;
    }

    private static List<PairResult> worstFirst(@Nullable List<PairResult> pairs) {
        if (pairs == null) {
            return List.of();
        }
        return pairs.stream()
                .sorted(Comparator.comparingDouble(PairResult::lostToContention)
                        .thenComparingLong(PairResult::bytes)
                        .reversed()
                        .thenComparingInt(PairResult::sender)
                        .thenComparingInt(PairResult::receiver))
                .toList();
    }
}
