package org.tailback.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.cli.CommandRun;

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

    private Path program(String operation) throws IOException {
        return Files.writeString(
                folder.resolve("p.tailback"), "tailback-trace 1\nranks 1\nrank 0\n" + operation + "\nend 1\n");
    }

    /** Without kernels and speed, 2 x 1000 x 1000 x 1000 operations take 0.2 s at 10 Gflop/s, 200,000,000 ns. */
    @Test
    void kernelIntoSchedule_takesItsTimeOnThePlatform() throws IOException {
        String kernel = program("kernel dgemm 1000 1000 1000").toString();
        Path out = folder.resolve("k.goal");

        CommandRun.of("convert", kernel, out.toString()).failed(2, "--platform FILE");
        CommandRun.of("convert", kernel, out.toString(), "--platform", "lumi").succeeded();

        assertThat(out).content().contains("calc 200000000\n");
    }

    @Test
    void programWithoutKernels_isNotToldOfThem() throws IOException {
        String trace = program("compute 1").toString();

        assertThat(CommandRun.json("replay", trace, "--platform", "lumi")
                        .get("warnings")
                        .toString())
                .doesNotContain("kernel");
    }

    @Test
    void collectivesIntoAFormThatKeepsThem_haveNoEffectAndAWarning() throws IOException {
        String trace = program("allreduce 8").toString();
        String out = folder.resolve("o.tailback").toString();

        assertThat(CommandRun.json("convert", trace, out, "--collectives", "mpich")
                        .get("warnings")
                        .toString())
                .contains("have no effect: the form tailback keeps");
    }

    @Test
    void nodesOfThePlatform_areChosenAsElsewhere() throws IOException {
        Path apart = folder.resolve("apart.goal");
        Path placed = folder.resolve("placed.goal");
        Path together = folder.resolve("together.goal");
        String chakra = CommandRun.repository("traces/examples/chakra-4").toString();
        CommandRun.of("convert", chakra, apart.toString(), "--platform", "dgx-h100", "--ranks-per-node", "1")
                .succeeded();
        CommandRun.of(
                        "convert",
                        chakra,
                        placed.toString(),
                        "--platform",
                        "dgx-h100",
                        "--placement",
                        "block:ranks-per-node=1")
                .succeeded();
        CommandRun.of("convert", chakra, together.toString(), "--platform", "dgx-h100")
                .succeeded();

        assertThat(apart).hasSameBinaryContentAs(placed);
        assertThat(Files.readString(apart)).isNotEqualTo(Files.readString(together));
        CommandRun.of("convert", chakra, apart.toString(), "--ranks-per-node", "1")
                .failed(2, "there are no nodes without --platform");
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
                .failed(2, "x.txt: no form has the ending of the file's name", "--output-format", "simgrid-ti");
        CommandRun.of("convert", text.toString(), folder.resolve("x.bin").toString(), "--output-format", "goal-binry")
                .failed(2, "unknown format 'goal-binry'", "Did you mean 'goal-binary'?");
    }

    @Test
    void impossiblePlaces_areRefused() {
        CommandRun.of("convert", text.toString(), folder.resolve("none/x.bin").toString())
                .failed(2, "none/x.bin: cannot be written (its folder does not exist)");
        CommandRun.of("convert", text.toString(), folder.toString(), "--output-format", "goal")
                .failed(2, folder + ": cannot be written (it is not a regular file)");
    }

    @Test
    void programs_throughAllForms_replayToTheSameMakespan() throws IOException {
        String ring = CommandRun.repository("traces/examples/ring-8").toString();
        String expected = makespan(ring);
        String from = ring;
        for (String name : new String[] {"a.tailback", "c.tailback.gz", "d.ti", "e.tailback"}) {
            String to = folder.resolve(name).toString();
            JsonNode report = CommandRun.json("convert", from, to);
            assertThat(report.get("outputBytes").asLong()).isPositive();
            assertThat(makespan(to)).as(name).isEqualTo(expected);
            from = to;
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString())).noneMatch(name -> name.endsWith(".part"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"npb-is-S-8", "npb-mg-S-8"})
    void recordedTraces_throughTheNativeForm_replayToTheSameMakespan(String name) {
        String original = CommandRun.shared("traces/ti/" + name).toString();
        String text = folder.resolve(name + ".tailback.gz").toString();
        String back = folder.resolve(name + ".ti").toString();
        CommandRun.json("convert", original, text);
        CommandRun.json("convert", text, back);

        assertThat(makespan(text)).isEqualTo(makespan(original));
        assertThat(makespan(back)).isEqualTo(makespan(original));
    }

    private static String makespan(String trace) {
        return CommandRun.json("replay", trace).get("makespan").asText();
    }

    @Test
    void strict_refusesWhatIsLost_andLeavesNothing() throws IOException {
        Path trace = Files.writeString(folder.resolve("p.tailback"), """
            tailback-trace 1
            ranks 2
            rank 0
            probe 1
            recv 1 10
            end
            rank 1
            send 0 10 mode ready
            end 1
            """);
        Path target = folder.resolve("p.ti");

        CommandRun.of("convert", trace.toString(), target.toString(), "--strict")
                .failed(2, "p.ti: not written", "1 x send in ready mode", "1 x probe");
        assertThat(target).doesNotExist();
        JsonNode report = CommandRun.json("convert", trace.toString(), target.toString());
        assertThat(report.get("warnings")).hasSizeGreaterThanOrEqualTo(2);
        CommandRun.of("convert", trace.toString(), target.toString()).failed(2, "the folder is not empty");
    }

    @Test
    void retiredForms_areUnknown() {
        for (String name : List.of("run.otf2", "run.tailbin", "run.tailback.d")) {
            Path target = folder.resolve(name);
            CommandRun.of("convert", "ring:ranks=2,bytes=1kB", target.toString())
                    .failed(2, name, "no form has the ending of the file's name", ".tailback.gz");
            assertThat(target).doesNotExist();
        }
    }

    @Test
    void schedulesAndPrograms_areKeptApart() {
        CommandRun.of("convert", text.toString(), folder.resolve("x.tailback").toString())
                .failed(2, "is a schedule of dependency graphs (format goal)");
    }

    @Test
    void program_asSchedule_replaysInTheSameTime_withTheChosenAlgorithms() {
        String trace = CommandRun.repository("traces/examples/ring-8").toString();
        Path target = folder.resolve("ring.bin");
        for (String collectives : new String[] {"basic", "mpich"}) {
            JsonNode report = CommandRun.json("convert", trace, target.toString(), "--collectives", collectives);
            assertThat(report.get("outputFormat").asText()).isEqualTo("goal-binary");
            assertThat(report.get("warnings").toString()).contains("'" + collectives + "' chooses");

            double ofTrace = CommandRun.json("replay", trace, "--collectives", collectives)
                    .get("makespan")
                    .asDouble();
            assertThat(CommandRun.json("replay", target.toString())
                            .get("makespan")
                            .asDouble())
                    .isEqualTo(ofTrace);
        }
        CommandRun.of("convert", trace, target.toString(), "--collectives", "mpic")
                .failed(2, "--collectives");
    }
}
