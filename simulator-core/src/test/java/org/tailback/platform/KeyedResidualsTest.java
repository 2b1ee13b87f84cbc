package org.tailback.platform;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.Range;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.tailback.platform.Domain.Allowed;
import org.tailback.platform.KeyedResiduals.Entry;

class KeyedResidualsTest {
    private static final KeyedResiduals STEPS = new KeyedResiduals(
            0.9,
            List.of(new Entry(
                    new Domain(Map.of(
                            "precision", Allowed.of(Set.of("bf16")),
                            "sequence", Allowed.of(List.of(Range.closed(1024.0, 2048.0))))),
                    0.84,
                    1.1)));

    private static Use step(String precision, int sequence) {
        return Use.NONE.with("precision", precision).with("sequence", sequence);
    }

    @Test
    void factors_inside_thoseOfTheEntry() {
        assertThat(STEPS.factors(step("bf16", 2048))).isEqualTo(new Interval(0.84, 1.1, 0.9));
        assertThat(STEPS.outside(step("bf16", 2048))).isEmpty();
    }

    @Test
    void factors_workedExampleOf4096Tokens_noneAndTheReason() {
        assertThat(STEPS.factors(step("bf16", 4096))).isNull();
        assertThat(STEPS.outside(step("bf16", 4096))).containsExactly("sequence 4096 (measured: 1024 to 2048)");
    }

    @Test
    void factors_runWithoutAKeyOfTheEntry_none() {
        assertThat(STEPS.factors(Use.NONE.with("sequence", 2048))).isNull();
        assertThat(STEPS.outside(Use.NONE.with("sequence", 2048))).containsExactly("no precision (measured: bf16)");
    }

    @Test
    void programs_otherThanTheMeasuredOne_haveNoFactorsAndNoReason() {
        KeyedResiduals hpl = new KeyedResiduals(0.9, List.of(new Entry(DomainTest.hpl(), 0.9, 1.1)));
        Use other = Use.of(4, 4, 1, false).with(Map.of("program", "cg"));

        assertThat(hpl.factors(other)).isNull();
        assertThat(hpl.outside(other)).isEmpty();
        assertThat(hpl.outside(Use.of(4, 4, 1, false))).isEmpty();
    }

    @Test
    void outside_severalEntries_theNearestOneSpeaks() {
        KeyedResiduals two = new KeyedResiduals(
                0.9,
                List.of(
                        new Entry(
                                new Domain(Map.of(
                                        "precision", Allowed.of(Set.of("fp8")),
                                        "sequence", Allowed.of(List.of(Range.singleton(8192.0))))),
                                0.9,
                                1.1),
                        STEPS.entries().get(0)));

        assertThat(two.outside(step("bf16", 4096))).containsExactly("sequence 4096 (measured: 1024 to 2048)");
        assertThat(two.factors(step("fp8", 8192))).isEqualTo(new Interval(0.9, 1.1, 0.9));
    }
}
