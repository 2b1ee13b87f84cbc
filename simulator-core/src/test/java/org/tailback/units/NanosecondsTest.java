package org.tailback.units;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class NanosecondsTest {
    @Test
    void toSeconds_shortNumbers_printAsTheyAre() {
        assertThat(Nanoseconds.toSeconds(0)).isZero();
        assertThat(Nanoseconds.toSeconds(69828)).isEqualTo(0.000069828);
        assertThat(Nanoseconds.toSeconds(42441527748L)).isEqualTo(42.441527748);
    }

    /** Against the decimal text, which Java reads with one rounding. */
    @Test
    void toSeconds_anyNumber_isTheNearestDouble() {
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < 200_000; i++) {
            long nanoseconds = random.nextLong() >>> random.nextInt(64);
            BigDecimal exact = new BigDecimal(new BigInteger(Long.toUnsignedString(nanoseconds)), 9);
            assertThat(Nanoseconds.toSeconds(nanoseconds))
                    .as("%s ns", nanoseconds)
                    .isEqualTo(Double.parseDouble(exact.toString()));
        }
    }

    @Test
    void toSeconds_unsigned() {
        assertThat(Nanoseconds.toSeconds(-1)).isEqualTo(18446744073.709551615);
    }
}
