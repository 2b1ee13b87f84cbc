package org.tailback.study.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tailback.platform.KeyedResiduals;
import org.tailback.platform.Use;
import org.tailback.settings.Settings;

/** Steps inside of what the residuals of each built-in GPU hold for, and one step outside of each key. */
class GpuDomainsTest {
    static List<String> names() {
        return Gpu.names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void residuals_oneStepOutsideOfEachKey_noIntervalAndItsReason(String name) {
        KeyedResiduals residuals = gpu(Map.of("name", name)).residuals();
        for (KeyedResiduals.Entry entry : residuals.entries()) {
            Use inside = Use.NONE;
            for (String key : entry.domain().keys().keySet()) {
                inside = value(entry, key, inside, 0);
            }
            assertThat(residuals.factors(inside)).as(name).isNotNull();
            for (String key : entry.domain().keys().keySet()) {
                Use outside = value(entry, key, inside, 1 << 20);
                assertThat(residuals.factors(outside)).as(name + ", " + key).isNull();
                assertThat(residuals.outside(outside)).as(name + ", " + key).isNotEmpty();
            }
        }
    }

    private static Use value(KeyedResiduals.Entry entry, String key, Use use, double beyond) {
        var allowed = entry.domain().keys().get(key);
        return allowed.words().isEmpty()
                ? use.with(key, allowed.numbers().span().upperEndpoint() + beyond)
                : use.with(
                        key,
                        beyond > 0 ? "none of them" : allowed.words().iterator().next());
    }

    /** One GPU's residuals are never another's, and those of other numbers than its own are none. */
    @ParameterizedTest
    @MethodSource("names")
    void residuals_ofAnotherGpuOrOfChangedNumbers_doNotHold(String name) {
        assertThat(gpu(Map.of("name", name)).residuals().entries())
                .allSatisfy(entry -> assertThat(entry.domain().keys()).containsKey("gpu"));
        Use unknown = Gpu.address("none of them", "bf16", "dense", 2048, 1);
        assertThat(gpu(Map.of("name", name)).residuals().factors(unknown)).isNull();
        assertThat(gpu(Map.of("name", name, "efficiency", "0.5")).residuals().entries())
                .isEmpty();
        assertThat(gpu(Map.of("name", name, "memory", "96 GB")).residuals())
                .isEqualTo(gpu(Map.of("name", name)).residuals());
    }

    private static Gpu gpu(Map<String, String> keys) {
        return Gpu.of(Settings.ofScalars("gpu", "test", keys));
    }
}
