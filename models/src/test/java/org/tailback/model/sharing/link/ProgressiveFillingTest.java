package org.tailback.model.sharing.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tailback.model.sharing.reach.Batches;
import org.tailback.model.sharing.reach.Crossings;
import org.tailback.model.sharing.reach.DenseSet;

class ProgressiveFillingTest {
    private final Batches batches = new Batches();
    private final Crossings crossings = new Crossings(3, 2);
    private final ProgressiveFilling filling = new ProgressiveFilling(crossings, batches, new double[] {6, 10, 10});
    private final DenseSet all = new DenseSet(3);

    ProgressiveFillingTest() {
        open(0, 0, 1);
        open(1, 0, 2);
        open(2, 1);
        open(3, 1);
        batches.join(4, 3);
        all.add(0);
        all.add(1);
        all.add(2);
    }

    private void open(int batch, int... links) {
        batches.open(batch, batch, 9);
        crossings.add(batch, links, links.length);
        filling.opened(batch);
        for (int i = 0; i < links.length; i++) {
            filling.setPart(crossings.first(batch) + i, 1);
        }
        filling.setBound(batch, Double.POSITIVE_INFINITY);
    }

    private double[] levels() {
        return new double[] {filling.levelOf(0), filling.levelOf(1), filling.levelOf(2), filling.levelOf(3)};
    }

    @Test
    void fill_workedExample_stopsAtTheLowestLinkFirst() {
        filling.fill(all, 0);
        assertThat(levels()).containsExactly(2.5, 3.5, 2.5, 2.5);
        assertThat(filling.bottleneck).startsWith(1, 0, 1, 1);
    }

    @Test
    void fill_bound_isABottleneckOfItsOwn() {
        filling.setBound(0, 1);
        filling.fill(all, 0);
        assertThat(levels()).containsExactly(1, 5, 3, 3);
        assertThat(filling.bottleneck).startsWith(3, 0, 1, 1);
    }

    @Test
    void fill_fromALevel_keepsWhatStoppedBelow() {
        filling.fill(all, 0);
        // b, which stopped at 3.5, makes way for two of its kind
        batches.join(5, 1);
        filling.fill(all, 3);
        assertThat(levels()).containsExactly(2.5, 1.75, 2.5, 2.5);
        filling.fill(all, 0);
        assertThat(levels()).containsExactly(2, 2, 8.0 / 3, 8.0 / 3);
    }
}
