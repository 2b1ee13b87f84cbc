package org.tailback.fit.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class StatisticsTest {
    @Test
    void line_throughFivePoints_hasTextbookErrors() {
        // x 1..5, y 2 4 5 4 5: slope 0.6, intercept 2.2, SSE 2.4, s^2 = 0.8, se(slope)^2 = 0.8/10, t(3, 95 %) =
        // 3.182446
        LineFit line = LineFit.of(new double[] {1, 2, 3, 4, 5}, new double[] {2, 4, 5, 4, 5});
        assertThat(line.slope()).isCloseTo(0.6, within(1e-14));
        assertThat(line.intercept()).isCloseTo(2.2, within(1e-14));
        assertThat(line.residual()).isCloseTo(Math.sqrt(0.8), within(1e-14));
        assertThat(line.slopeError()).isCloseTo(Math.sqrt(0.08), within(1e-14));
        assertThat(line.errorAt(0)).isCloseTo(Math.sqrt(0.8 * (0.2 + 0.9)), within(1e-14));
        assertThat(Estimate.slope(line).high()).isCloseTo(0.6 + 3.182446 * Math.sqrt(0.08), within(1e-6));
    }

    @Test
    void mean_ofFour_hasTextbookInterval() {
        Estimate mean = Estimate.mean(new double[] {1, 2, 3, 4});
        assertThat(mean.value()).isEqualTo(2.5);
        assertThat(mean.standardError()).isCloseTo(Math.sqrt(5.0 / 3 / 4), within(1e-14));
        assertThat(mean.low()).isCloseTo(2.5 - 3.182446 * Math.sqrt(5.0 / 12), within(1e-6));
    }

    @Test
    void medianInterval_ofTen_isTheSecondAndTheNinth() {
        // binomial(10, 1/2): P(X <= 1) = 11/1024 <= 2.5 % < P(X <= 2) = 56/1024
        Estimate median = Estimate.median(10, 9, 8, 7, 6, 5, 4, 3, 2, 1);
        assertThat(median.value()).isEqualTo(5.5);
        assertThat(median.low()).isEqualTo(2);
        assertThat(median.high()).isEqualTo(9);
    }

    @Test
    void medianInterval_ofFive_isUnbounded() {
        assertThat(Estimate.median(1, 2, 3, 4, 5).high()).isInfinite();
        // binomial(6, 1/2): P(X <= 0) = 1/64 <= 2.5 %
        assertThat(Estimate.median(1, 2, 3, 4, 5, 6).high()).isEqualTo(6);
    }

    @Test
    void outliers_aStepIsNone_aSpikeIsOne() {
        double[] x = new double[60];
        double[] y = new double[60];
        for (int i = 0; i < 60; i++) {
            x[i] = i;
            y[i] = i < 40 ? 1 : 5;
        }
        assertThat(IsolatedOutliers.find(x, y, 0.01)).containsOnly(false);
        y[14] = 2;
        boolean[] found = IsolatedOutliers.find(x, y, 0.01);
        for (int i = 0; i < 60; i++) {
            assertThat(found[i]).isEqualTo(i == 14);
        }
    }
}
