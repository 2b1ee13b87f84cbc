package org.tailback.model.sharing.myrinet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudentQuantileTest {
    @ParameterizedTest
    @CsvSource({"1, 12.7062047362", "2, 4.3026527297", "3, 3.1824463053", "10, 2.2281388520", "99, 1.9842169515"})
    void of_degreesOfFreedom_isTheTabulatedValue(int degrees, double expected) {
        assertThat(StudentQuantile.of(degrees)).isCloseTo(expected, within(1e-9));
    }
}
