package org.tailback.study.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SampleTest {
    /** Mean 2, s = 1, n = 3; t(2, 0.975) = 4.302652729911275 (printed tables: 4.303). */
    @Test
    void of_threeValues_studentInterval() {
        Sample sample = Sample.of(3, 1, 2);

        double radius = 4.302652729911275 / Math.sqrt(3);
        assertThat(sample.mean()).isEqualTo(2);
        assertThat(sample.low()).isCloseTo(2 - radius, within(1e-7));
        assertThat(sample.high()).isCloseTo(2 + radius, within(1e-7));
        assertThat(sample.relativeRadius()).isCloseTo(radius / 2, within(1e-7));
        assertThat(sample.minimum()).isEqualTo(1);
        assertThat(sample.maximum()).isEqualTo(3);
        assertThat(sample.count()).isEqualTo(3);
    }

    @Test
    void of_equalValues_noWidthAndExactMean() {
        for (Sample sample : new Sample[] {Sample.of(0.1), Sample.of(0.1, 0.1, 0.1)}) {
            assertThat(new double[] {sample.mean(), sample.low(), sample.high(), sample.minimum(), sample.maximum()})
                    .containsOnly(0.1);
            assertThat(sample.relativeRadius()).isZero();
        }
    }

    @Test
    void quantile_betweenNeighbours_inProportion() {
        Sample sample = Sample.of(40, 10, 20, 30);

        assertThat(sample.quantile(0)).isEqualTo(10);
        assertThat(sample.quantile(0.5)).isEqualTo(25);
        assertThat(sample.quantile(0.75)).isEqualTo(32.5);
        assertThat(sample.quantile(1)).isEqualTo(40);
    }

    /** Newcombe 1998, table I: 15 of 148, Wilson: 0.0624 to 0.1605; 0 of 20: 0 to 0.1611. */
    @Test
    void share_newcombe1998Table1_wilsonIntervals() {
        assertThat(new Share(15, 148, false).low()).isCloseTo(0.0624, within(5e-5));
        assertThat(new Share(15, 148, false).high()).isCloseTo(0.1605, within(5e-5));
        assertThat(new Share(0, 20, false).low()).isZero();
        assertThat(new Share(0, 20, false).high()).isCloseTo(0.1611, within(5e-5));
        assertThat(new Share(20, 20, false).high()).isEqualTo(1);
    }

    @Test
    void plan_narrowEnough_stopsAfterABatch() {
        ReplicationPlan plan = new ReplicationPlan(1000, 0.5);

        assertThat(plan.run(1, 1, seed -> (double) (seed % 2 + 10), value -> value))
                .hasSize(10);
        assertThat(new ReplicationPlan(25, 1e-9).run(1, 2, seed -> (double) seed, value -> value))
                .hasSize(25)
                .startsWith(1.0, 2.0, 3.0)
                .isSorted();
    }
}
