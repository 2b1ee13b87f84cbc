package org.tailback.fit.loggp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.tailback.error.InputException;

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
    void of_none_areThoseThatWereFitted_whichNoCostIsMadeOf() {
        assertThat(PositiveGapPerByte.of(new double[] {0, -1})).containsExactly(0, -1);
        assertThatThrownBy(() -> PositiveGapPerByte.require("ng.out", new double[] {0, -1}))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("ng.out: no range of sizes has a positive G");
    }
}
