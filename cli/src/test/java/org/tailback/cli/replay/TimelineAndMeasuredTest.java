package org.tailback.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.cli.CommandRun;
import org.tailback.cli.TraceFiles;

class TimelineAndMeasuredTest {
    private static final String MEASURED =
            CommandRun.repository("traces/examples/measured-ring-4").toString();
    private static final String RING =
            CommandRun.repository("traces/examples/ring-8").toString();
    private static final String HALO =
            CommandRun.repository("traces/examples/halo-4.goal").toString();

    @TempDir
    private Path folder;

    @Test
    void timeline_repeated_eachAsAlone(@TempDir Path folder) throws IOException {
        Path json = folder.resolve("a.json");
        Path paje = folder.resolve("a.trace");
        Path alone = folder.resolve("alone.json");
        String[] replay = {"replay", "ring:ranks=4,bytes=1MB", "--timeline"};

        CommandRun.of(replay[0], replay[1], replay[2], json.toString(), replay[2], paje.toString())
                .succeeded();
        CommandRun.of(replay[0], replay[1], replay[2], alone.toString()).succeeded();

        assertThat(json).hasSameBinaryContentAs(alone);
        assertThat(paje).content().startsWith("%EventDef");
        CommandRun.of(replay[0], replay[1], replay[2], json.toString(), replay[2], json.toString())
                .failed(2, "--timeline", "given twice");
    }

    @Test
    void timeline_everyForm_isWritten() throws IOException {
        for (String name : new String[] {"t.json", "t.trace", "t.csv", "t.json.gz"}) {
            Path file = folder.resolve(name);
            CommandRun.of("replay", RING, "--timeline", file.toString()).succeeded();
            CommandRun.of("replay", HALO, "--timeline", file.toString()).succeeded();
            assertThat(file).isNotEmptyFile();
        }
        JsonNode events = new ObjectMapper().readTree(folder.resolve("t.json").toFile());
        assertThat(events.get("traceEvents")).isNotEmpty();
    }

    @Test
    void timeline_forParaver_isRetired() {
        CommandRun.of("replay", RING, "--timeline", folder.resolve("t.prv").toString())
                .failed(2, "Paraver are no longer written", ".json (Perfetto");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void timeline_cut_isSmaller() throws IOException {
        Path whole = folder.resolve("whole.csv");
        Path part = folder.resolve("part.csv");
        CommandRun.of("replay", RING, "--timeline", whole.toString()).succeeded();
        CommandRun.of(
                        "replay",
                        RING,
                        "--timeline",
                        part.toString(),
                        "--timeline-from",
                        "2ms",
                        "--timeline-to",
                        "5ms",
                        "--timeline-ranks",
                        "0-1,5")
                .succeeded();

        assertThat(Files.size(part)).isLessThan(Files.size(whole));
        assertThat(Files.readAllLines(part).stream().skip(1)).allMatch(line -> line.matches("\\w+,[015],.*"));
    }

    @Test
    void timeline_wrongUse_isExplained() {
        CommandRun.of("replay", RING, "--timeline", "t.txt").failed(2, "t.txt", ".json", ".trace", ".csv");
        CommandRun.of("replay", RING, "--timeline-ranks", "1").failed(2, "--timeline-ranks", "--timeline");
        CommandRun.of("replay", RING, "--timeline", folder.resolve("t.json").toString(), "--timeline-ranks", "8")
                .failed(2, "no rank 8", "0 to 7");
        CommandRun.of("replay", RING, "--timeline", folder.resolve("t.json").toString(), "--timeline-ranks", "3-1")
                .failed(2, "--timeline-ranks", "3-1");
        CommandRun.of(
                        "replay",
                        HALO,
                        "--cost",
                        "loggops:latency=1us,overhead=1us,gap=1us,gap-per-byte=1ns",
                        "--timeline",
                        folder.resolve("t.json").toString())
                .failed(2, "--timeline", "loggops");
        CommandRun.of("replay", RING, "--measured").failed(2, "--measured", "recorded times");
    }

    @Test
    void timeline_ofADeadlock_leavesNothing() throws IOException {
        String trace = TraceFiles.write(folder, "recv 1 0 4 6", "recv 0 0 4 6").toString();
        Path written = Files.createDirectory(folder.resolve("written"));

        CommandRun.of("replay", trace, "--timeline", written.resolve("t.json").toString())
                .failed(3, "rank");

        try (Stream<Path> files = Files.list(written)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void measured_json_hasTheFieldsOfTheContract() {
        JsonNode measured = CommandRun.json("replay", MEASURED, "--measured").get("measured");

        assertThat(ImmutableList.copyOf(measured.fieldNames()))
                .containsExactly("span", "recorded", "simulated", "relativeError", "ranks", "calls", "clocks");
        assertThat(measured.get("ranks")).hasSize(4);
        assertThat(measured.get("calls"))
                .extracting(call -> call.get("kind").asText())
                .containsExactly("MPI_Irecv", "MPI_Isend", "MPI_Sendrecv", "MPI_Waitall", "compute");
        assertThat(measured.get("span").asDouble()).isCloseTo(18.8e-3, within(1e-4));
    }

    /** 4 ranks compute 30 ms together, whatever the network does. */
    @Test
    void computeScale_scalesTheSimulatedComputationOnly() {
        for (double scale : new double[] {0, 1, 2.5}) {
            JsonNode calls = CommandRun.json(
                            "replay", MEASURED, "--measured", "--compute-scale", Double.toString(scale))
                    .get("measured")
                    .get("calls");
            JsonNode compute = calls.get(4);
            assertThat(compute.get("kind").asText()).isEqualTo("compute");
            assertThat(compute.get("recorded").asDouble()).isCloseTo(0.0300, within(1e-4));
            assertThat(compute.get("simulated").asDouble())
                    .isCloseTo(scale * compute.get("recorded").asDouble(), within(1e-9));
        }
    }

    @Test
    void measured_textCsvAndChart() throws IOException {
        Path chart = folder.resolve("m.svg");
        CommandRun text = CommandRun.of("replay", MEASURED, "--measured-chart", chart.toString())
                .succeeded();
        CommandRun.of("replay", MEASURED, "--measured-chart", chart.toString(), "--measured-chart-by", "ranks")
                .succeeded();

        assertThat(text.out()).contains("Recorded against predicted", "MPI_Waitall", "Clocks: none");
        assertThat(Files.readString(chart)).contains("<svg");
        assertThat(CommandRun.of("replay", MEASURED, "--measured", "--format", "csv")
                        .succeeded()
                        .out())
                .startsWith("rank,finish,compute,blocked,messages,bytesSent,averagePenalty,lostToContention,"
                        + "lostToTimeouts,recorded,"
                        + "leftOut,relativeError\n");
        for (String clock : new String[] {"raw", "recorded"}) {
            CommandRun.of("replay", MEASURED, "--measured", "--clock", clock).succeeded();
        }
    }
}
