package org.tailback.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SampleTest {
    /** Mean 2, s = 1, n = 3; t(2, p) = (2 p - 1) / sqrt(2 p (1 - p)). */
    @Test
    void of_threeValues_studentInterval() {
        Sample sample = Sample.of(3, 1, 2);

        double radius = 0.95 / Math.sqrt(2 * 0.975 * 0.025) / Math.sqrt(3);
        assertThat(sample.mean()).isEqualTo(2);
        assertThat(sample.low()).isCloseTo(2 - radius, within(1e-12));
        assertThat(sample.high()).isCloseTo(2 + radius, within(1e-12));
        assertThat(sample.relativeRadius()).isCloseTo(radius / 2, within(1e-12));
        assertThat(sample.minimum()).isEqualTo(1);
        assertThat(sample.maximum()).isEqualTo(3);
        assertThat(sample.count()).isEqualTo(3);
    }

    /**
     * The probability within the interval by Abramowitz and Stegun's finite series 26.7.4 for an even number of degrees
     * of freedom.
     */
    @ParameterizedTest
    @ValueSource(ints = {2, 4, 30, 200, 1000})
    void of_manyValues_abramowitzStegun26_7_4_coverIs95Percent(int degreesOfFreedom) {
        double[] values = new double[degreesOfFreedom + 1];
        for (int i = 0; i < values.length; i++) {
            values[i] = i * i % 17;
        }
        Sample sample = Sample.of(values);
        double squares = 0;
        for (double value : values) {
            squares += (value - sample.mean()) * (value - sample.mean());
        }
        double t = (sample.high() - sample.mean()) / Math.sqrt(squares / degreesOfFreedom / values.length);

        double term = 1;
        double sum = 1;
        for (int k = 1; k < degreesOfFreedom / 2; k++) {
            term *= degreesOfFreedom / (degreesOfFreedom + t * t) * (2 * k - 1) / (2 * k);
            sum += term;
        }
        assertThat(t / Math.sqrt(degreesOfFreedom + t * t) * sum).isCloseTo(0.95, within(1e-12));
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
}
