package org.tailback.chart;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tailback.chart.Axis.Quantity;
import org.tailback.units.SizeUnits;

class TicksTest {
    private static Ticks of(Quantity quantity) {
        return new Ticks(quantity, SizeUnits.BINARY);
    }

    @Test
    void linear_zeroToHundred_areRound() {
        assertThat(of(Quantity.NUMBER).linear(0, 100, 5)).containsExactly(0.0, 20.0, 40.0, 60.0, 80.0, 100.0);
    }

    @Test
    void logarithmic_bytes_arePowersOfTwo() {
        assertThat(of(Quantity.BYTES).logarithmic(1000, 20000, 10))
                .containsExactly(1024.0, 2048.0, 4096.0, 8192.0, 16384.0);
    }

    @Test
    void logarithmic_decimalBytes_arePowersOfTen() {
        Ticks decimal = new Ticks(Quantity.BYTES, SizeUnits.DECIMAL);

        assertThat(decimal.logarithmic(500, 2e6, 10)).containsExactly(1e3, 1e4, 1e5, 1e6);
        assertThat(decimal.text(1e5)).isEqualTo("100 kB");
    }

    @Test
    void logarithmic_withinOneDecade_hasTwoAndFive() {
        assertThat(of(Quantity.NUMBER).logarithmic(1, 12, 5)).containsExactly(1.0, 2.0, 5.0, 10.0);
    }

    @Test
    void text_usesTheUnitsOfPeople() {
        assertThat(of(Quantity.SECONDS).text(0.2)).isEqualTo("200 ms");
        assertThat(of(Quantity.SECONDS).text(36e-6)).isEqualTo("36 us");
        assertThat(of(Quantity.SECONDS).text(90)).isEqualTo("90 s");
        assertThat(of(Quantity.BYTES).text(65536)).isEqualTo("64 KiB");
        assertThat(of(Quantity.SHARE).text(0.125)).isEqualTo("12.5 %");
        assertThat(of(Quantity.NUMBER).text(1_500_000)).isEqualTo("1.5 M");
        assertThat(of(Quantity.BYTES).text(0)).isEqualTo("0");
    }
}
