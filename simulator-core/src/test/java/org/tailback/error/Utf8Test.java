package org.tailback.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Utf8Test {
    @TempDir
    private Path folder;

    /** A sparse file of 10 GB has no byte on the disk and fits into no memory. */
    @Test
    void read_largerThanTheLimit_isRefusedUnread() throws IOException {
        Path file = folder.resolve("sparse");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(10_000_000_000L);
        }

        assertThatThrownBy(() -> Utf8.read(file, "placement file"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("the placement file has 10000000000 bytes; at most 67108864 are read");
        assertThat(Utf8.read(Files.writeString(file, "ü"), "file")).isEqualTo("ü");
    }
}
