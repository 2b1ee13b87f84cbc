package org.tailback.fit.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.tailback.fit.statistics.Estimate;
import org.tailback.model.loss.TailDrop;
import org.tailback.model.plogpt.TableTwo;

class SwitchToleranceTest {
    private static TreeParameters.Height height(double bandwidth, double delay) {
        return new TreeParameters.Height(Estimate.withoutError(bandwidth), Estimate.withoutError(delay));
    }

    @Test
    void tableTwo_bidirectional_hasTheGapOfTheModelsPage() {
        SwitchTolerance tolerance = SwitchTolerance.of(
                IntStream.rangeClosed(1, 5)
                        .mapToObj(h -> height(TableTwo.TREE.bandwidth(h), TableTwo.TREE.bufferDelay(h)))
                        .toList(),
                0);
        assertThat(tolerance.low()).isCloseTo(1.97236e-4, within(1e-9));
        assertThat(tolerance.high()).isCloseTo(2.95710e-2, within(1e-7));
        assertThat(tolerance.suggestion()).isBetween(tolerance.low(), tolerance.high());
        TailDrop suggested =
                new TailDrop(0.2, TailDrop.Policy.SAME_DESTINATION, TailDrop.Order.RANK, tolerance.suggestion(), 36e-6);
        TailDrop paper = TableTwo.loss(TailDrop.Policy.SAME_DESTINATION);
        for (int h = 1; h <= 5; h++) {
            for (int other = 1; other <= 5; other++) {
                assertThat(suggested.hasSwitchBetween(TableTwo.TREE, h, other))
                        .isEqualTo(paper.hasSwitchBetween(TableTwo.TREE, h, other));
            }
        }
    }

    @Test
    void equalHeights_differByNothing() {
        SwitchTolerance tolerance = SwitchTolerance.of(
                DoubleStream.of(1, 2, 4, 8).mapToObj(b -> height(b, Double.NaN)).toList(), 0);
        assertThat(tolerance.high()).isInfinite();
        assertThat(tolerance.suggestion()).isPositive();
    }

    @Test
    void noise_ofTheMeasurement_boundsTheThresholdFromBelow() {
        SwitchTolerance tolerance = SwitchTolerance.of(
                DoubleStream.of(1, 2.02, 3.2)
                        .mapToObj(b -> height(b, Double.NaN))
                        .toList(),
                1e-3);
        assertThat(tolerance.low()).isGreaterThanOrEqualTo(2 * 5.991e-3);
        assertThat(tolerance.suggestion()).isBetween(tolerance.low(), tolerance.high());
    }
}
