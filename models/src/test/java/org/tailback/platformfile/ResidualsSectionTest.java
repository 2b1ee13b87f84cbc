package org.tailback.platformfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.error.InputException;
import org.tailback.platform.Interval;
import org.tailback.platform.KeyedResiduals;
import org.tailback.platform.Residuals;
import org.tailback.platform.Use;
import org.tailback.program.CollectiveCall.Kind;

class ResidualsSectionTest {
    private static final String SECTION = "residuals: {coverage: 90 %, per-doubling: 1.1, factors: ["
            + "{operation: reduce-scatter, from: 64 KiB, low: 0.7, high: 1.2, cells: 5}, "
            + "{operation: other, low: 0.5, high: 2, ratio: 1.3, cells: 9}], "
            + "programs: [{program: hpl, ranks: 4, nb: \"64, 128\", n: 100.., bcast: 2ring, low: 0.9, high: 1.1}]}";

    private static Residuals read(String text) {
        return PlatformFile.parse(text, "p.yaml").residuals();
    }

    @Test
    void read_allKeys() {
        Residuals residuals = read(SECTION);

        assertThat(residuals.coverage()).isEqualTo(0.9);
        assertThat(residuals.perDoubling()).isEqualTo(1.1);
        assertThat(residuals.rows())
                .containsExactly(
                        new Residuals.Row(Kind.REDUCE_SCATTER, 65536, 0.7, 1.2, Double.NaN),
                        new Residuals.Row(null, 0, 0.5, 2, 1.3));
    }

    private static Use hpl(int nb, int n) {
        return Use.of(4, 4, 1, false).with(Map.of("program", "hpl", "nb", nb, "n", n, "bcast", "2ring"));
    }

    @Test
    void programs_holdForTheirKeysOnly() {
        KeyedResiduals programs = read(SECTION).programs();

        assertThat(programs.factors(hpl(64, 100))).isEqualTo(new Interval(0.9, 1.1, 0.9));
        assertThat(programs.factors(hpl(128, 1000))).isNotNull();
        assertThat(programs.outside(hpl(96, 1000))).containsExactly("nb 96 (measured: 64, 128)");
        assertThat(programs.outside(hpl(64, 99))).containsExactly("n 99 (measured: 100 and more)");
        assertThat(programs.outside(hpl(64, 100).with("bcast", "1ring")))
                .containsExactly("bcast 1ring (measured: 2ring)");
    }

    @Test
    void read_withoutSection_nothingIsKnown() {
        assertThat(read("cluster: {nodes: 2}")).isEqualTo(Residuals.NONE);
    }

    @ParameterizedTest
    @CsvSource({
        "low: 0.5, low: 1.5, 'low'",
        "high: 2, high: 0.9, 'high'",
        "coverage: 90 %, coverage: 100 %, 'coverage'",
        "operation: other, operation: others, unknown collective operation",
        "cells: 9, cell: 9, unknown key",
        "program: hpl, name: hpl, 'name' is now 'program'",
        "'program: hpl, ', '', missing key",
        "per-doubling: 1.1, per-doubling: 0.5, 'per-doubling'"
    })
    void read_outOfDomain_placeAndKey(String good, String bad, String message) {
        assertThatThrownBy(() -> read(SECTION.replace(good, bad)))
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll("p.yaml:1:", message);
    }
}
