package org.tailback.units;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadableTest {
    @ParameterizedTest
    @CsvSource({
        "1.234e-5, 12.34 us",
        "0, 0 s",
        "0.2, 200 ms",
        "1.5, 1.5 s",
        "123456.7, 123457 s",
        "0.0009999996, 1 ms",
        "0.00036374902, 363.7 us",
        "4e-10, 0.4 ns",
        "-1.5e-3, -1.5 ms",
        "1e-30, 1E-21 ns",
        "NaN, unknown",
        "Infinity, Infinity s",
    })
    void seconds_fourDigits(double seconds, String text) {
        assertThat(Readable.seconds(seconds)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0.3848, 1e-12, 384.8 ms",
        "0.3848, 4e-5, 384.8 ms",
        "0.3848, 0.016, 380 ms ± 1.6 %",
        "0.3848, 0.0023, 385 ms ± 0.23 %",
        "12.3456, 0.2, 10 s ± 20 %",
        "12.3456, 3, 10 s ± 300 %",
    })
    void seconds_uncertain_onlyDigitsThatHold(double seconds, double relativeSpread, String text) {
        assertThat(Readable.seconds(seconds, relativeSpread)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "65536, 65.54 kB",
        "24556256, 24.56 MB",
        "20000000, 20 MB",
        "0, 0 B",
        "1, 1 B",
        "1000, 1 kB",
        "1024, 1.024 kB",
        "18203.8, 18.2 kB",
        "999999, 1 MB",
        "Infinity, Infinity B",
    })
    void bytes_areDecimal(double bytes, String text) {
        assertThat(Readable.bytes(bytes)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"72525000, 72.53 MB/s", "72500000, 72.5 MB/s", "1.25e9, 1.25 GB/s", "3, 3 B/s"})
    void rate_decimal(double rate, String text) {
        assertThat(Readable.rate(rate)).isEqualTo(text);
    }

    @Test
    void speed_decimal() {
        assertThat(Readable.speed(1e10)).isEqualTo("10 Gflop/s");
    }

    @Test
    void seconds_read_returnsTheValue() {
        assertThat(Quantity.parse(Readable.seconds(0.2), Quantity.Kind.SECONDS)).isEqualTo(0.2);
        assertThat(Quantity.parse(Readable.bytes(64000), Quantity.Kind.BYTES)).isEqualTo(64000);
        assertThat(Quantity.parse(Readable.rate(1.25e9), Quantity.Kind.BYTES_PER_SECOND))
                .isEqualTo(1.25e9);
        assertThat(Quantity.parse(Readable.speed(1e10), Quantity.Kind.FLOPS_PER_SECOND))
                .isEqualTo(1e10);
    }
}
