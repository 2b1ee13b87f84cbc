package org.tailback.model.sharing.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.tailback.sharing.part.Crossings;
import org.tailback.sharing.part.DenseSet;

class ProgressiveFillingTest {
    private static final double INFINITE = Double.POSITIVE_INFINITY;
    private final Crossings crossings = new Crossings(3, 0, 2);
    private final Map<Integer, Double> told = new TreeMap<>();
    private final FairLevels levels = new FairLevels(crossings, told::put, new boolean[3], new int[0], 0);
    private final ProgressiveFilling filling = new ProgressiveFilling(levels);
    private final DenseSet all = new DenseSet(3);

    ProgressiveFillingTest() {
        open(0, INFINITE, 0, 1);
        open(1, INFINITE, 0, 2);
        open(2, INFINITE, 1);
        open(3, INFINITE, 1);
        levels.resized(3, 2);
    }

    private void fill(double from) {
        all.add(0);
        all.add(1);
        all.add(2);
        fillChanged(from);
    }

    private void fillChanged(double from) {
        filling.fill(all, from, new double[] {6, 10, 10});
    }

    private void open(int batch, double bound, int... links) {
        crossings.add(batch, links, links.length);
        levels.opened(batch, new double[] {1, 1}, bound);
    }

    private double[] levels() {
        return new double[] {levels.stoppedAt[0], levels.stoppedAt[1], levels.stoppedAt[2], levels.stoppedAt[3]};
    }

    @Test
    void fill_workedExample_stopsAtTheLowestLinkFirst() {
        fill(0);
        assertThat(levels()).containsExactly(2.5, 3.5, 2.5, 2.5);
        assertThat(told).isEqualTo(Map.of(0, 2.5, 1, 3.5, 2, 2.5, 3, 2.5));
    }

    @Test
    void fill_bound_stopsItsBatch() {
        crossings.remove(0);
        open(0, 1, 0, 1);
        fill(0);
        assertThat(levels()).containsExactly(1, 5, 3, 3);
    }

    @Test
    void fill_fromALevel_keepsWhatStoppedBelow() {
        fill(0);
        // b, which stopped at 3.5, makes way for two of its kind
        levels.resized(1, 2);
        fill(3);
        assertThat(levels()).containsExactly(2.5, 1.75, 2.5, 2.5);
        fill(0);
        assertThat(levels()).containsExactly(2, 2, 8.0 / 3, 8.0 / 3);
    }

    @Test
    void fill_changedLink_reachesOthersByBatchesThatMayRiseOnly() {
        fill(0);
        // a, c and d stopped at 2.5 and stay: link 1 is not reached from link 0
        levels.resized(1, 2);
        all.add(0);
        all.add(2);
        fillChanged(3);
        assertThat(all.size()).as("changed links left").isZero();
        assertThat(levels()).containsExactly(2.5, 1.75, 2.5, 2.5);
    }
}
