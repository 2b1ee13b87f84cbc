package org.tailback.extrapolation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.error.InputException;
import org.tailback.trace.SharedSamples;
import org.tailback.trace.Trace;
import org.tailback.trace.Traces;

/** Public codes recorded on several numbers of ranks: extrapolated from fewer, they are the recording on more. */
class ScalingTracesTest {
    @TempDir
    Path copies;

    private static Trace trace(String code, int ranks) {
        return Traces.open(SharedSamples.require("scaling/" + code + "-" + ranks));
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
        "prk-transpose-1024, 4 8, 32",
        "npb-sp-A, 4 9, 16"
    })
    void on_recordedCode_isTheRecording(String code, String recorded, int target) {
        assertSame(code, extrapolated(code, numbers(recorded), target), target);
    }

    @Tag("thorough")
    @ParameterizedTest
    @CsvSource({
        "npb-cg-A, 4 8 16 32, 64",
        "prk-p2p-1024, 4 8, 32",
        "lulesh-s4, 8 27, 64",
        "npb-lu-A, 4 8 16 32, 64",
        "npb-bt-A, 9 16, 36",
        "hpcg-n16, 4 8 16 27, 32"
    })
    void on_longRecordedCode_isTheRecording(String code, String recorded, int target) {
        assertSame(code, extrapolated(code, numbers(recorded), target), target);
    }

    /** Every choice of recordings, the next and the second next number of ranks: exact or refused, never wrong. */
    @Tag("thorough")
    @ParameterizedTest
    @CsvSource({
        "npb-ep-S, 4 8 16 32 64, 15, 0",
        "npb-ft-A, 4 8 16 32, 5, 0",
        "npb-cg-A, 4 8 16 32 64, 4, 11",
        "npb-lu-A, 4 8 16 32 64, 3, 12",
        "npb-mg-A, 4 8 16 32, 0, 5",
        "npb-is-A, 4 8 16 32, 0, 5",
        "npb-sp-A, 4 9 16 25 36 64, 35, 2",
        "npb-bt-A, 4 9 16 25 36 64, 27, 10",
        "lulesh-s4, 8 27 64, 1, 0",
        "hpcg-n16, 4 8 16 27 32, 4, 11",
        "prk-stencil-1024, 4 8 16 32 64, 7, 8",
        "prk-transpose-1024, 4 8 16 32, 5, 0",
        "prk-p2p-1024, 4 8 16 32, 5, 0",
        "comd-x32, 4 8 16 27 32, 0, 15",
        "minife-nx32, 4 8 16 27, 0, 5"
    })
    void on_anyRecordings_isTheRecordingOrRefused(String code, String recorded, int exact, int refused) {
        List<Integer> all = numbers(recorded);
        SharedSamples.require("scaling");
        Map<Integer, Recording> recordings = new HashMap<>();
        Map<Boolean, Integer> found = new HashMap<>(Map.of(true, 0, false, 0));
        for (int choice = 1; choice < 1 << all.size(); choice++) {
            List<Integer> some = new ArrayList<>();
            for (int i = 0; i < all.size(); i++) {
                if ((choice >> i & 1) == 1) {
                    some.add(all.get(i));
                }
            }
            int most = some.get(some.size() - 1);
            if (some.size() > 1) {
                all.stream()
                        .filter(ranks -> ranks > most)
                        .limit(2)
                        .forEach(target -> found.merge(isExact(code, some, target, recordings), 1, Integer::sum));
            }
        }
        assertThat(found).as("%s: exact and refused", code).isEqualTo(Map.of(true, exact, false, refused));
    }

    /**
     * One line of one recording has another partner, size or tag, or is missing: refused by name, or the same program
     * where the ranks asked for have no counterpart of that line; never another program.
     */
    @Tag("thorough")
    @ParameterizedTest
    @CsvSource({"npb-cg-A, 4 8 16 32, 64", "npb-lu-A, 4 8 16 32, 64", "npb-sp-A, 4 9 16, 25"})
    void on_recordingWithOneChangedLine_isRefusedByName(String code, String recorded, int target) throws IOException {
        List<Integer> all = numbers(recorded);
        Map<Integer, Recording> recordings = new HashMap<>();
        all.forEach(ranks -> recordings.put(ranks, recording(code, ranks)));
        List<String> accepted = new ArrayList<>();
        for (int seed = 0; seed < 8; seed++) {
            Random random = new Random(seed);
            int ranks = all.get(random.nextInt(all.size()));
            Map<Integer, Recording> changed = new HashMap<>(recordings);
            Path folder = Files.createDirectory(copies.resolve(code + "-" + ranks + "-changed-" + seed));
            String what = changeLine(SharedSamples.require("scaling/" + code + "-" + ranks), ranks, folder, random);
            try (Trace trace = Traces.open(folder)) {
                changed.put(ranks, Recording.of(code + "-" + ranks + "-changed", trace));
                if (isExact(code, all, target, changed)) {
                    accepted.add("seed " + seed + ", " + ranks + " ranks, " + what);
                }
            } catch (InputException | AssertionError e) {
                assertThat(e).as("seed %d, %d ranks, %s", seed, ranks, what).isInstanceOf(InputException.class);
            }
        }
        assertThat(accepted)
                .as("%s: changes that are not seen on %d ranks", code, target)
                .isEmpty();
    }

    /** Copies a recording with one changed line; returns which. */
    private static String changeLine(Path from, int ranks, Path to, Random random) throws IOException {
        int changed = random.nextInt(ranks);
        String what = "";
        for (int rank = 0; rank < ranks; rank++) {
            List<String> lines = new ArrayList<>();
            try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                    new GZIPInputStream(Files.newInputStream(from.resolve("rank-" + rank + ".txt.gz"))), UTF_8))) {
                reader.lines().forEach(lines::add);
            }
            if (rank == changed) {
                int[] calls = IntStream.range(0, lines.size())
                        .filter(at -> lines.get(at).matches("\\d+ (send|isend|irecv|recv) .*"))
                        .toArray();
                int at = calls[random.nextInt(calls.length)];
                int field = 2 + random.nextInt(4);
                what = "line " + (at + 1) + " '" + lines.get(at) + "', field " + field;
                String[] words = lines.get(at).split(" ");
                if (field == 5) {
                    lines.remove(at);
                } else {
                    int value = Integer.parseInt(words[field]) + 1;
                    words[field] = String.valueOf(field == 2 ? value % ranks : value);
                    lines.set(at, String.join(" ", words));
                }
            }
            Files.write(to.resolve("rank-" + rank + ".txt"), lines);
        }
        return what;
    }

    /** Returns whether the extrapolation is the recording, false if it is refused. */
    private static boolean isExact(String code, List<Integer> some, int target, Map<Integer, Recording> recordings) {
        ExtrapolatedProgram found;
        try {
            Extrapolation extrapolation = new Extrapolation();
            for (int ranks : some) {
                extrapolation.recording(recordings.computeIfAbsent(ranks, fresh -> recording(code, fresh)));
            }
            found = extrapolation.on(target);
        } catch (InputException refused) {
            assertThat(refused).hasMessageContaining(code);
            return false;
        }
        assertSame(code, found, target);
        return true;
    }

    private static Recording recording(String code, int ranks) {
        try (Trace trace = trace(code, ranks)) {
            return Recording.of(code + "-" + ranks, trace);
        }
    }
}
