package org.tailback.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShortestNumbersTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "65536, 65536",
        "-3, -3",
        "0.1, 0.1",
        "0.00005, 0.00005",
        "1e-12, 0.000000000001",
        "1.5e-13, 1.5E-13",
        "12345678.9, 12345678.9",
        "1e21, 1.0E21",
        "2e-3, 0.002",
        "2.2250738585072014E-308, 2.2250738585072014E-308",
    })
    void shortest_knownValues(double value, String text) {
        assertThat(ShortestNumbers.shortest(value)).isEqualTo(text);
    }

    /**
     * JDK-4511638: before Java 19 Double.toString gives 2.0E-3 a surplus digit in some cases, such as 2.2E-322 or 2E23.
     */
    @Test
    void shortest_whereOldJavaIsLonger() {
        assertThat(ShortestNumbers.shortest(2e23)).isEqualTo("2.0E23");
    }

    @Test
    void shortest_anyBits_readBack() {
        SplittableRandom random = new SplittableRandom(42);
        for (int i = 0; i < 20_000; i++) {
            double value = i % 2 == 0 ? Double.longBitsToDouble(random.nextLong()) : random.nextDouble() * 1e-3;
            if (Double.isFinite(value)) {
                assertThat(Double.parseDouble(ShortestNumbers.shortest(value))).isEqualTo(value);
            }
        }
    }

    @Test
    void plain_isTheDecimalWithoutExponent() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 20_000; i++) {
            double value =
                    random.nextLong(-1000, 1000) * Math.pow(10, random.nextInt(-9, 12)) / (1 + random.nextInt(3));
            assertThat(ShortestNumbers.plain(value))
                    .isEqualTo(new BigDecimal(ShortestNumbers.shortest(value))
                            .stripTrailingZeros()
                            .toPlainString());
        }
        assertThat(ShortestNumbers.plain(-0.0)).isEqualTo("0");
    }

    @ParameterizedTest
    @CsvSource({"NaN", "Infinity", "-Infinity"})
    void shortest_notFinite_refused(double value) {
        assertThatThrownBy(() -> ShortestNumbers.shortest(value)).isInstanceOf(IllegalArgumentException.class);
    }
}
