package org.tailback.trace.clog2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tailback.trace.SharedSamples;

/**
 * Every record of real files is read as MPE's clog2_print prints it; where that names wrong communicators (messages
 * between groups in comm1-isr-6), as an independent reader does.
 */
class Clog2GoldenTest {
    static Stream<Path> files() {
        return SharedSamples.below("clog2").stream()
                .filter(path ->
                        path.toString().endsWith(".clog2") || path.toString().endsWith(".clog2.gz"));
    }

    @Test
    void samples_areThere() {
        assumeTrue(files().findAny().isPresent(), "skipped: there are no shared CLOG-2 samples. Set -Dtailback.shared");
        assertThat(files()).isNotEmpty();
    }

    @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
    @MethodSource("files")
    void records_areThoseOfTheReference(Path file) throws IOException {
        String name = file.getFileName().toString().replace(".clog2", "").replace(".gz", "");
        Path records = file.resolveSibling(name + ".records.txt");
        compare(file, Files.exists(records) ? records : file.resolveSibling(name + ".clog2_print.txt"));
    }

    @Test
    void records_ofSmallSamples_areThoseOfTheReference() throws IOException {
        compare(Clog2Samples.file("npb-is-S-4-blk4k.clog2"), Clog2Samples.file("npb-is-S-4-blk4k.clog2_print.txt"));
        compare(Clog2Samples.file("comm1-isr-6.clog2.gz"), Clog2Samples.file("comm1-isr-6.records.txt"));
    }

    private static void compare(Path file, Path reference) throws IOException {
        try (Clog2Cursor cursor = new Clog2Cursor(file);
                BufferedReader lines = SharedSamples.text(reference)) {
            long number = 0;
            for (String expected = lines.readLine(); expected != null; expected = lines.readLine()) {
                number++;
                if (!expected.startsWith("ts=")) {
                    continue;
                }
                if (!cursor.next()) {
                    fail("Records end before line %d of the reference: %s", number, expected);
                }
                String found = oneBlank(RecordPrinter.line(cursor));
                if (!found.equals(oneBlank(expected))) {
                    assertThat(found).as("line %d of the reference", number).isEqualTo(oneBlank(expected));
                }
            }
            assertThat(number).isGreaterThan(100);
            assertThat(cursor.next()).as("records beyond the reference").isFalse();
        }
    }

    private static String oneBlank(String line) {
        return line.strip().replaceAll(" +", " ");
    }
}
