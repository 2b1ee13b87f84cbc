package org.tailback.trace.dumpi;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.error.InputException;
import org.tailback.trace.TraceOptions;

class DumpiErrorsTest {
    @TempDir
    Path folder;

    private Path meta;
    private Path file;

    @BeforeEach
    void write() throws IOException {
        meta = DumpiBytes.write(
                folder, new DumpiBytes().init().waitall(2, 3).noStatus().finish());
        file = folder.resolve("trace-0000.bin");
    }

    private void assertRefused(String... parts) {
        assertThatThrownBy(() -> new DumpiTraceReader().open(meta, TraceOptions.DEFAULTS))
                .isInstanceOf(InputException.class)
                .satisfies(e -> {
                    for (String part : parts) {
                        org.assertj.core.api.Assertions.assertThat(e).hasMessageContaining(part);
                    }
                });
    }

    @Test
    void unknownFunction() throws IOException {
        Files.write(file, new DumpiBytes().init().call(300).file());
        assertRefused("trace-0000.bin: byte 48", "found 300", "0 to 289");
    }

    @Test
    void functionWithoutRecords() throws IOException {
        Files.write(file, new DumpiBytes().call(128).file());
        assertRefused("trace-0000.bin: byte 16", "128 (MPI_Pcontrol)");
    }

    @Test
    void listBeyondTheFile() throws IOException {
        Files.write(file, new DumpiBytes().call(18).i(2).i(1 << 20).file());
        assertRefused("trace-0000.bin: byte 35", "a list of 1048576 elements of 4 bytes");
        Files.write(file, new DumpiBytes().call(18).i(2).i(-1).file());
        assertRefused("a list of -1 elements");
    }

    @Test
    void recordsWithoutEnd() throws IOException {
        byte[] bytes = new DumpiBytes().call(0).i(1).file();
        Files.write(file, bytes);
        assertRefused("trace-0000.bin: byte");
    }

    @Test
    void truncatedFile() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 5));
        assertRefused("expected the index of the file", "record it again");
        Files.write(file, new byte[0]);
        assertRefused("byte 0: not a DUMPI file");
    }

    @Test
    void indexOfPlacesThatAreNotThere() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, DumpiBytes.withLong(bytes, -16, 1L << 60));
        assertRefused("the index places the footer at byte 1152921504606846976 of a file of " + bytes.length);
        Files.write(file, DumpiBytes.withLong(bytes, -24, -1));
        assertRefused("at byte 18446744073709551615");
    }

    @Test
    void oldVersion() throws IOException {
        Files.write(file, new DumpiBytes().version(0, 6, 8).init().file());
        assertRefused("found a file of DUMPI 0.6.8; expected 0.6.9 or newer");
    }

    @Test
    void compressedFile() throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(compressed)) {
            out.write(Files.readAllBytes(file));
        }
        Files.write(file, compressed.toByteArray());
        assertRefused("the file is compressed", "Decompress it");
    }

    @Test
    void ranksWithoutFile() throws IOException {
        Files.writeString(meta, "numprocs=900000000\nfileprefix=trace\n");
        assertRefused("expected numprocs=, 1 to 16777216, found '900000000'");
        Files.writeString(meta, "numprocs=100000\nfileprefix=trace\n");
        assertRefused("the trace has 100000 ranks, but there is no", "trace-0001.bin, the file of rank 1");
        Files.writeString(meta, "numprocs=\n");
        assertRefused("expected numprocs=");
    }
}
