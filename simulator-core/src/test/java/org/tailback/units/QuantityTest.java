package org.tailback.units;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.error.InputException;
import org.tailback.units.Quantity.Kind;

class QuantityTest {
    @ParameterizedTest
    @CsvSource({
        "20MiB, 20971520",
        "64 kB, 64000",
        "64 KB, 64000",
        "64KiB, 65536",
        "8 b, 1",
        "12 kbit, 1500",
        "1 byte, 1",
        "3 GiB, 3221225472",
        "2 TiB, 2199023255552",
        "1.5 TB, 1500000000000",
        "1 Pbit, 125000000000000",
        "65536, 65536",
        "'  0  ', 0",
        "1e3, 1000",
        ".5 kB, 500",
        "5. kB, 5000",
    })
    void parse_size_isBytes(String text, double bytes) {
        assertThat(Quantity.parse(text, Kind.BYTES)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.5", "0.5 B", "12 bit", "0.0001 kB", "2.25 bytes"})
    void parse_fractionOfAByte_isNoSize(String text) {
        assertThatThrownBy(() -> Quantity.parse(text, Kind.BYTES))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("expected a size")
                .hasMessageContaining("not a whole number of bytes");
    }

    @ParameterizedTest
    @CsvSource({
        "580.2Mbit/s, 72525000",
        "580.2 Mbps, 72525000",
        "940 Mbps, 117500000",
        "940 Mb/s, 117500000",
        "1.25GB/s, 1250000000",
        "1.25 GBps, 1250000000",
        "1 Gbits/s, 125000000",
        "1 MiB/s, 1048576",
        "1 Kibit/s, 128",
        "3, 3",
    })
    void parse_bandwidth_isBytesPerSecond(String text, double bytesPerSecond) {
        assertThat(Quantity.parse(text, Kind.BYTES_PER_SECOND)).isEqualTo(bytesPerSecond);
    }

    @ParameterizedTest
    @CsvSource({
        "50us, 50e-6",
        "50 \u00b5s, 50e-6",
        "50 \u03bcs, 50e-6",
        "0.2 s, 0.2",
        "10.706ms, 0.010706",
        "13.8 ns, 13.8e-9",
        "903.6332299 us, 0.0009036332299",
        "2 min, 120",
        "0.1 h, 360",
        "5e-5, 0.00005",
        "+1 s, 1",
    })
    void parse_time_isSeconds(String text, double seconds) {
        assertThat(Quantity.parse(text, Kind.SECONDS)).isEqualTo(seconds);
    }

    @ParameterizedTest
    @CsvSource({"10Gf, 1e10", "10 Gflop/s, 1e10", "2.5 Tflops, 2.5e12", "1e9, 1e9", "3 flop/s, 3", "1 kf, 1000"})
    void parse_speed_isFlopsPerSecond(String text, double speed) {
        assertThat(Quantity.parse(text, Kind.FLOPS_PER_SECOND)).isEqualTo(speed);
    }

    @ParameterizedTest
    @CsvSource({"0.75, 0.75", "-3, -3", "1e-9, 1e-9", "+2, 2", "-0.5e1, -5"})
    void parse_number_mayBeNegative(String text, double number) {
        assertThat(Quantity.parse(text, Kind.NUMBER)).isEqualTo(number);
    }

    /** Multiplying doubles instead rounds twice: 0.1 * 1e-6 and 1e-7 differ for about a third of such texts. */
    @Test
    void parse_anyDecimal_isTheNearestDoubleOfTheExactProduct() {
        SplittableRandom random = new SplittableRandom(17);
        for (int i = 0; i < 2000; i++) {
            String digits = random.nextInt(1, 10000) + "." + random.nextInt(0, 1000000);
            BigDecimal exact = new BigDecimal(digits);
            assertThat(Quantity.parse(digits + " us", Kind.SECONDS))
                    .as(digits)
                    .isEqualTo(Double.parseDouble(exact.movePointLeft(6).toPlainString()));
            assertThat(Quantity.parse(digits + "Mbit/s", Kind.BYTES_PER_SECOND))
                    .as(digits)
                    .isEqualTo(Double.parseDouble(
                            exact.multiply(new BigDecimal(125000)).toPlainString()));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "5 ms | BYTES | expected a size such as 64KiB, 20 MB or 1500 B, found '5 ms', which is a time",
                "5 MB | SECONDS | expected a time such as 50us, 10.706 ms or 0.2 s, found '5 MB', which is a size",
                "5 MB | BYTES_PER_SECOND | expected a bandwidth such as 940Mbit/s, 940 Mbps or 1.25GB/s, found '5 MB',"
                        + " which is a size",
                "5 MB/s | FLOPS_PER_SECOND | expected a computing speed such as 10Gf or 10 Gflop/s, found '5 MB/s',"
                        + " which is a bandwidth",
                "5 s | NUMBER | expected a plain number such as 0.75, found '5 s', which is a time",
                "-5 s | SECONDS | expected a time such as 50us, 10.706 ms or 0.2 s, found '-5 s', which is negative",
                "x | WHOLE_NUMBER | expected a whole number such as 4, found 'x'",
                "-1.5 | WHOLE_NUMBER | expected a whole number such as 4, found '-1.5'",
                "nan | NUMBER | expected a plain number such as 0.75, found 'nan', which is not finite",
                "-.inf | SECONDS | expected a time such as 50us, 10.706 ms or 0.2 s, found '-.inf', which is not"
                        + " finite",
                "1e999 | SECONDS | expected a time such as 50us, 10.706 ms or 0.2 s, found '1e999', which is too"
                        + " large: above 1e30",
                "1e31 B/s | BYTES_PER_SECOND | expected a bandwidth such as 940Mbit/s, 940 Mbps or 1.25GB/s, found"
                        + " '1e31 B/s', which is too large: above 1e30",
                "1e-320 | NUMBER | expected a plain number such as 0.75, found '1e-320', which is too small: below"
                        + " 1e-30, and not 0",
                "64K | BYTES | expected a size such as 64KiB, 20 MB or 1500 B, found '64K', whose unit 'K' is unknown:"
                        + " add b for bits or B for bytes, as in KB",
                "64 mB | BYTES | expected a size such as 64KiB, 20 MB or 1500 B, found '64 mB', whose unit 'mB' is"
                        + " unknown: units are case-sensitive, as in Mb",
                "1,5 s | SECONDS | expected a time such as 50us, 10.706 ms or 0.2 s, found '1,5 s'",
                "1,5s | SECONDS | expected a time such as 50us, 10.706 ms or 0.2 s, found '1,5s', whose unit ',5s' is"
                        + " unknown: the decimal separator is a point",
                "7 furlongs | SECONDS | expected a time such as 50us, 10.706 ms or 0.2 s, found '7 furlongs', whose"
                        + " unit 'furlongs' is unknown",
                "ms | SECONDS | expected a time such as 50us, 10.706 ms or 0.2 s, found 'ms'",
                "1.5.2 | NUMBER | expected a plain number such as 0.75, found '1.5.2', whose unit '.2' is unknown",
                "1e99999 | NUMBER | expected a plain number such as 0.75, found '1e99999', whose unit 'e99999' is"
                        + " unknown",
                "'' | NUMBER | expected a plain number such as 0.75, found '', which is empty",
            })
    void parse_wrongText_saysWhatWasFoundAndExpected(String text, Kind kind, String message) {
        assertThatThrownBy(() -> Quantity.parse(text, kind))
                .isInstanceOf(InputException.class)
                .hasMessage(message);
    }

    @Test
    void parse_longText_isRefusedAndShortened() {
        assertThatThrownBy(() -> Quantity.parse("9".repeat(1_000_000), Kind.NUMBER))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("which is too long")
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(200));
    }

    @Test
    void parseAt_wrongText_saysWhereToo() {
        assertThat(Quantity.parseAt("--time", "5 ms", Kind.SECONDS)).isEqualTo(0.005);
        assertThatThrownBy(() -> Quantity.parseAt("--time", "1,5 s", Kind.SECONDS))
                .isInstanceOf(InputException.class)
                .hasMessage("--time: expected a time such as 50us, 10.706 ms or 0.2 s, found '1,5 s'");
    }
}
