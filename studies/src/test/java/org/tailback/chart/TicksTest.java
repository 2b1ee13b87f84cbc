package org.tailback.chart;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TicksTest {
    @Test
    void linear_zeroToHundred_areRound() {
        assertThat(Ticks.linear(0, 100, 5, Axis.Quantity.NUMBER)).containsExactly(0.0, 20.0, 40.0, 60.0, 80.0, 100.0);
    }

    @Test
    void logarithmic_bytes_arePowersOfTwo() {
        assertThat(Ticks.logarithmic(1000, 20000, 10, Axis.Quantity.BYTES))
                .containsExactly(1024.0, 2048.0, 4096.0, 8192.0, 16384.0);
    }

    @Test
    void logarithmic_withinOneDecade_hasTwoAndFive() {
        assertThat(Ticks.logarithmic(1, 12, 5, Axis.Quantity.NUMBER)).containsExactly(1.0, 2.0, 5.0, 10.0);
    }

    @Test
    void text_usesTheUnitsOfPeople() {
        assertThat(Ticks.text(0.2, Axis.Quantity.SECONDS)).isEqualTo("200 ms");
        assertThat(Ticks.text(36e-6, Axis.Quantity.SECONDS)).isEqualTo("36 µs");
        assertThat(Ticks.text(90, Axis.Quantity.SECONDS)).isEqualTo("90 s");
        assertThat(Ticks.text(65536, Axis.Quantity.BYTES)).isEqualTo("64 KiB");
        assertThat(Ticks.text(0.125, Axis.Quantity.SHARE)).isEqualTo("12.5 %");
        assertThat(Ticks.text(1_500_000, Axis.Quantity.NUMBER)).isEqualTo("1.5 M");
        assertThat(Ticks.text(0, Axis.Quantity.BYTES)).isEqualTo("0");
    }
}
