package org.tailback.trace.ti;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.error.InputException;
import org.tailback.generator.ExplicitProgram;
import org.tailback.trace.Trace;
import org.tailback.trace.Traces;

class TiErrorsTest {
    @TempDir
    Path folder;

    private void read(byte[] content) {
        try {
            Files.write(folder.resolve("rank-0.txt"), content);
            Files.writeString(folder.resolve("rank-1.txt"), "1 init\n");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        try (Trace trace = Traces.open(folder)) {
            ExplicitProgram.copyOf(trace);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    0 isnd 1 0 1 | unknown keyword 'isnd'. Did you mean 'isend'? Keywords: init, finalize,
                    0 Isend 1 0 1 | unknown keyword 'Isend'. Did you mean 'isend'?
                    0 | expected a keyword after the rank, found the end of the line
                    x init | expected a rank at the beginning of the line, found 'x'
                    2 init | rank 2 is out of range. The trace has 2 ranks, 0 to 1
                    -1 init | rank -1 is out of range
                    0 isend 2 0 1 | destination 2 is out of range. The trace has 2 ranks, 0 to 1
                    0 irecv -1 0 1 | source -1 is out of range
                    0 irecv -334 0 1 | source -334 is out of range
                    0 ibcast 5 2 | root 2 is out of range
                    0 Ssend 1 | 'Ssend' lacks its tag; found one argument after the keyword. Expected: destination tag count [datatype]
                    0 isend 1e0 0 1 | expected a whole number for the destination, found '1e0'
                    0 isend 1 a 1 | expected a whole number for the tag, found 'a'
                    0 isend 1 99999999999 1 | the tag 99999999999 does not fit 32 bits
                    0 isend 1 0 -1 | expected a count, 0 or more, found '-1'
                    0 isend 1 0 1k | expected a number for the count, found '1k'
                    0 isend 1 0 1e99 | the count '1e99' is above 2^53
                    0 isend 1 0 9007199254740992 0 | 9007199254740992 elements of 8 bytes are more than 2^53 bytes
                    0 isend 1 0 1 60 | unknown datatype 60. Datatypes are numbered -1 to 59
                    0 isend 1 0 1 -2 | unknown datatype -2
                    0 isend 1 0 | 'isend' lacks its count; found 2 arguments after the keyword. Expected: destination tag count [datatype]
                    0 isend | 'isend' lacks its destination; found nothing after the keyword
                    0 compute -5 | expected the number of flops as a finite number, 0 or more, found '-5'
                    0 compute nan | expected the number of flops as a finite number, 0 or more, found 'nan'
                    0 compute 1e999 | expected the number of flops as a finite number, 0 or more, found '1e999'
                    0 bcast 5 2 | root 2 is out of range
                    0 allreduce 5 | 'allreduce' lacks its number of flops; found one argument after the keyword. Expected: count flops [datatype]
                    0 alltoallv 1 1 1 1 1 | 'alltoallv' lacks its receive count; found 5 arguments after the keyword. Expected: send-buffer-size P send-counts receive-buffer-size P receive-counts [send-datatype receive-datatype], with P = 2 ranks
                    0 alltoallv 1 1e6 1 1 1 1 | expected a whole number for the send count, found '1e6'
                    0 gather -4 4 0 | expected a send-count, 0 or more, found -4
                    0 wait 0 1 | 'wait' lacks its tag
                    """)
    void malformedLine_isReportedWithFileAndLine(String line, String problem) {
        assertThatThrownBy(() -> read(("0 init\n\n" + line + "\n0 finalize\n").getBytes(StandardCharsets.US_ASCII)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("rank-0.txt:3: " + problem);
    }

    @Test
    void binaryGarbage_isAnInputException() {
        Random random = new Random(3);
        for (int i = 0; i < 300; i++) {
            byte[] garbage = new byte[1 + random.nextInt(2000)];
            random.nextBytes(garbage);
            garbage[0] = 'x';
            assertThatThrownBy(() -> read(garbage)).isInstanceOf(InputException.class);
        }
    }

    /** Whatever one byte is changed to: an InputException or another trace, nothing else. */
    @Test
    void mutatedTrace_neverFailsOtherwise() {
        String text =
                "0 init 1\n0 isend 1 5 1e3 0\n0 compute 8.2e+06\n0 wait 0 1 5\n0 alltoallv 4 2 2 4 2 2 1 1\n0 waitall 3\n";
        Random random = new Random(4);
        int refused = 0;
        for (int i = 0; i < 400; i++) {
            byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
            for (int j = 0; j <= random.nextInt(3); j++) {
                bytes[random.nextInt(bytes.length)] = (byte)
                        (random.nextBoolean() ? "0123456789 -.e\n#".charAt(random.nextInt(16)) : random.nextInt(256));
            }
            try {
                read(bytes);
            } catch (InputException e) {
                refused++;
            }
        }
        assertThat(refused).isBetween(80, 380);
    }

    @Test
    void truncatedGzip_isAnInputException() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write("0 compute 1\n".repeat(1000).getBytes(StandardCharsets.US_ASCII));
        }
        byte[] whole = bytes.toByteArray();
        for (int length = 2; length < whole.length; length += 3) {
            byte[] cut = java.util.Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> read(cut))
                    .as("length %s", length)
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("rank-0.txt")
                    .hasMessageContaining("Is the file complete and undamaged?");
        }
    }
}
