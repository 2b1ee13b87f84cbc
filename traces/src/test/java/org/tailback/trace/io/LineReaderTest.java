package org.tailback.trace.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.error.InputException;

class LineReaderTest {
    @TempDir
    Path folder;

    private static List<String> lines(InputStream input, int bufferSize) {
        List<String> lines = new ArrayList<>();
        try (LineReader reader = new LineReader(input, bufferSize, number -> "text:" + number)) {
            while (reader.next()) {
                lines.add(new String(
                        reader.bytes(), reader.start(), reader.end() - reader.start(), StandardCharsets.US_ASCII));
                assertThat(reader.lineNumber()).isEqualTo(lines.size());
            }
            assertThat(reader.next()).isFalse();
        }
        return lines;
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(content);
        }
        return bytes.toByteArray();
    }

    /** The oracle is String.lines(), which treats a missing last newline alike. */
    @Test
    void next_randomTextInAnyBuffer_findsTheLines() {
        Random random = new Random(1);
        for (int i = 0; i < 500; i++) {
            StringBuilder text = new StringBuilder();
            int length = random.nextInt(200);
            for (int j = 0; j < length; j++) {
                text.append(random.nextInt(6) == 0 ? '\n' : (char) ('a' + random.nextInt(26)));
            }
            byte[] bytes = text.toString().getBytes(StandardCharsets.US_ASCII);

            assertThat(lines(new ByteArrayInputStream(bytes), 1 + random.nextInt(40)))
                    .as("text '%s'", text)
                    .isEqualTo(text.toString().lines().toList());
        }
    }

    /** Whoever asks for the next line may have found the end of the last one, or not looked for it. */
    @Test
    void advance_randomTextInAnyBuffer_findsTheLinesThatNextFinds() {
        Random random = new Random(2);
        for (int i = 0; i < 500; i++) {
            StringBuilder text = new StringBuilder();
            int length = random.nextInt(200);
            for (int j = 0; j < length; j++) {
                text.append(random.nextInt(6) == 0 ? '\n' : (char) ('a' + random.nextInt(26)));
            }
            byte[] bytes = text.toString().getBytes(StandardCharsets.US_ASCII);
            List<String> lines = new ArrayList<>();
            LineReader reader =
                    new LineReader(new ByteArrayInputStream(bytes), 1 + random.nextInt(40), number -> "text:" + number);
            while (random.nextBoolean() ? reader.next() : reader.advance()) {
                int end = reader.start();
                while (reader.bytes()[end] != '\n') {
                    end++;
                }
                lines.add(new String(reader.bytes(), reader.start(), end - reader.start(), StandardCharsets.US_ASCII));
                if (random.nextBoolean()) {
                    reader.endAt(end);
                }
                if (random.nextBoolean()) {
                    assertThat(reader.end()).isEqualTo(end);
                }
                if (random.nextBoolean()) {
                    int behind = lines.stream().mapToInt(String::length).sum() + lines.size();
                    assertThat(reader.nextOffset()).as("text '%s'", text).isEqualTo(Math.min(behind, length));
                }
                assertThat(reader.lineNumber()).isEqualTo(lines.size());
            }
            assertThat(reader.advance()).isFalse();

            assertThat(lines)
                    .as("text '%s'", text)
                    .isEqualTo(text.toString().lines().toList());
        }
    }

    @Test
    void next_lineWithoutEnd_isRefusedBeforeMemoryIsUsedUp() {
        InputStream endless = new InputStream() {
            @Override
            public int read() {
                return 'x';
            }

            @Override
            public int read(byte[] target, int offset, int length) {
                java.util.Arrays.fill(target, offset, offset + length, (byte) 'x');
                return length;
            }
        };

        assertThatThrownBy(() -> lines(endless, 16))
                .isInstanceOf(InputException.class)
                .hasMessage("text:1: the line is longer than 16777216 bytes. Is the file a text trace?");
    }

    @Test
    void decompressed_plainGzipAndSeveralMembers_giveTheContent() throws IOException {
        String text = "0 init\n".repeat(50_000);
        byte[] content = text.getBytes(StandardCharsets.US_ASCII);
        byte[] compressed = gzip(content);
        byte[] twice = java.util.Arrays.copyOf(compressed, 2 * compressed.length);
        System.arraycopy(compressed, 0, twice, compressed.length, compressed.length);
        Path plain = Files.write(folder.resolve("plain"), content);
        Path gzip = Files.write(folder.resolve("no-suffix"), compressed);
        Path members = Files.write(folder.resolve("members"), twice);

        assertThat(lines(SourceStream.decompressed(new FileSource(plain)), 4096))
                .hasSize(50_000);
        assertThat(lines(SourceStream.decompressed(new FileSource(gzip)), 4096)).hasSize(50_000);
        assertThat(lines(SourceStream.decompressed(new FileSource(members)), 4096))
                .hasSize(100_000);
    }

    @Test
    void decompressed_emptyAndOneByteFiles_arePlain() throws IOException {
        Path empty = Files.write(folder.resolve("empty"), new byte[0]);
        Path one = Files.write(folder.resolve("one"), new byte[] {'a'});

        assertThat(lines(SourceStream.decompressed(new FileSource(empty)), 4096))
                .isEmpty();
        assertThat(lines(SourceStream.decompressed(new FileSource(one)), 4096)).containsExactly("a");
    }

    @Test
    void next_truncatedGzip_saysWhereItEnds() throws IOException {
        byte[] content = "0 compute 12345\n".repeat(10_000).getBytes(StandardCharsets.US_ASCII);
        byte[] compressed = gzip(content);
        Path file = Files.write(folder.resolve("cut.gz"), java.util.Arrays.copyOf(compressed, compressed.length / 2));

        assertThatThrownBy(() -> lines(SourceStream.decompressed(new FileSource(file)), 4096))
                .isInstanceOf(InputException.class)
                .hasMessageMatching(
                        "text:\\d+: cannot be read further \\(.*\\)\\. Is the file complete and undamaged\\?");
    }
}
