package org.tailback.trace.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DecimalsTest {
    @Test
    void shortest_knownNumbers() {
        assertThat(Decimals.shortest(0)).isEqualTo("0");
        assertThat(Decimals.shortest(-0.0)).isEqualTo("-0");
        assertThat(Decimals.shortest(0.1)).isEqualTo("0.1");
        assertThat(Decimals.shortest(-0.002)).isEqualTo("-0.002");
        assertThat(Decimals.shortest(1.0 / 3)).isEqualTo("0.3333333333333333");
        assertThat(Decimals.shortest(1e-7)).isEqualTo("0.0000001");
        assertThat(Decimals.shortest(1.5e-8)).isEqualTo("1.5e-8");
        assertThat(Decimals.shortest(2e23)).isEqualTo("2e23");
        assertThat(Decimals.shortest(Double.MIN_VALUE)).isEqualTo("4.9e-324");
        assertThat(Decimals.shortest(Double.MAX_VALUE)).isEqualTo("1.7976931348623157e308");
        assertThat(Decimals.shortest(1234567.5)).isEqualTo("1234567.5");
        assertThat(Decimals.shortest(1e15 + 0.125)).isEqualTo("1000000000000000.1");
        assertThatThrownBy(() -> Decimals.shortest(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shortest_anyBits_readBack() {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 40_000; i++) {
            double value = i % 3 == 0
                    ? Double.longBitsToDouble(random.nextLong())
                    : i % 3 == 1 ? random.nextLong(1_000_000_000_000L) / 1e9 : random.nextDouble();
            if (Double.isFinite(value)) {
                String text = Decimals.shortest(value);
                byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
                long bits = Double.doubleToRawLongBits(value);
                assertThat(Double.doubleToRawLongBits(Numbers.decimal(bytes, 0, bytes.length)))
                        .as(text)
                        .isEqualTo(bits);
                assertThat(Double.doubleToRawLongBits(Double.parseDouble(text)))
                        .as(text)
                        .isEqualTo(bits);
                assertThat(text.length())
                        .as(text)
                        .isLessThanOrEqualTo(Math.max(25, Double.toString(value).length() + 6));
            }
        }
    }
}
