package org.tailback.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --chart} and {@code --report} of the commands that compare runs. */
class PicturesTest {
    private static final String RING =
            CommandRun.repository("traces/examples/ring-8").toString();
    private static final String GIGE = CommandRun.platform("vienne-gige.yaml");
    private static final String STAR = CommandRun.platform("star-10g.yaml");

    @TempDir
    Path folder;

    private String chart() throws IOException {
        return Files.readString(folder.resolve("chart.svg"));
    }

    private String page() throws IOException {
        String page = Files.readString(folder.resolve("page.html"));
        assertThat(page).doesNotContain("http://www.w3.org/1999", "https://", "src=", "@import");
        assertThat(page).contains("[\"command\",\"tailback ", "[\"version\",\"tailback ", "[\"date\",\"20", "validity");
        return page;
    }

    private CommandRun run(String... command) {
        List<String> words = new ArrayList<>(List.of(command));
        words.addAll(List.of(
                "--chart",
                folder.resolve("chart.svg").toString(),
                "--report",
                folder.resolve("page.html").toString()));
        return CommandRun.of(words.toArray(new String[0])).succeeded();
    }

    @Test
    void compare_drawsABarForEachCombination() throws IOException {
        run("compare", RING, "--platform", GIGE, "--platform", STAR, "--compute-speed", "10Gf");

        assertThat(chart()).contains(">vienne-gige</text>", ">star-10g</text>", "without contention, star-10g: ");
        assertThat(page())
                .contains("<svg", "\"name\":\"uncontended\"", "\"nominal\"", "star-10g")
                .contains("\"common\":[", "<title>Which network is fastest?</title>");
    }

    @Test
    void place_drawsTheSearchAndListsTheNodes() throws IOException {
        run("place", RING, "--platform", GIGE, "--compute-speed", "10Gf", "--budget", "12");

        assertThat(chart()).contains(">best so far</text>", ">round-robin</text>", ">lower bound</text>");
        assertThat(page()).contains("placements replayed", "[0,\"", "[7,\"", "found by");
    }

    @Test
    void sweep_sizesAndATrace_areTwoChartsAndAWarning() throws IOException {
        Path study = Files.writeString(
                folder.resolve("study.yaml"),
                "workloads:\n  - trace: " + RING + "\n  - {collective: alltoall, algorithms: [A, B], ranks: 8,"
                        + " sizes: [1KiB, 4KiB]}\nplatforms: [" + GIGE + ", " + STAR + "]\n");

        CommandRun run = run("sweep", study.toString());

        assertThat(run.err()).contains("2 of 10 runs have no message size");
        assertThat(chart())
                .containsOnlyOnce(">vienne-gige, gigabit-ethernet</text>")
                .contains(">4 KiB</text>");
        assertThat(page()).contains("study.yaml, runs without a size</text>", "2 of 10 runs have no message size");
        assertThat(page().split("<div class=\"wide\"><svg", -1)).hasSize(3);
    }

    @Test
    void report_sameCommand_sameBytes() throws IOException {
        run("compare", RING, "--platform", GIGE, "--platform", STAR, "--threads", "1");
        String first = page();
        run("compare", RING, "--platform", GIGE, "--platform", STAR, "--threads", "1");

        assertThat(page()).isEqualTo(first);
    }

    @Test
    void badNames_areRefusedBeforeWork() {
        for (String command : new String[] {"compare", "place"}) {
            CommandRun.of(command, RING, "--platform", GIGE, "--chart", "a.pdf")
                    .failed(2, "a chart is written as .svg");
            CommandRun.of(command, RING, "--platform", GIGE, "--report", "a.pdf")
                    .failed(2, ".html");
        }
        CommandRun.of("sweep", "missing.yaml", "--report", "a.pdf").failed(2, ".html");
    }

    @Test
    void replayReport_saysCommandAndConflictsInWords() throws IOException {
        Path page = folder.resolve("ring page.html");
        CommandRun.of("replay", RING, "--platform", STAR, "--report", page.toString())
                .succeeded();

        String html = Files.readString(page);
        assertThat(html)
                .contains("[\"command\",\"tailback replay ", "--report '" + page + "'\"]", "[\"version\",\"tailback ");
        assertThat(html).contains("\"outgoing conflicts\"", "shared their source node with others");
        assertThat(html).doesNotContain("income/outgo", "{ name: 'what'");
        assertThat(html).as("rates with their unit").contains("rate 625 MB/s = max-min fair share");
    }
}
