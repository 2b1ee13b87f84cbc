package org.tailback.units;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class SizeUnitsTest {
    private static String[] column(double... sizes) {
        SizeUnits units = SizeUnits.of(DoubleStream.of(sizes));
        return Arrays.stream(sizes).mapToObj(units::text).toArray(String[]::new);
    }

    @Test
    void text_multiplesOf1024_areBinary() {
        assertThat(column(1, 512, 1024, 65536, 20971520)).containsExactly("1 B", "512 B", "1 KiB", "64 KiB", "20 MiB");
    }

    @Test
    void text_oneSizeIsNoMultiple_allAreDecimal() {
        assertThat(column(2_621_440, 2_622_000)).containsExactly("2.621 MB", "2.622 MB");
    }

    @Test
    void text_smallSizes_areDecimal() {
        assertThat(column(8, 1000)).containsExactly("8 B", "1 kB");
    }

    @Test
    void of_notFinite_isIgnored() {
        assertThat(SizeUnits.of(DoubleStream.of(Double.NaN, Double.POSITIVE_INFINITY, 2048)))
                .isEqualTo(SizeUnits.BINARY);
        assertThat(SizeUnits.of(DoubleStream.empty())).isEqualTo(SizeUnits.DECIMAL);
    }
}
