package org.tailback.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileErrorsTest {
    @TempDir
    Path folder;

    @Test
    void folder_isNamedAsOne() {
        IOException failure =
                catchThrowableOfType(IOException.class, () -> new FileInputStream(folder.toFile()).close());
        assertThat(FileErrors.unreadable(folder, failure)).hasMessage(folder + ": expected a file, found a folder");
    }

    @Test
    void circleOfLinks_isNamedWithoutAnException() throws IOException {
        Path link = folder.resolve("link");
        Files.createSymbolicLink(link, link);
        for (IOException failure : new IOException[] {
            catchThrowableOfType(IOException.class, () -> new FileInputStream(link.toFile()).close()),
            catchThrowableOfType(IOException.class, () -> Files.readAllBytes(link))
        }) {
            assertThat(FileErrors.unreadable(link, failure))
                    .hasMessage(link + ": cannot be read (too many levels of symbolic links)");
        }
    }

    @Test
    void damage_asksForTheWholeFile() {
        assertThat(FileErrors.unreadable("a.gz", new ZipException("invalid block type")))
                .hasMessage("a.gz: cannot be read (invalid block type). Is the file complete and undamaged?");
        assertThat(FileErrors.unreadable("a.gz", new EOFException()))
                .hasMessage("a.gz: cannot be read (it is truncated). Is the file complete and undamaged?");
    }

    @Test
    void fullDisk_isNamed() {
        assertThat(FileErrors.unwritable("out", new IOException("No space left on device")))
                .hasMessage("out: cannot be written (no space left on device)");
    }
}
