package org.tailback.trace.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NumbersTest {
    private static double decimal(String text) {
        byte[] bytes = ("x" + text + "9").getBytes(StandardCharsets.US_ASCII);
        return Numbers.decimal(bytes, 1, bytes.length - 1);
    }

    private static long integer(String text) {
        byte[] bytes = ("x" + text + "9").getBytes(StandardCharsets.US_ASCII);
        return Numbers.integer(bytes, 1, bytes.length - 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-0",
                "1",
                "+7",
                "1e6",
                "1E6",
                "8.20182e+06",
                "5.",
                ".5",
                "0.1",
                "123456789012345678",
                "1e-7",
                "9007199254740993",
                "1234567890123456789012",
                "1e308",
                "4.9e-324",
                "1e400",
                "0.000000000000000000000001",
                "00012",
                "1.7976931348623157e308",
                "2.2250738585072014e-308",
                "0e99999999",
                "1e-99999999"
            })
    void decimal_wellFormed_isWhatJavaParses(String text) {
        assertThat(decimal(text)).isEqualTo(Double.parseDouble(text));
    }

    /** The oracle is the JDK's correctly rounded parser. */
    @Test
    void decimal_randomDoubles_areParsedExactly() {
        Random random = new Random(5);
        for (int i = 0; i < 200_000; i++) {
            double number = i % 2 == 0
                    ? Double.longBitsToDouble(random.nextLong())
                    : random.nextInt(1_000_000_000) / Math.pow(10, random.nextInt(10));
            if (Double.isFinite(number)) {
                String text = Double.toString(number);
                assertThat(decimal(text)).as(text).isEqualTo(number);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "-", "+", ".", "e5", "1e", "1e+", "1.2.3", "nan", "inf", "1f", "1d", "0x10", "1,5", "1 2", "--1",
                "1e5.5"
            })
    void decimal_malformed_isNaN(String text) {
        assertThat(decimal(text)).isNaN();
    }

    @Test
    void integer_wellFormed_isItsValue() {
        assertThat(integer("0")).isZero();
        assertThat(integer("-444")).isEqualTo(-444);
        assertThat(integer("+12")).isEqualTo(12);
        assertThat(integer("999999999999999999")).isEqualTo(999_999_999_999_999_999L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "1e6", "1.0", "1000000000000000000", "a", "1a"})
    void integer_malformed_isSaid(String text) {
        assertThat(integer(text)).isEqualTo(Numbers.MALFORMED);
    }

    @Test
    void printable_binary_isEscapedAndCut() {
        byte[] bytes = {'a', 0, (byte) 0xff, ' '};
        assertThat(Numbers.printable(bytes, 0, 4)).isEqualTo("a\\x00\\xff ");
        assertThat(Numbers.printable(new byte[1000], 0, 1000)).hasSize(161).endsWith("\\x00…");
    }
}
