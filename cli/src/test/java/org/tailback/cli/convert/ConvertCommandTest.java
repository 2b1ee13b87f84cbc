package org.tailback.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.cli.CommandRun;
import org.tailback.cli.TraceFiles;

class ConvertCommandTest {
    private static final String GOAL = """
            num_ranks 2

            rank 0 {
            l1: send 1000b to 1 tag 3
            l2: calc 7
            l2 irequires l1
            }

            rank 1 {
            l1: recv 1000b from -1 tag 3
            l2: calc 506
            l2 requires l1
            }
            """;

    @TempDir
    Path folder;

    private Path text;

    @BeforeEach
    void writeText() throws IOException {
        text = Files.writeString(folder.resolve("a.goal"), GOAL);
    }

    @Test
    void textToBinaryAndBack_isTheSame() throws IOException {
        Path binary = folder.resolve("a.bin");
        Path back = folder.resolve("back.goal");

        JsonNode report = CommandRun.json("convert", text.toString(), binary.toString());
        assertThat(CommandRun.of("convert", binary.toString(), back.toString())
                        .succeeded()
                        .out())
                .startsWith("wrote " + back + " (goal, ")
                .endsWith(") from " + binary + " (goal-binary)\n");

        assertThat(report.get("inputFormat").asText()).isEqualTo("goal");
        assertThat(report.get("outputFormat").asText()).isEqualTo("goal-binary");
        assertThat(report.get("outputBytes").asLong()).isEqualTo(Files.size(binary));
        assertThat(back).hasContent(GOAL);
        assertThat(CommandRun.of("info", binary.toString(), "--format", "csv").out())
                .isEqualTo(CommandRun.of("info", text.toString(), "--format", "csv")
                        .out());
    }

    @Test
    void gzipText_ontoItself_isDecompressed() throws IOException {
        Path zipped = folder.resolve("z.goal");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(zipped))) {
            out.write(Files.readAllBytes(text));
        }

        CommandRun.of("convert", zipped.toString(), zipped.toString()).succeeded();

        assertThat(zipped).hasContent(GOAL);
    }

    @Test
    void brokenInput_leavesTheOutputAsItWas() throws IOException {
        Files.writeString(text, GOAL + "rank 7 {\n}\n");
        Path output = Files.writeString(folder.resolve("out.bin"), "precious");

        CommandRun.of("convert", text.toString(), output.toString()).failed(2, "a.goal:14");

        assertThat(output).hasContent("precious");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactlyInAnyOrder(text, output);
        }
    }

    @Test
    void outputFormat_isStrongerThanTheName() throws IOException {
        Path output = folder.resolve("b.goal");
        CommandRun.of("convert", text.toString(), output.toString(), "--output-format", "goal-binary")
                .succeeded();
        assertThat(Files.readAllBytes(output)).startsWith(0x7f, 0x10);
    }

    @Test
    void unknownForm_isRefused() {
        CommandRun.of("convert", text.toString(), folder.resolve("x.txt").toString())
                .failed(2, "x.txt: this name does not say which form to write", "--output-format goal");
        CommandRun.of("convert", text.toString(), folder.resolve("x.bin").toString(), "--output-format", "goal-binry")
                .failed(2, "unknown format 'goal-binry'", "Did you mean 'goal-binary'?");
    }

    @Test
    void otherTraces_andImpossiblePlaces_areRefused() {
        CommandRun.of(
                        "convert",
                        TraceFiles.gather(folder).toString(),
                        folder.resolve("x.bin").toString())
                .failed(2, "format simgrid-ti, which cannot be converted");
        CommandRun.of("convert", text.toString(), folder.resolve("none/x.bin").toString())
                .failed(2, "none/x.bin: cannot be written (there is no folder for it)");
        CommandRun.of("convert", text.toString(), folder.toString(), "--output-format", "goal")
                .failed(2, folder + ": cannot be written (it is no file that could be replaced)");
    }
}
