package org.tailback.platform;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.Range;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.platform.Domain.Allowed;

class DomainTest {
    private static final Use RUN = Use.of(1024, 32, 32, false)
            .with(Map.of("program", "hpl", "nb", 128, "bcast", "2ring"))
            .with("n", 100_000);

    static Domain hpl() {
        Map<String, Allowed> keys = new LinkedHashMap<>();
        keys.put(Use.PROGRAM, Allowed.of(Set.of("hpl")));
        keys.put("nb", Allowed.of(List.of(Range.singleton(128.0))));
        keys.put("n", Allowed.of(List.of(Range.closed(50_000.0, 500_000.0))));
        keys.put("bcast", Allowed.of(Set.of("2ring", "1ring")));
        return new Domain(keys);
    }

    @Test
    void outside_insideOfEveryKey_nothing() {
        assertThat(hpl().outside(RUN, "measured")).isEmpty();
        assertThat(hpl().outside(RUN.with("bcast", "1ring").with("n", 500_000), "measured"))
                .isEmpty();
    }

    @Test
    void outside_workedExample_blocksOf256() {
        assertThat(hpl().outside(RUN.with("nb", 256), "measured")).containsExactly("nb 256 (measured: 128)");
    }

    @ParameterizedTest
    @CsvSource({"nb, 127, nb 127 (measured: 128)", "n, 500001, n 500001 (measured: 50000 to 500000)"})
    void outside_oneStepBeyond_thatKeyAlone(String key, double value, String clause) {
        assertThat(hpl().outside(RUN.with(key, value), "measured")).containsExactly(clause);
    }

    @Test
    void outside_keyThatTheRunDoesNotHave_isNotCompared() {
        assertThat(hpl().outside(Use.of(4, 4, 1, false), "measured")).isEmpty();
    }

    @Test
    void of_spansNumbersAndCollectsWords() {
        Domain spanned = Domain.of(List.of(RUN, RUN.with("nb", 256).with("bcast", "long")));

        assertThat(spanned.outside(RUN.with("nb", 192), "measured")).isEmpty();
        assertThat(spanned.outside(RUN.with("bcast", "1ring"), "measured"))
                .containsExactly("bcast 1ring (measured: 2ring, long)");
        assertThat(spanned.outside(RUN.with("nb", 512), "measured")).containsExactly("nb 512 (measured: 128 to 256)");
    }
}
