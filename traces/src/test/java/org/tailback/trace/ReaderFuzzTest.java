package org.tailback.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tailback.trace.FuzzSamples.FuzzSample;

/**
 * The contract of every registered format: a damaged trace is refused with an {@link
 * org.tailback.error.InputException} that names a file, or it is read; nothing else is thrown, nothing hangs, and
 * memory stays bounded. {@code -Dfuzz.mutations=N} tries more per sample than usual.
 */
class ReaderFuzzTest {
    private static final int MUTATIONS_PER_SAMPLE =
            Integer.getInteger("fuzz.mutations", Boolean.getBoolean("tailback.thorough") ? 300 : 60);
    private static final int MUTATIONS_OF_LARGE_ONES = Math.max(1, MUTATIONS_PER_SAMPLE / 15);

    static Stream<FuzzSample> samples() {
        return FuzzSamples.all().stream();
    }

    @Test
    void everyRegisteredFormat_hasASample() {
        assertThat(new TreeSet<>(samples().map(FuzzSample::format).toList()))
                .as("formats with a line in FuzzSamples")
                .containsExactlyElementsOf(Traces.formats().stream()
                        .filter(TraceFormat::isRead)
                        // other modules try theirs themselves
                        .filter(format -> format.getClass().getName().startsWith("org.tailback.trace."))
                        .map(TraceFormat::name)
                        // those are in no file
                        .filter(format -> !format.startsWith("generated") && !format.equals("extrapolated"))
                        .sorted()
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("samples")
    void undamaged_isRecognisedAndRead(FuzzSample sample, @TempDir Path folder) throws IOException {
        Path path = sample.maker().make(folder);
        assertThat(Traces.formatOf(path, null).name()).isEqualTo(sample.format());
        assertThat(HostileTraces.isRefused(sample.format(), path)).isFalse();
    }

    @ParameterizedTest
    @MethodSource("samples")
    @Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void mutations_areRefusedOrRead(FuzzSample sample, @TempDir Path folder) throws IOException {
        assertThat(refused(sample, folder, MUTATIONS_PER_SAMPLE)).isPositive();
    }

    static Stream<FuzzSample> recordedSamples() {
        return FuzzSamples.recorded().stream();
    }

    /** Traces that lie beside the repository, so large that a few damaged copies may all be readable. */
    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("recordedSamples")
    @Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void mutationsOfRecordedTraces_areRefusedOrRead(FuzzSample sample, @TempDir Path folder) throws IOException {
        assertThat(refused(sample, folder, MUTATIONS_OF_LARGE_ONES)).isNotNegative();
    }

    private static int refused(FuzzSample sample, Path folder, int mutations) throws IOException {
        Path path = sample.maker().make(folder);
        List<Path> files = files(folder);
        int refused = 0;
        for (int seed = 0; seed < mutations; seed++) {
            SplittableRandom random =
                    new SplittableRandom(1_000_000L * sample.toString().hashCode() + seed);
            Path file = files.get(random.nextInt(files.size()));
            byte[] original = Files.readAllBytes(file);
            byte[] mutated = original.length == 0 ? new byte[] {1} : mutate(original, files, random);
            write(file, mutated);
            try {
                refused += HostileTraces.isRefused(sample.format(), path) ? 1 : 0;
            } catch (Exception | Error e) {
                fail(
                        "%s, seed %d, %s: %s%n%s",
                        sample,
                        seed,
                        folder.relativize(file),
                        e,
                        mutated == null
                                ? "missing"
                                : mutated.length > 4000
                                        ? mutated.length + " bytes"
                                        : HexFormat.of().formatHex(mutated),
                        e);
            } finally {
                Files.write(file, original);
            }
        }
        return refused;
    }

    /** A damaged copy; sometimes another file's content, or null for no file. */
    private static byte[] mutate(byte[] original, List<Path> files, SplittableRandom random) throws IOException {
        if (files.size() > 1 && random.nextInt(40) == 0) {
            return random.nextBoolean() ? null : Files.readAllBytes(files.get(random.nextInt(files.size())));
        }
        byte[] mutated = Mutations.mutate(original, random);
        return random.nextInt(8) == 0 && mutated.length > 0 ? Mutations.mutate(mutated, random) : mutated;
    }

    private static void write(Path file, byte[] content) throws IOException {
        if (content == null) {
            Files.delete(file);
        } else {
            Files.write(file, content);
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return new ArrayList<>(files.filter(Files::isRegularFile).sorted().toList());
        }
    }
}
