package org.tailback.study.derivative;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class ToleranceTest {
    private static final PlatformNumber NUMBER = new PlatformNumber("p", 2, "", value -> {
        throw new AssertionError("no platform is needed");
    });

    private static Tolerance of(DoubleUnaryOperator makespan, double slope, Double... values) {
        Derivative derivative = new Derivative("p", 2, "", slope, 0, 1e-3, Derivative.Side.BOTH);
        return Tolerance.of(NUMBER, derivative, List.of(values), makespan);
    }

    @Test
    void limits_ofAStraightLine_areExact() {
        Tolerance line = of(value -> 8 + value, 1, 2.0, 3.0);

        assertThat(line.limits()).hasSize(3);
        for (Tolerance.Limit limit : line.limits()) {
            assertThat(limit.value()).isCloseTo(2 + 10 * limit.longer(), within(1e-12));
        }
    }

    @Test
    void limits_ofAHyperbola_areBelowTheValueOnly() {
        Tolerance bandwidth = of(value -> 2 / value, -0.5, 1.0, 1.9, 4.0);

        assertThat(bandwidth.limits()).hasSize(3);
        for (Tolerance.Limit limit : bandwidth.limits()) {
            assertThat(limit.value()).isCloseTo(2 / (1 + limit.longer()), within(1e-4));
        }
    }

    @Test
    void limits_behindAThreshold_areFoundOnBothSides() {
        Tolerance valley = of(value -> 1 + Math.max(0, Math.abs(value - 2) - 0.5), 0, 1.0, 2.2, 3.0);

        assertThat(valley.limits()).hasSize(6);
        for (Tolerance.Limit limit : valley.limits()) {
            assertThat(Math.abs(limit.value() - 2)).isCloseTo(0.5 + limit.longer(), within(1e-4));
        }
    }

    @Test
    void points_includeThePresentValue_andWhatTheDerivativePromises() {
        Tolerance line = of(value -> 8 + value * value, 4, 1.0, 3.0);

        assertThat(line.makespan()).isEqualTo(12);
        assertThat(line.points())
                .containsExactly(
                        new Tolerance.Point(1, 9, 8), new Tolerance.Point(2, 12, 12), new Tolerance.Point(3, 17, 16));
    }
}
