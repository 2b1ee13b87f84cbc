package org.tailback.cli.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.tailback.platform.Interval;
import org.tailback.platform.StatedError;
import org.tailback.platform.Validity;

class SettingTest {
    private static final Interval INTERVAL = new Interval(0.9, 1.1, 0.9);
    private static final StatedError COARSE =
            new StatedError(0.8, 14, 2.8, true, "of cells of other machines", "nominal fat trees");

    private static Setting setting(@Nullable Interval interval, List<String> outside, List<StatedError> stated) {
        return new Setting("x.yaml", Validity.Basis.NOMINAL, interval, outside, 4, 1, Double.NaN, stated);
    }

    @Test
    void numbers_withAnInterval_neverSayThatTheErrorIsUnknown() {
        assertThat(setting(INTERVAL, List.of(), List.of()).numbers()).isEqualTo("x (nominal)");
        assertThat(setting(INTERVAL, List.of("64 nodes (measured: 4)"), List.of(COARSE))
                        .numbers())
                .isEqualTo("x (nominal, extrapolated)");
        assertThat(setting(null, List.of(), List.of()).numbers()).isEqualTo("x (nominal, error unknown)");
    }

    @Test
    void numbers_coarseError_saysWhatWasMeasured_onlyInside() {
        assertThat(setting(null, List.of(), List.of(COARSE)).numbers())
                .isEqualTo("x (nominal, measured messages took 0.8 to 14 times as long)");
        assertThat(setting(null, List.of(), List.of(COARSE)).doubt()).isEmpty();
        assertThat(setting(null, List.of("64 nodes (measured: 4)"), List.of(COARSE))
                        .doubt())
                .isEqualTo("x is extrapolated (64 nodes (measured: 4))");
    }
}
