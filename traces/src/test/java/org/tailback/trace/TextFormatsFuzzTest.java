package org.tailback.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.tailback.error.InputException;
import org.tailback.trace.allprof.AllprofTraceReader;
import org.tailback.trace.mpi.TextSink;
import org.tailback.trace.otf1.Otf1TraceReader;
import org.tailback.trace.prv.PrvTraceReader;

/** Damaged text traces end with an InputException or are read; nothing else is thrown, nothing hangs. */
class TextFormatsFuzzTest {
    private static final int MUTATIONS = 500;
    private static final int MUTATIONS_OF_LARGE_ONES = 20;
    private static final String[] NUMBERS = {
        "0", "-1", "999999999", "1000000000", "2147483648", "9223372036854775807", "18446744073709551616", "1e9", ""
    };

    static Stream<Arguments> samples() {
        Stream<Arguments> own = Stream.of(
                Arguments.of(new AllprofTraceReader(), RecordedPrograms.resource("allprof/split-4"), ""),
                Arguments.of(new PrvTraceReader(), RecordedPrograms.resource("prv"), "cut-2.prv"),
                Arguments.of(new Otf1TraceReader(), RecordedPrograms.resource("otf1/pingpong-2"), ""),
                Arguments.of(new Otf1TraceReader(), RecordedPrograms.resource("otf1/bcast-2"), ""));
        Path shared = SharedSamples.traces();
        Stream<Arguments> others = Stream.of(
                        Arguments.of(new AllprofTraceReader(), shared.resolve("liballprof/sphot"), ""),
                        Arguments.of(new AllprofTraceReader(), shared.resolve("liballprof/vladimir"), ""),
                        Arguments.of(
                                new PrvTraceReader(), shared.resolve("prv/profet-lulesh-8"), "lulesh_7+1_chop8.prv"))
                .filter(arguments -> Files.isDirectory((Path) arguments.get()[1]));
        return Stream.concat(own, others);
    }

    @ParameterizedTest
    @MethodSource("samples")
    @Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void mutations_endWithAnInputExceptionOrAreRead(
            TraceReader reader, Path sample, String opened, @TempDir Path folder) throws IOException {
        long size = 0;
        try (Stream<Path> files = Files.list(sample)) {
            for (Path file : files.toList()) {
                size += Files.size(file);
                Files.write(folder.resolve(file.getFileName().toString()), Files.readAllBytes(file));
            }
        }
        List<Path> copies;
        try (Stream<Path> files = Files.list(folder)) {
            copies = files.filter(file -> !file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
        int refused = 0;
        for (int seed = 0; seed < (size > 100_000 ? MUTATIONS_OF_LARGE_ONES : MUTATIONS); seed++) {
            SplittableRandom random =
                    new SplittableRandom(1_000_000L * sample.getFileName().hashCode() + seed);
            Path file = copies.get(random.nextInt(copies.size()));
            byte[] original = Files.readAllBytes(file);
            byte[] mutated = random.nextBoolean() ? Mutations.mutate(original, random) : number(original, random);
            Files.write(file, mutated);
            try {
                readAll(reader, opened.isEmpty() ? folder : folder.resolve(opened));
            } catch (InputException e) {
                refused++;
                assertThat(e.getMessage()).contains(folder.toString());
            } catch (RuntimeException | Error e) {
                fail(
                        "%s, seed %d, %s: %s\n%s",
                        sample,
                        seed,
                        file.getFileName(),
                        e,
                        mutated.length > 5000 ? "" : new String(mutated, StandardCharsets.ISO_8859_1));
            } finally {
                Files.write(file, original);
            }
        }
        if (size <= 100_000) {
            assertThat(refused).isPositive();
        }
    }

    /** One of the numbers replaced by another, large or strange one. */
    private static byte[] number(byte[] original, SplittableRandom random) {
        String text = new String(original, StandardCharsets.ISO_8859_1);
        int at = random.nextInt(text.length());
        while (at < text.length() && !Character.isDigit(text.charAt(at))) {
            at++;
        }
        int end = at;
        while (end < text.length() && Character.isDigit(text.charAt(end))) {
            end++;
        }
        return (text.substring(0, at) + NUMBERS[random.nextInt(NUMBERS.length)] + text.substring(end))
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void readAll(TraceReader reader, Path path) {
        try (Trace trace = reader.open(path, TraceOptions.defaults())) {
            for (int rank = 0; rank < Math.min(20, trace.ranks()); rank++) {
                TextSink sink = new TextSink();
                try (var program = trace.open(rank)) {
                    while (program.produce(sink)) {
                        sink.lines().clear();
                    }
                }
                try (RecordedTimes.Cursor times = ((RecordedTimes) trace).recordedTimes(rank)) {
                    while (times.next()) {
                        assertThat(times.leave()).isGreaterThanOrEqualTo(times.enter());
                    }
                }
            }
            assertThat(trace.approximations()).doesNotContainNull();
        }
    }
}
