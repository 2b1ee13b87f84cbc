package org.tailback.extrapolation;

import com.google.common.collect.ContiguousSet;
import com.google.common.collect.Lists;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.tailback.extrapolation.Diagonal.Length;
import org.tailback.extrapolation.Diagonal.Stage;

/**
 * Search for laws that refer to the cells of a multipartition. Sizes are multiples of the surface of a cell, or of the
 * sum of the surfaces of a rank's cells. Tags are a constant plus the number of a cell. Candidates for the number of
 * points in each direction are found in the recordings. Takes time O(stages x points x observations) in the worst case.
 *
 * @param laws laws that explain all samples
 * @param found numbers of points in these laws
 * @param diagonals diagonals in these laws
 */
record CellLaws(
        List<Sample> samples, Evidence evidence, List<NumberLaw> laws, Set<Integer> found, Set<Diagonal> diagonals) {
    private static final int MOST_POINTS = 2048;

    private interface Size {
        long of(Context context, int points);
    }

    /**
     * Returns the laws that explain all samples; empty if no law does.
     *
     * @param samples samples of the number, at least one
     * @param loops loops whose iteration affects the samples
     * @param byRank whether the samples differ between ranks
     * @param isOther whether another law explains the samples; if so, only the numbers of points that other operations
     *     have shown are tried
     */
    static List<NumberLaw> of(
            List<Sample> samples, List<Integer> loops, boolean byRank, boolean isOther, Evidence evidence) {
        if (loops.size() > (byRank ? 1 : 0)
                || samples.stream()
                        .anyMatch(sample -> sample.context().grid().sides()[0]
                                != sample.context().grid().sides()[1])) {
            return List.of();
        }
        CellLaws search = new CellLaws(samples, evidence, new ArrayList<>(), new HashSet<>(), new HashSet<>());
        if (!evidence.points().isEmpty()) {
            search.search(loops, byRank, evidence.points());
        }
        if (search.laws.isEmpty() && !isOther) {
            int side = Collections.max(
                    Lists.transform(samples, sample -> sample.context().grid().sides()[0]));
            search.search(loops, byRank, ContiguousSet.closed(side, MOST_POINTS));
        }
        evidence.addPoints(search.found);
        evidence.keepDiagonals(search.diagonals);
        return search.laws;
    }

    private void search(List<Integer> loops, boolean byRank, Collection<Integer> points) {
        if (!byRank) {
            Stage any = new Stage(Diagonal.ALL.get(0), 2, 0, 0, 0);
            size("the largest surface of a cell", points, (c, n) -> any.surface(c, Length.LONGEST, n));
            size("room for the surface of any cell", points, (c, n) -> any.surface(c, Length.LONGER, n));
            return;
        }
        for (Diagonal diagonal : evidence.diagonals()) {
            int before = laws.size();
            for (int direction = 0; direction < 3; direction++) {
                int across = direction;
                if (loops.isEmpty()) {
                    size("surfaces across x" + (across + 1), points, (c, n) -> diagonal.surfaces(c, across, true, n));
                    size("surfaces across x" + (across + 1), points, (c, n) -> diagonal.surfaces(c, across, false, n));
                }
                for (int constant = loops.isEmpty() ? -1 : 0; constant <= 1; constant++) {
                    if (loops.isEmpty()) {
                        stage(new Stage(diagonal, direction, 0, constant, 0), points);
                    } else {
                        stage(new Stage(diagonal, direction, 1, constant, loops.get(0)), points);
                        stage(new Stage(diagonal, direction, -1, constant, loops.get(0)), points);
                    }
                }
            }
            if (laws.size() > before) {
                diagonals.add(diagonal);
            }
        }
    }

    private void stage(Stage stage, Collection<Integer> points) {
        number(stage, false);
        number(stage, true);
        size("surface of " + stage, points, (context, n) -> stage.surface(context, Length.BLOCK, n));
        size("inner surface of " + stage, points, (context, n) -> stage.surface(context, Length.INNER, n));
    }

    private void number(Stage stage, boolean other) {
        Term number = new Term("number of " + stage, false, context -> stage.number(context, other));
        double base = samples.get(0).value() - number.at(samples.get(0).context());
        NumberLaw law = new NumberLaw(1, number, base, Term.ONE);
        if (base >= 0 && law.explains(samples)) {
            laws.add(law);
        }
    }

    private void size(String name, Collection<Integer> points, Size size) {
        for (int n : points) {
            long first = size.of(samples.get(0).context(), n);
            if (samples.get(0).value() > 0 && first > 0 && samples.get(0).value() % first == 0) {
                Term surface = new Term(name + " of " + n + " points", false, context -> size.of(context, n));
                NumberLaws.multiple(surface, samples).ifPresent(law -> {
                    laws.add(law);
                    found.add(n);
                });
            }
        }
    }
}
