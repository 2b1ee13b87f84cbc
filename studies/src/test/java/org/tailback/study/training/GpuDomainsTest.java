package org.tailback.study.training;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.Range;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tailback.platform.Domain;
import org.tailback.platform.KeyedResiduals;
import org.tailback.platform.Use;
import org.tailback.settings.Settings;

/** Steps inside of what the residuals of each built-in GPU hold for, and one step outside of each key. */
class GpuDomainsTest {
    private static final Use ADDRESS = Use.NONE
            .with("gpu", "none of them")
            .with("precision", "bf16")
            .with("family", "dense")
            .with("gpus", 8)
            .with("sequence", 2048)
            .with("context", 1);

    static List<String> names() {
        return Gpu.names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void residuals_oneStepOutsideOfEachKey_noIntervalAndItsReason(String name) {
        KeyedResiduals residuals = gpu(Map.of("name", name)).residuals();
        for (KeyedResiduals.Entry entry : residuals.entries()) {
            Map<String, Domain.Allowed> keys = entry.domain().keys();
            assertThat(keys).as(name).containsOnlyKeys(ADDRESS.values().keySet());
            Use inside = Use.NONE;
            for (String key : keys.keySet()) {
                inside = within(keys.get(key), key, inside);
            }
            assertThat(residuals.factors(inside)).as(name).isNotNull();
            for (String key : keys.keySet()) {
                for (Use outside : beyond(keys.get(key), key, inside)) {
                    assertThat(residuals.factors(outside))
                            .as("%s, %s", name, outside)
                            .isNull();
                    assertThat(residuals.outside(outside))
                            .as("%s, %s", name, outside)
                            .hasSize(1)
                            .allMatch(reason -> reason.startsWith(key + " "));
                }
            }
        }
    }

    private static Use within(Domain.Allowed allowed, String key, Use use) {
        return allowed.words().isEmpty()
                ? use.with(key, allowed.numbers().span().upperEndpoint())
                : use.with(key, allowed.words().iterator().next());
    }

    private static List<Use> beyond(Domain.Allowed allowed, String key, Use use) {
        if (!allowed.words().isEmpty()) {
            return List.of(use.with(key, "none of them"));
        }
        Range<Double> span = allowed.numbers().span();
        return List.of(use.with(key, span.lowerEndpoint() - 1), use.with(key, span.upperEndpoint() + 1));
    }

    /** One GPU's residuals are never another's, and those of other numbers than its own are none. */
    @ParameterizedTest
    @MethodSource("names")
    void residuals_ofAnotherGpuOrOfChangedNumbers_doNotHold(String name) {
        assertThat(gpu(Map.of("name", name)).residuals().entries())
                .allSatisfy(entry -> assertThat(entry.domain().keys()).containsKey("gpu"));
        assertThat(gpu(Map.of("name", name)).residuals().factors(ADDRESS)).isNull();
        assertThat(gpu(Map.of("name", name, "efficiency", "0.5")).residuals().entries())
                .isEmpty();
        assertThat(gpu(Map.of("name", name, "memory", "96 GB")).residuals())
                .isEqualTo(gpu(Map.of("name", name)).residuals());
    }

    private static Gpu gpu(Map<String, String> keys) {
        return Gpu.of(Settings.ofScalars("gpu", "test", keys));
    }
}
