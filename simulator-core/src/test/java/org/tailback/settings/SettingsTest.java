package org.tailback.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tailback.error.InputException;
import org.tailback.settings.Settings.Value;

class SettingsTest {
    private static Settings settings() {
        Map<String, Value> values = new LinkedHashMap<>();
        values.put("latency", Value.scalar("f:1:10", "50 us").withKeyPlace("f:1:1"));
        values.put(
                "tree", Value.list("f:2:7", List.of(Value.scalar("f:2:8", "x"))).withKeyPlace("f:2:1"));
        values.put("speed", Value.scalar("f:3:8", "10 Gf"));
        values.put("inner", Value.section(Settings.empty("inner", "f:4:8")).withKeyPlace("f:4:1"));
        return new Settings("cost", "f:1:1", values);
    }

    @Test
    void rejectUnknown_pointsAtTheKey_notAtItsValue() {
        assertThatThrownBy(() -> settings().rejectUnknown(List.of("latency", "tree", "speed", "outer")))
                .isInstanceOf(InputException.class)
                .hasMessage("f:4:1: unknown key 'inner' in cost. Valid keys: latency, tree, speed, outer");
    }

    @Test
    void typedGetters_readUnits() {
        assertThat(settings().seconds("latency")).isEqualTo(50e-6);
        assertThat(settings().flopsPerSecond("speed")).isEqualTo(1e10);
        assertThat(settings().seconds("other", 3)).isEqualTo(3);
    }

    @Test
    void typedGetters_wrongKindOfValue_pointAtTheValue() {
        assertThatThrownBy(() -> settings().bytes("latency"))
                .isInstanceOf(InputException.class)
                .hasMessage(
                        "f:1:10: 'latency': expected a size such as 64KiB, 20 MB or 1500 B, found '50 us', which is a"
                                + " time");
        assertThatThrownBy(() -> settings().integer("latency"))
                .isInstanceOf(InputException.class)
                .hasMessage("f:1:10: 'latency': expected a whole number such as 4, found '50 us', which is a time");
        assertThatThrownBy(() -> settings().text("tree"))
                .isInstanceOf(InputException.class)
                .hasMessage("f:2:7: expected one value for 'tree', found a list");
        assertThatThrownBy(() -> settings().sections("tree"))
                .isInstanceOf(InputException.class)
                .hasMessage("f:2:8: expected a section ({key: value, …}) in 'tree', found 'x'");
        assertThatThrownBy(() -> settings().section("missing"))
                .isInstanceOf(InputException.class)
                .hasMessage("f:1:1: missing section 'missing' in cost. Add it");
    }

    @Test
    void overriddenBy_only_without_keepPlaces() {
        Settings merged = settings().overriddenBy(Settings.ofScalars("cli", "--cost", Map.of("latency", "1 us")));
        assertThat(merged.seconds("latency")).isEqualTo(1e-6);
        assertThat(merged.placeOf("latency")).isEqualTo("--cost");
        assertThat(merged.placeOf("speed")).isEqualTo("f:3:8");
        assertThat(merged.only(List.of("speed", "latency")).keys()).containsExactly("latency", "speed");
        assertThat(merged.without("latency").keys()).containsExactly("tree", "speed", "inner");
    }
}
