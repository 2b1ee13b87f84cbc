package org.tailback.model.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tailback.cost.MeasuredSizes;
import org.tailback.error.InputException;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.program.ScriptedProgram;
import org.tailback.replay.Replay;
import org.tailback.replay.ReplayResult;

/** Which sizes a cost was measured for, and what a replay says of other sizes. */
class MeasuredSizesTest {
    private static Platform platform(String cost) {
        return PlatformFile.parse(
                        "cluster: {nodes: 2, cores-per-node: 1}\nnetwork: {model: max-min, topology: star, bandwidth: 1GB/s}\ncost: "
                                + cost + "\n",
                        "p.yaml")
                .resolve(Overrides.NONE);
    }

    private static ReplayResult replay(String cost) {
        ScriptedProgram program = new ScriptedProgram(2);
        for (long bytes : new long[] {0, 1, 999, 1000, 65536, 65537, 20_000_000}) {
            program.add(0, s -> s.send(1, 0, bytes)).add(1, s -> s.recv(0, 0, bytes));
        }
        return Replay.builder(program, platform(cost)).build().run();
    }

    @Test
    void contains_sizesBetweenTheSmallestAndTheLargest_andNoneForOneByte() {
        MeasuredSizes sizes = new MeasuredSizes(1, 100);
        assertThat(sizes.contains(0)).isTrue();
        assertThat(sizes.contains(100)).isTrue();
        assertThat(sizes.contains(101)).isFalse();
        assertThat(new MeasuredSizes(2, 100).contains(0)).isFalse();
        assertThat(MeasuredSizes.ALL.contains(Long.MAX_VALUE)).isTrue();
    }

    @Test
    void logGp_withMeasuredSizes_countsMessagesOfOthers() {
        assertThat(replay("{model: loggp, latency: 1us, gap-per-byte: 1ns, measured: {from: 1kB, to: 64KiB}}")
                        .warnings())
                .containsExactly(
                        "5 x message of a size outside 1000 B to 64 KiB, which cost loggp was measured for: their"
                                + " times are extrapolated (3 smaller, 2 larger, up to 20 MB).");
        assertThat(replay("{model: loggp, latency: 1us, gap-per-byte: 1ns, measured: {from: 1 B, to: 20MB}}")
                        .warnings())
                .isEmpty();
        assertThat(replay("{model: loggp, latency: 1us, gap-per-byte: 1ns}").warnings())
                .isEmpty();
    }

    @Test
    void gapTable_countsMessagesBeyondItsSizes() {
        assertThat(replay("{model: plogp, latency: 1us, gap: {0: 1us, 64KiB: 70us}}")
                        .warnings())
                .containsExactly("2 x message of a size outside 0 B to 64 KiB, which cost plogp was measured for: their"
                        + " times are extrapolated (2 larger, up to 20 MB).");
        assertThat(replay("{model: plogp, latency: 1us, gap-per-byte: 1ns}").warnings())
                .isEmpty();
    }

    @Test
    void measured_thatEndsBeforeItBegins_isRefused() {
        assertThatThrownBy(() ->
                        platform("{model: loggp, latency: 1us, gap-per-byte: 1ns, measured: {from: 2kB, to: 1kB}}"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("p.yaml:3:")
                .hasMessageContaining("measured sizes must end at a size >= from: 2kB, found 1kB");
    }

    /** Two noisy last points must not make long messages free. */
    @Test
    void gapTable_thatFallsAtItsEnd_isExtrapolatedFromTheOrigin() {
        GapFunction gap = GapFunction.table(Map.of(0.0, 0.0, 1000.0, 2e-6, 2000.0, 1e-6));

        assertThat(gap.seconds(4000)).isEqualTo(2e-6);
        assertThat(gap.measuredSizes()).isEqualTo(new MeasuredSizes(0, 2000));
    }
}
