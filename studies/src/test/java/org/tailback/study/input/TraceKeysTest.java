package org.tailback.study.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.tailback.platformfile.YamlSettings;
import org.tailback.trace.GpuStreams;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.Unmatched;

class TraceKeysTest {
    private static TraceKeys of(String yaml) {
        return TraceKeys.of(YamlSettings.parse(yaml, "study.yaml", "study"));
    }

    @Test
    void keysThatAreNotGiven_changeNothing() {
        assertThat(of("trace: t").on(TraceOptions.DEFAULTS)).isEqualTo(TraceOptions.DEFAULTS);
        assertThat(of("trace: t").suffix()).isEmpty();
    }

    @Test
    void keysThatAreGiven_holdAndDistinguishTheName() {
        TraceKeys keys = of("{trace: t, gpu-streams: one, unmatched: pair, left-out: drop}");

        assertThat(keys.on(TraceOptions.DEFAULTS))
                .isEqualTo(TraceOptions.DEFAULTS
                        .withGpuStreams(GpuStreams.ONE)
                        .withUnmatched(Unmatched.PAIR)
                        .withoutFiles());
        assertThat(keys.suffix()).isEqualTo("/pair/without-files/gpu-streams-one");
    }

    @Test
    void unknownValue_isRefusedWithTheValidOnes() {
        assertThatThrownBy(() -> of("{trace: t, gpu-streams: all}"))
                .hasMessageContainingAll("study.yaml:1", "unknown gpu-streams 'all'", "recorded, one");
    }
}
