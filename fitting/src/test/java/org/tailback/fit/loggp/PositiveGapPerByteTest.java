package org.tailback.fit.loggp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PositiveGapPerByteTest {
    @Test
    void of_positiveOnes_stay() {
        assertThat(PositiveGapPerByte.of(new double[] {3, 2})).containsExactly(3, 2);
    }

    @Test
    void of_thoseThatAreNotPositive_takeTheLastPositiveOne() {
        assertThat(PositiveGapPerByte.of(new double[] {3, -1, 2, 0, Double.NaN, Double.POSITIVE_INFINITY}))
                .containsExactly(3, 3, 2, 2, 2, 2);
    }

    @Test
    void of_thoseBeforeTheFirstPositiveOne_takeThat() {
        assertThat(PositiveGapPerByte.of(new double[] {Double.NaN, -1, 2})).containsExactly(2, 2, 2);
    }

    @Test
    void of_none_areThoseThatWereFitted() {
        assertThat(PositiveGapPerByte.of(new double[] {0, -1})).containsExactly(0, -1);
    }
}
