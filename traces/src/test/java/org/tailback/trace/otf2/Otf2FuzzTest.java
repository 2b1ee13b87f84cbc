package org.tailback.trace.otf2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tailback.error.InputException;
import org.tailback.trace.Mutations;

/**
 * The same as {@link org.tailback.trace.ReaderFuzzTest} of what is not needed for programs: every record of every
 * kind, as text.
 */
class Otf2FuzzTest {
    private static final int MUTATIONS_PER_SAMPLE = 200;

    static Stream<String> samples() {
        return Samples.NAMES.stream();
    }

    @ParameterizedTest
    @MethodSource("samples")
    @Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void mutations_endWithAnInputExceptionOrAreRead(String name, @TempDir Path folder) throws IOException {
        List<Path> files = Samples.copy(name, folder);
        int refused = 0;
        for (int seed = 0; seed < MUTATIONS_PER_SAMPLE; seed++) {
            SplittableRandom random = new SplittableRandom(1_000_000L * name.hashCode() + seed);
            Path file = files.get(random.nextInt(files.size()));
            byte[] original = Files.readAllBytes(file);
            byte[] mutated = Mutations.mutate(original, random);
            Files.write(file, mutated);
            try {
                readAll(folder);
            } catch (InputException e) {
                refused++;
                assertThat(e.getMessage()).contains(folder.toString());
            } catch (RuntimeException | Error e) {
                fail(
                        "%s, seed %d, %s: %s",
                        name,
                        seed,
                        folder.relativize(file),
                        mutated.length > 4000
                                ? mutated.length + " bytes"
                                : HexFormat.of().formatHex(mutated),
                        e);
            } finally {
                Files.write(file, original);
            }
        }
        assertThat(refused).isPositive();
    }

    private static void readAll(Path folder) {
        Otf2Archive archive = Otf2Archive.open(folder);
        for (long location :
                archive.definitions().locations.keySet().stream().limit(20).toList()) {
            EventCursor cursor = archive.events(location, 64);
            while (cursor != null && cursor.next()) {
                EventPrinter.line(location, cursor);
            }
        }
    }
}
