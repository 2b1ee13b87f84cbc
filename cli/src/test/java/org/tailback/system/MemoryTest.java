package org.tailback.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.generator.Programs;
import org.tailback.trace.Traces;

/**
 * Traces larger than all of the memory that the command is given: reading, converting and drawing need the same for
 * all.
 */
@Tag("thorough")
class MemoryTest {
    private static final List<String> LITTLE = List.of("-Xmx48m");
    private static final int RANKS = 4;
    /** Two million operations: an object for each would need more than there is. */
    private static final long ITERATIONS = 125_000;

    @TempDir
    Path folder;

    private Path ring(String name, long iterations) {
        Path path = folder.resolve(name);
        Traces.writerFor(path).write(Programs.ring(RANKS, iterations, 1000, 2e-6), path, false);
        return path;
    }

    private String run(String... args) throws Exception {
        return ForkedCommand.start(folder, LITTLE, args).results();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ring.tailback", "ring.tailback.gz", "ring.ti"})
    void info_ofALargeTrace_needsLittleMemory(String name) throws Exception {
        assertThat(run("info", ring(name, ITERATIONS).toString(), "--format", "csv"))
                .contains("messages,500000", "bytes,500000000", "operations.compute,500000");
    }

    @Test
    void convert_ofALargeTrace_needsLittleMemory() throws Exception {
        Path text = ring("ring.tailback", ITERATIONS);
        Path packed = folder.resolve("ring.tailback.gz");

        assertThat(run("convert", text.toString(), packed.toString())).startsWith("wrote ");
        assertThat(run("info", packed.toString(), "--format", "csv")).contains("messages,500000");
    }

    @Test
    void replayWithTimeline_ofALongRun_needsLittleMemory() throws Exception {
        Path trace = ring("ring.tailback.gz", ITERATIONS / 5);
        Path timeline = folder.resolve("ring.json");

        assertThat(run("replay", trace.toString(), "--timeline", timeline.toString(), "--format", "csv"))
                .startsWith("rank,");
        assertThat(Files.size(timeline)).isGreaterThan(48_000_000);
    }
}
