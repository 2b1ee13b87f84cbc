package org.tailback.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.error.InputException;
import org.tailback.program.ParallelProgram;

/**
 * Contract of every reader of traces. A reader's test extends this class, calls the reader, and writes a trace. The
 * contract uses programs only, so that readers can be tested without the module {@code traces}, which selects readers.
 */
public abstract class TraceReaderContract {
    private static final int DAMAGED_COPIES = 200;

    /** Returns the format's name. */
    protected abstract String format();

    /** Returns the result of the reader's {@code recognises} for a file or folder. */
    protected abstract boolean recognises(Path path);

    /** Returns the trace that the reader opens. The contract closes the trace if it is closeable. */
    protected abstract ParallelProgram open(Path path);

    /**
     * Writes a trace that the reader can read, with all features of the format if possible.
     *
     * @param folder empty folder; the trace may be a file in it or the folder itself
     * @return path of the trace
     */
    protected abstract Path writeTrace(Path folder) throws IOException;

    private Path trace(Path folder) throws IOException {
        return writeTrace(Files.createDirectories(folder.resolve("sample")));
    }

    /** Tests that the name can be written on a command line. */
    @Test
    public void format_isLowerCaseWordsJoinedByHyphens() {
        assertThat(format()).matches("[a-z][a-z0-9]*(-[a-z0-9]+)*");
    }

    /** Tests that the reader recognises traces of its format and no other files. */
    @Test
    public void recognises_itsTracesOnly(@TempDir Path folder) throws IOException {
        Path trace = trace(folder);
        Path empty = Files.createFile(folder.resolve("empty"));
        Path emptyFolder = Files.createDirectory(folder.resolve("nothing"));
        Path prose = Files.writeString(folder.resolve("prose.txt"), "It was the best of times.\n");
        Path bytes = Files.write(folder.resolve("bytes"), new byte[] {0, -1, 2, -3, 0, 0, 7});

        assertThat(recognises(trace)).as("%s", trace).isTrue();
        for (Path other : List.of(empty, emptyFolder, prose, bytes)) {
            assertThat(recognises(other)).as("%s", other).isFalse();
        }
    }

    /**
     * Tests that every rank can be read repeatedly and in any order, with the same operations, and that a trace can be
     * closed twice.
     */
    @Test
    public void ranks_readTwice_haveTheSameOperations(@TempDir Path folder) throws Exception {
        ParallelProgram trace = open(trace(folder));
        assertThat(trace.ranks()).isPositive();
        List<List<String>> once = new ArrayList<>();
        for (int rank = 0; rank < trace.ranks(); rank++) {
            once.add(OperationLog.of(trace, rank));
        }
        assertThat(once).as("operations of the ranks").anyMatch(lines -> !lines.isEmpty());
        for (int rank = trace.ranks() - 1; rank >= 0; rank--) {
            assertThat(OperationLog.of(trace, rank)).as("rank %d", rank).isEqualTo(once.get(rank));
        }
        assertThat(trace.approximations()).isNotNull();
        close(trace);
        close(trace);
    }

    private static void close(ParallelProgram trace) throws Exception {
        if (trace instanceof AutoCloseable closeable) {
            closeable.close();
        }
    }

    /** Tests that missing files are reported. */
    @Test
    public void open_missing_isReported(@TempDir Path folder) {
        assertThatThrownBy(() -> open(folder.resolve("missing")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("missing");
    }

    /** Tests that damaged traces are either read or rejected with an error message, without other exceptions. */
    @Test
    public void open_damaged_isReadOrRefusedWithAMessage(@TempDir Path folder) throws Exception {
        for (long seed = 0; seed < DAMAGED_COPIES; seed++) {
            Path copy = writeTrace(Files.createDirectories(folder.resolve("damaged" + seed)));
            String damage = damage(copy, new SplittableRandom(seed));
            try {
                readAll(copy);
            } catch (InputException refused) {
                assertThat(refused.getMessage())
                        .as("message for seed %d, %s", seed, damage)
                        .isNotBlank();
            } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
                throw new AssertionError("seed " + seed + ", " + damage, e);
            }
        }
    }

    private void readAll(Path path) throws Exception {
        ParallelProgram trace = open(path);
        try {
            for (int rank = 0; rank < Math.min(trace.ranks(), 64); rank++) {
                OperationLog.of(trace, rank);
            }
        } finally {
            close(trace);
        }
    }

    private static String damage(Path trace, SplittableRandom random) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(trace)) {
            files = walk.filter(Files::isRegularFile).sorted().toList();
        }
        Path file = files.get(random.nextInt(files.size()));
        byte[] content = Files.readAllBytes(file);
        int at = random.nextInt(content.length + 1);
        if (random.nextBoolean() || at == content.length) {
            Files.write(file, Arrays.copyOf(content, at));
            return file.getFileName() + " cut off after " + at + " bytes";
        }
        byte before = content[at];
        content[at] = (byte) random.nextInt(256);
        Files.write(file, content);
        return file.getFileName() + " with byte " + at + " changed from " + before + " to " + content[at];
    }
}
