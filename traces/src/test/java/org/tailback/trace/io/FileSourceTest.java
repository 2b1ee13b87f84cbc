package org.tailback.trace.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSourceTest {
    @TempDir
    Path folder;

    @Test
    void read_anywhereInAnyLength_givesTheBytesThere() throws IOException {
        Random random = new Random(3);
        byte[] content = new byte[50_000];
        random.nextBytes(content);
        Path file = Files.write(folder.resolve("file"), content);
        FileSource source = new FileSource(file);
        for (int i = 0; i < 500; i++) {
            int position = random.nextInt(content.length + 100);
            int length = 1 + random.nextInt(random.nextBoolean() ? 8192 : 60_000);
            byte[] target = new byte[length + 7];

            int count = source.read(position, target, 7, length);

            int expected = position >= content.length ? -1 : Math.min(length, content.length - position);
            assertThat(count).as("%s bytes at %s", length, position).isEqualTo(expected);
            if (count > 0) {
                assertThat(Arrays.copyOfRange(target, 7, 7 + count))
                        .isEqualTo(Arrays.copyOfRange(content, position, position + count));
            }
        }
    }

    @Test
    void read_noFile_tellsWhich() {
        assertThatThrownBy(() -> new FileSource(folder.resolve("none")).read(0, new byte[10], 0, 10))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("none");
    }
}
