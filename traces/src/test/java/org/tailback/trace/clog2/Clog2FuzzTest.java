package org.tailback.trace.clog2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.error.InputException;
import org.tailback.program.Program;
import org.tailback.trace.Mutations;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.mpi.TextSink;

/** Damaged files end with an InputException or are read; nothing else is thrown, nothing hangs, memory stays bounded. */
class Clog2FuzzTest {
    private static final int MUTATIONS_PER_SAMPLE = 1500;

    @ParameterizedTest
    @ValueSource(strings = {"npb-is-S-4-blk4k.clog2", "comm1-isr-6.clog2.gz", "comm1-isr-6.clog2"})
    @Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void mutations_endWithAnInputExceptionOrAreRead(String name, @TempDir Path folder) throws IOException {
        byte[] original = bytes(name);
        Path file = folder.resolve("damaged.clog2");
        int refused = 0;
        for (int seed = 0; seed < MUTATIONS_PER_SAMPLE; seed++) {
            SplittableRandom random = new SplittableRandom(1_000_000L * name.hashCode() + seed);
            Files.write(file, Mutations.mutate(original, random));
            try (Trace trace = new Clog2TraceReader().open(file, TraceOptions.defaults())) {
                // damage may claim many ranks; their programs are alike
                for (int rank = 0; rank < Math.min(20, trace.ranks()); rank++) {
                    try (Program program = trace.open(rank)) {
                        TextSink sink = new TextSink();
                        while (program.produce(sink)) {
                            sink.lines().clear();
                        }
                    }
                }
                assertThat(trace.approximations()).doesNotContainNull();
            } catch (InputException e) {
                refused++;
                assertThat(e.getMessage()).contains("damaged.clog2");
            } catch (RuntimeException | Error e) {
                fail("%s, seed %d: %s", name, seed, e);
            }
        }
        assertThat(refused).isPositive();
    }

    /** A sample, or one of the gzip samples without its compression. */
    private static byte[] bytes(String name) throws IOException {
        if (name.equals("comm1-isr-6.clog2")) {
            byte[] zipped = Files.readAllBytes(Clog2Samples.file(name + ".gz"));
            return new GZIPInputStream(new ByteArrayInputStream(zipped)).readAllBytes();
        }
        return Files.readAllBytes(Clog2Samples.file(name));
    }
}
