package org.tailback.trace.ti;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.error.InputException;
import org.tailback.generator.ExplicitProgram;
import org.tailback.generator.RandomPrograms;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.Traces;

/** The same program in every layout that TI traces come in. */
class TiLayoutTest {
    private static final int RANKS = 12;
    private static final TraceOptions OPTIONS = TraceOptions.DEFAULTS.withComputeSpeed(1e9);

    @TempDir
    Path folder;

    private final String[] texts = new String[RANKS];
    private ExplicitProgram expected;

    @BeforeEach
    void program() throws IOException {
        ExplicitProgram program = RandomPrograms.withCollectives(11, RANKS, 200, 1000);
        Path reference = Files.createDirectory(folder.resolve("reference"));
        for (int rank = 0; rank < RANKS; rank++) {
            texts[rank] = TiText.of(program, rank, 1e9);
            write(reference.resolve("rank-" + rank + ".txt"), texts[rank], false);
        }
        expected = ExplicitProgram.copyOf(Traces.open(reference, null, OPTIONS));
        assertThat(expected.ranks()).isEqualTo(RANKS);
    }

    private static void write(Path file, String text, boolean gzip) throws IOException {
        try (OutputStream out = Files.newOutputStream(file);
                OutputStream content = gzip ? new GZIPOutputStream(out) : out) {
            content.write(text.getBytes(StandardCharsets.US_ASCII));
        }
    }

    private void assertSame(Path path) {
        try (Trace trace = Traces.open(path, null, OPTIONS)) {
            assertThat(ExplicitProgram.copyOf(trace)).isEqualTo(expected);
            assertThat(ExplicitProgram.copyOf(trace)).isEqualTo(expected);
        }
    }

    /** All ranks' lines in one text, drawn line by line. */
    private String merged(long seed) {
        Random random = new Random(seed);
        StringBuilder merged = new StringBuilder("# all ranks\n\n");
        List<List<String>> left = new ArrayList<>();
        for (String text : texts) {
            left.add(new ArrayList<>(text.lines().toList()));
        }
        while (!left.isEmpty()) {
            int index = random.nextInt(left.size());
            merged.append(left.get(index).remove(0)).append(random.nextInt(9) == 0 ? "\r\n\n" : "\n");
            if (left.get(index).isEmpty()) {
                left.remove(index);
            }
        }
        return merged.toString();
    }

    @Test
    void folder_plainAndGzipMixed_whateverTheSuffixSays() throws IOException {
        Path trace = Files.createDirectory(folder.resolve("mixed"));
        for (int rank = 0; rank < RANKS; rank++) {
            write(trace.resolve("rank-" + rank + (rank % 2 == 0 ? ".txt" : ".txt.gz")), texts[rank], rank % 3 == 0);
        }
        Files.writeString(trace.resolve("README.md"), "not a trace");

        assertSame(trace);
    }

    @Test
    void folder_ofTheRecorder_countsFromOne() throws IOException {
        Path trace = Files.createDirectory(folder.resolve("t_files"));
        for (int rank = 0; rank < RANKS; rank++) {
            write(trace.resolve("1784000000." + rank + "_rank-" + (rank + 1) + ".txt"), texts[rank], false);
        }

        assertSame(trace);
    }

    @Test
    void list_besideItsFiles_isFoundAndSaid() throws IOException {
        StringBuilder list = new StringBuilder();
        for (int rank = 0; rank < RANKS; rank++) {
            list.append("some/where/reference/rank-").append(rank).append(".txt\n\n");
        }
        Path file = Files.writeString(folder.resolve("t"), list);

        assertSame(file);
        try (Trace trace = Traces.open(file, null, OPTIONS)) {
            assertThat(trace.approximations())
                    .singleElement()
                    .asString()
                    .contains(
                            "the files next to the list are used",
                            folder.resolve("reference/rank-0.txt").toString());
        }
    }

    @Test
    void list_ofAbsolutePaths_needsNoRemark() throws IOException {
        StringBuilder list = new StringBuilder();
        for (int rank = 0; rank < RANKS; rank++) {
            list.append(folder.resolve("reference/rank-" + rank + ".txt").toAbsolutePath())
                    .append('\n');
        }
        Path file = Files.writeString(folder.resolve("t"), list);

        assertSame(file);
        try (Trace trace = Traces.open(file, null, OPTIONS)) {
            assertThat(trace.approximations()).isEmpty();
        }
    }

    @Test
    void list_ofOnePath_isAMergedTrace() throws IOException {
        write(folder.resolve("merged.txt"), merged(1), false);

        assertSame(Files.writeString(folder.resolve("t"), "merged.txt\n"));
    }

    @Test
    void merged_anyOrderPlainOrGzip_isSortedByRank() throws IOException {
        for (int seed = 0; seed < 5; seed++) {
            write(folder.resolve("plain" + seed), merged(seed), false);
            write(folder.resolve("gzip" + seed), merged(seed), true);

            assertSame(folder.resolve("plain" + seed));
            assertSame(folder.resolve("gzip" + seed));
        }
    }

    @Test
    void merged_longLines_areCopiedWhole() throws IOException {
        String comment = " ".repeat(100_000);
        write(folder.resolve("merged"), "0 send 1 0 1" + comment + "\n1 recv 0 0 1\n0 send 1 0 2\n1 recv 0 0 2", false);
        try (Trace sorted = Traces.open(folder.resolve("merged"), null, OPTIONS)) {
            ExplicitProgram program = ExplicitProgram.copyOf(sorted);
            assertThat(program.operations(0)).extracting(Object::toString).hasSize(2);
            assertThat(program.operations(1)).hasSize(2);
        }
    }

    @Test
    void merged_tooLargeForMemory_isRefusedWithTwoRemedies() throws IOException {
        Path merged = folder.resolve("merged");
        write(merged, merged(1), false);
        long size = Files.size(merged);

        assertThat(MergedFile.read(merged, List.of(), size).ranks()).isEqualTo(expected.ranks());
        assertThatThrownBy(() -> MergedFile.read(merged, List.of(), size / 2))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(merged + ": has more than 0 MiB of actions")
                .hasMessageContaining("Write one file per rank, for example with awk")
                .hasMessageContaining("TAILBACK_JAVA_OPTS=-Xmx8g");
    }

    @Test
    void merged_error_isReportedWithTheLineOfTheFile() throws IOException {
        Path file = Files.writeString(
                folder.resolve("merged"), "# x\n0 init\n1 init\n\n1 compute 1\n0 compute 1\n1 compute x\n");
        try (Trace trace = Traces.open(file, null, OPTIONS)) {
            assertThatThrownBy(() -> ExplicitProgram.copyOf(trace))
                    .isInstanceOf(InputException.class)
                    .hasMessageStartingWith(file + ":7: expected the number of flops");
        }
    }

    @Test
    void merged_rankWithoutLines_isNamed() throws IOException {
        Path file = Files.writeString(folder.resolve("merged"), "0 init\n3 init\n1 init\n");

        assertThatThrownBy(() -> Traces.open(file, null, OPTIONS))
                .isInstanceOf(InputException.class)
                .hasMessage(file
                        + ": rank 2 has no action, although there are ranks up to 3. Ranks must be numbered"
                        + " from 0 without a gap");
    }

    @Test
    void merged_garbageRank_isReportedWithoutUsingMemory() throws IOException {
        Path file = Files.writeString(folder.resolve("merged"), "0 init\n999999999 init\n");

        assertThatThrownBy(() -> Traces.open(file, null, OPTIONS))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(file + ":2: expected a rank from 0 to 16777215");
    }

    @Test
    void folder_missingRank_isNamed() throws IOException {
        Files.delete(folder.resolve("reference/rank-7.txt"));

        assertThatThrownBy(() -> Traces.open(folder.resolve("reference"), null, OPTIONS))
                .isInstanceOf(InputException.class)
                .hasMessage(folder.resolve("reference")
                        + ": the file of rank 7 is missing, rank-7.txt or the same with .gz, although there is"
                        + " rank-8.txt");
    }

    @Test
    void folder_rankTwice_isRefused() throws IOException {
        write(folder.resolve("reference/rank-7.txt.gz"), texts[7], true);

        assertThatThrownBy(() -> Traces.open(folder.resolve("reference"), null, OPTIONS))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("both rank-7.txt and rank-7.txt.gz are files of rank 7");
    }

    @Test
    void list_missingFile_isNamedWithItsLine() throws IOException {
        Path file = Files.writeString(folder.resolve("t"), "\nreference/rank-0.txt\nreference/rank-99.txt\n");

        assertThatThrownBy(() -> Traces.open(file, null, OPTIONS))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(file + ":3: there is no file reference/rank-99.txt");
    }

    @Test
    void list_inLatin1_isRefusedWithItsLine() throws IOException {
        Path file = Files.write(
                folder.resolve("t"), "reference/rank-0.txt\nfür/rank-1.txt\n".getBytes(StandardCharsets.ISO_8859_1));

        assertThatThrownBy(() -> Traces.open(file, null, OPTIONS))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(file + ":2:2: expected text in UTF-8, found the byte 0xfc");
    }

    /** A replay has all ranks open: that must not need a file descriptor each. */
    @Test
    void open_allRanksAtOnce_keepsNoFileOpen() {
        try (Trace trace = Traces.open(folder.resolve("reference"), null, OPTIONS)) {
            long before = openFiles();
            List<org.tailback.program.Program> programs = new ArrayList<>();
            for (int rank = 0; rank < RANKS; rank++) {
                programs.add(trace.open(rank));
                programs.get(rank).produce(new org.tailback.generator.OperationRecorder(new ArrayList<>()));
            }
            assertThat(openFiles()).isLessThan(before + RANKS);
            programs.forEach(org.tailback.program.Program::close);
        }
    }

    private static long openFiles() {
        return java.lang.management.ManagementFactory.getOperatingSystemMXBean()
                        instanceof com.sun.management.UnixOperatingSystemMXBean system
                ? system.getOpenFileDescriptorCount()
                : 0;
    }
}
