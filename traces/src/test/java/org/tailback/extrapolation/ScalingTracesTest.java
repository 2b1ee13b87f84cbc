package org.tailback.extrapolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.error.InputException;
import org.tailback.trace.SharedSamples;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.Traces;

/** Public codes recorded on several numbers of ranks: extrapolated from fewer, they are the recording on more. */
class ScalingTracesTest {
    private static Trace trace(String code, int ranks) {
        return Traces.open(SharedSamples.require("scaling/" + code + "-" + ranks), null, TraceOptions.defaults());
    }

    private static ExtrapolatedProgram extrapolated(String code, List<Integer> recorded, int target) {
        Extrapolation extrapolation = new Extrapolation();
        for (int ranks : recorded) {
            try (Trace trace = trace(code, ranks)) {
                extrapolation.recording(code + "-" + ranks, trace);
            }
        }
        return extrapolation.on(target);
    }

    private static void assertSame(String code, ExtrapolatedProgram found, int target) {
        try (Trace expected = trace(code, target)) {
            for (int rank = 0; rank < target; rank++) {
                assertThat(Operations.of(found, rank))
                        .as("%s, rank %d of %d", code, rank, target)
                        .isEqualTo(Operations.of(expected, rank));
            }
        }
    }

    private static List<Integer> numbers(String text) {
        return Stream.of(text.split(" ")).map(Integer::valueOf).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "npb-ep-S, 4 8, 64",
        "npb-ft-A, 4 8, 32",
        "prk-stencil-1024, 4 8 16 32, 64",
        "prk-transpose-1024, 4 8, 32"
    })
    void on_recordedCode_isTheRecording(String code, String recorded, int target) {
        assertSame(code, extrapolated(code, numbers(recorded), target), target);
    }

    @Tag("thorough")
    @ParameterizedTest
    @CsvSource({"npb-cg-A, 4 8 16 32, 64", "prk-p2p-1024, 4 8, 32", "lulesh-s4, 8 27, 64", "hpcg-n16, 4 8 16 27, 32"})
    void on_longRecordedCode_isTheRecording(String code, String recorded, int target) {
        assertSame(code, extrapolated(code, numbers(recorded), target), target);
    }

    /** Every choice of recordings, the next and the second next number of ranks: exact or refused, never wrong. */
    @Tag("thorough")
    @ParameterizedTest
    @CsvSource({
        "npb-ep-S, 4 8 16 32 64",
        "npb-ft-A, 4 8 16 32",
        "npb-cg-A, 4 8 16 32 64",
        "npb-lu-A, 4 8 16 32 64",
        "npb-mg-A, 4 8 16 32",
        "npb-is-A, 4 8 16 32",
        "npb-sp-A, 4 9 16 25 36 64",
        "npb-bt-A, 4 9 16 25 36 64",
        "lulesh-s4, 8 27 64",
        "hpcg-n16, 4 8 16 27 32",
        "prk-stencil-1024, 4 8 16 32 64",
        "prk-transpose-1024, 4 8 16 32",
        "prk-p2p-1024, 4 8 16 32",
        "comd-x32, 4 8 16 27 32",
        "minife-nx32, 4 8 16 27"
    })
    void on_anyRecordings_isTheRecordingOrRefused(String code, String recorded) {
        List<Integer> all = numbers(recorded);
        SharedSamples.require("scaling");
        for (int choice = 1; choice < 1 << all.size(); choice++) {
            List<Integer> some = new ArrayList<>();
            for (int i = 0; i < all.size(); i++) {
                if ((choice >> i & 1) == 1) {
                    some.add(all.get(i));
                }
            }
            int most = some.get(some.size() - 1);
            for (int target :
                    all.stream().filter(ranks -> ranks > most).limit(2).toList()) {
                ExtrapolatedProgram found;
                try {
                    found = some.size() < 2 ? null : extrapolated(code, some, target);
                } catch (InputException refused) {
                    assertThat(refused).hasMessageContaining(code);
                    continue;
                }
                if (found != null) {
                    assertSame(code, found, target);
                }
            }
        }
    }
}
