package org.tailback.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.cli.CommandRun;
import org.tailback.units.Readable;
import org.tailback.units.SizeUnits;

/** Reports in a real browser: they render without an error, and their controls work. */
class ReportInBrowserTest {
    private static final String TABLE_2 = CommandRun.platform("plogpt-table2-bidirectional.yaml");
    private static final String RING =
            CommandRun.repository("traces/examples/ring-8").toString();

    @TempDir
    Path folder;

    private static String ink(String canvas) {
        return "const c = document.getElementById('" + canvas
                + "'); const d = c.getContext('2d').getImageData(0, 0, c.width,"
                + " c.height).data; let n = 0; for (let i = 3; i < d.length; i += 4) if (d[i] > 0) n++; return n;";
    }

    private static String column(String name) {
        return "[...document.querySelectorAll('#rows th')].findIndex(head => head.textContent === '" + name + "')";
    }

    /** Neither the page nor its chart is wider than a phone, in the light and in the dark. */
    @Test
    void compareReport_narrowWindow_fitsAndShowsItsNarrowChart() throws Exception {
        Path page = folder.resolve("compare.html");
        CommandRun.of("demo", "--report", page.toString(), "--title", "Which network?")
                .succeeded();
        try (WebDriver browser = WebDriver.start(folder)) {
            browser.open(page);
            for (int width : new int[] {1400, 500}) {
                browser.resize(width, 900);
                assertThat(browser.run("return document.documentElement.scrollWidth - window.innerWidth")
                                .asInt())
                        .as("wider than the window of %d pixels", width)
                        .isLessThanOrEqualTo(0);
                assertThat(browser.run("return [...document.querySelectorAll('svg')].map(svg => svg.checkVisibility())"
                                        + ".join()")
                                .asText())
                        .isEqualTo(width > 640 ? "true,false" : "false,true");
            }
            assertThat(browser.run("return document.querySelector('h1').textContent")
                            .asText())
                    .isEqualTo("Which network?");
            assertThat(browser.run("return document.getElementById('common').textContent")
                            .asText())
                    .contains("basis nominal");
            String casing = "return getComputedStyle(document.querySelector('.casing')).stroke"
                    + " === getComputedStyle(document.body).backgroundColor";
            assertThat(browser.run(casing).asBoolean()).isTrue();
            browser.run("document.getElementById('theme').click()");
            assertThat(browser.run(casing).asBoolean())
                    .as("whiskers after a change of colours")
                    .isTrue();
        }
    }

    @Test
    void replayReport_rendersAndItsControlsWork() throws Exception {
        Path page = folder.resolve("ring.html");
        CommandRun.of("replay", RING, "--platform", TABLE_2, "--report", page.toString())
                .succeeded();
        try (WebDriver browser = WebDriver.start(folder)) {
            browser.open(page);

            assertThat(browser.run("return document.documentElement.dataset.ready")
                            .asText())
                    .isEqualTo("yes");
            assertThat(browser.run("return document.querySelector('.verdict').textContent")
                            .asText())
                    .startsWith("ring-8 takes");
            for (String canvas : new String[] {"timeline", "contention", "graph", "matrix"}) {
                assertThat(browser.run(ink(canvas)).asInt()).as(canvas).isGreaterThan(1000);
            }
            String range = "return document.getElementById('timeline-range').textContent";
            String whole = browser.run(range).asText();
            browser.run("document.getElementById('zoom-in').click()");
            assertThat(browser.run(range).asText()).isNotEqualTo(whole);
            browser.run("document.getElementById('timeline').dispatchEvent(new KeyboardEvent('keydown', {key: '0'}))");
            assertThat(browser.run(range).asText()).isEqualTo(whole);

            String firstRank = "return document.querySelector('#ranks tbody td').textContent";
            assertThat(browser.run(firstRank).asText()).isEqualTo("0");
            browser.run("document.querySelector('#ranks th button').click()");
            assertThat(browser.run(firstRank).asText()).as("sorted down").isEqualTo("7");

            String time = "return document.getElementById('instant-time').textContent";
            String worst = browser.run(time).asText();
            browser.run("const i = document.getElementById('instant'); i.value = i.max; i.dispatchEvent(new "
                    + "Event('input'))");
            assertThat(browser.run(time).asText()).isNotEqualTo(worst);
            browser.run("document.getElementById('worst').click()");
            assertThat(browser.run(time).asText()).isEqualTo(worst);
            assertThat(browser.run("return document.querySelector('#graph-table tbody tr').lastChild.textContent")
                            .asText())
                    .as("why, whole")
                    .contains("share of the downward edge")
                    .doesNotContain("…");

            String paper = "return getComputedStyle(document.body).backgroundColor";
            String before = browser.run(paper).asText();
            browser.run("document.getElementById('theme').click()");
            assertThat(browser.run(paper).asText()).isNotEqualTo(before);
            Path picture = folder.resolve("dark.png");
            browser.screenshot(picture);
            assertThat(ImageIO.read(picture.toFile()).getWidth()).isGreaterThan(600);

            assertThat(browser.console()).as("errors in the console").isEmpty();
        }
    }

    @Tag("thorough")
    @Test
    void replayReport_thousandsOfRanks_staysSmallAndRenders() throws Exception {
        StringBuilder trace = new StringBuilder("num_ranks 2000\n");
        for (int rank = 0; rank < 2000; rank++) {
            int next = (rank + 1) % 2000;
            int previous = (rank + 1999) % 2000;
            trace.append("rank ").append(rank).append(" {\nl1: calc ").append(1000 + 7 * rank);
            for (int i = 0; i < 30; i++) {
                trace.append("\ns")
                        .append(i)
                        .append(": send 10000b to ")
                        .append(next)
                        .append(" tag ")
                        .append(i);
                trace.append("\nr")
                        .append(i)
                        .append(": recv 10000b from ")
                        .append(previous)
                        .append(" tag ")
                        .append(i);
                trace.append("\ns").append(i).append(" requires l1");
            }
            trace.append("\n}\n");
        }
        Path goal = folder.resolve("many.goal");
        Files.writeString(goal, trace);
        Path page = folder.resolve("many.html");
        CommandRun.of("replay", goal.toString(), "--report", page.toString()).succeeded();

        assertThat(Files.size(page)).isLessThan(6_000_000);
        try (WebDriver browser = WebDriver.start(folder)) {
            browser.open(page);

            assertThat(browser.run("return document.documentElement.dataset.ready")
                            .asText())
                    .isEqualTo("yes");
            assertThat(browser.run(ink("timeline")).asInt()).isGreaterThan(1000);
            String range = "return document.getElementById('timeline-range').textContent";
            assertThat(browser.run(range).asText()).endsWith("all ranks");
            browser.run("for (let i = 0; i < 3; i++) document.getElementById('rows-in').click()");
            assertThat(browser.run(range).asText()).contains("ranks ").doesNotContain("all ranks");
            browser.run("document.getElementById('whole').click()");
            assertThat(browser.run(range).asText()).endsWith("all ranks");
            assertThat(browser.run("return document.getElementById('timeline-legend').textContent")
                            .asText())
                    .contains("A row is 4 neighbouring ranks");
            assertThat(browser.run("return document.getElementById('instant-time').textContent")
                            .asText())
                    .contains("60,000 messages; shown are the 150 with the greatest penalties");
            assertThat(browser.run("return [...document.querySelectorAll('#graph-table tbody tr')]"
                                    + ".filter(row => row.lastChild.textContent).length")
                            .asInt())
                    .as("explained")
                    .isEqualTo(64);
            assertThat(browser.console()).isEmpty();
        }
    }

    @Test
    void numbers_areThoseOfTheText() throws Exception {
        Path page = folder.resolve("ring.html");
        CommandRun.of("replay", RING, "--report", page.toString()).succeeded();
        try (WebDriver browser = WebDriver.start(folder)) {
            browser.open(page);
            for (double value :
                    new double[] {0, 1, 999, 1000, 1024, 65536, 24556256, 999_960, 5.2431e6, 7.83e8, 3e15}) {
                assertThat(browser.run("return tables.bytes(" + value + ").replace('\\u00a0', ' ')")
                                .asText())
                        .isEqualTo(Readable.bytes(value));
                assertThat(browser.run("return tables.sizes([1024])(" + value + ").replace('\\u00a0', ' ')")
                                .asText())
                        .isEqualTo(SizeUnits.BINARY.text(value));
                assertThat(browser.run("return tables.seconds(" + value + " * 1e-9).replace('\\u00a0', ' ')")
                                .asText())
                        .isEqualTo(Readable.seconds(value * 1e-9));
            }
        }
    }

    @Test
    void studyReport_rendersAndSorts() throws Exception {
        Path page = folder.resolve("alltoall.html");
        CommandRun.of(
                        "alltoall",
                        "--algorithm",
                        "A,B",
                        "--ranks",
                        "4,8",
                        "--size",
                        "16KiB,64KiB",
                        "--platform",
                        TABLE_2,
                        "--closed-form",
                        "--report",
                        page.toString())
                .succeeded();
        try (WebDriver browser = WebDriver.start(folder)) {
            browser.open(page);

            assertThat(browser.run("return document.documentElement.dataset.ready")
                            .asText())
                    .isEqualTo("yes");
            assertThat(browser.run("return document.querySelectorAll('.wide svg').length")
                            .asInt())
                    .isEqualTo(2);
            assertThat(browser.run("return document.querySelector('#rows thead').textContent")
                            .asText())
                    .contains("plogpt as printed")
                    .doesNotContain("median");
            assertThat(browser.run("return document.querySelectorAll('#rows tbody tr').length")
                            .asInt())
                    .isEqualTo(8);
            browser.run(
                    "[...document.querySelectorAll('#rows th button')].find(b => b.textContent === 'time').click()");
            assertThat(browser.run("return document.querySelector('#rows tbody tr').cells[2].textContent")
                            .asText())
                    .as("the slowest first")
                    .isEqualTo("B");
            assertThat(browser.console()).isEmpty();
        }
    }

    @Test
    void sweepReport_rowsWithoutASize_render() throws Exception {
        Path page = folder.resolve("sweep.html");
        Path study = Files.writeString(
                folder.resolve("study.yaml"),
                "workloads:\n  - trace: " + RING
                        + "\n  - {generator: ring, ranks: 4, sizes: [1KiB, 4KiB]}\nplatforms: [" + TABLE_2 + "]\n");
        CommandRun.of("sweep", study.toString(), "--report", page.toString()).succeeded();
        try (WebDriver browser = WebDriver.start(folder)) {
            browser.open(page);

            assertThat(browser.run("return [...document.querySelectorAll('#rows tbody tr')]" + ".map(row => row.cells["
                                    + column("bytes") + "].textContent).join()")
                            .asText())
                    .isEqualTo("-,1\u00a0KiB,4\u00a0KiB");
            assertThat(browser.run("return document.getElementById('facts').textContent")
                            .asText())
                    .contains("tailback sweep ");
            assertThat(browser.console()).isEmpty();
        }
    }

    @Test
    void report_namesNothingOnANetwork() throws Exception {
        Path page = folder.resolve("ring.html");
        CommandRun.of("replay", RING, "--report", page.toString()).succeeded();

        assertThat(Files.readString(page)).doesNotContain("http://", "https://", "src=", "@import", "url(");
        CommandRun.of("replay", RING, "--report", folder.resolve("a.pdf").toString())
                .failed(2, ".html");
    }

    @Test
    void derivativesAndTolerance_render() throws Exception {
        Path page = folder.resolve("numbers.html");
        CommandRun.of("replay", RING, "--tolerance", "latency=1x:3x:1x", "--report", page.toString())
                .succeeded();
        try (WebDriver browser = WebDriver.start(folder)) {
            browser.open(page);

            assertThat(browser.run("return document.querySelector('#numbers-section').hidden")
                            .asBoolean())
                    .isFalse();
            assertThat(browser.run("return document.querySelectorAll('#tolerance-chart .wide svg').length")
                            .asInt())
                    .isEqualTo(1);
            assertThat(browser.run("return document.querySelectorAll('#derivatives tbody tr').length")
                            .asInt())
                    .isGreaterThan(1);
            assertThat(browser.run("return document.querySelector('#limits tbody td').textContent")
                            .asText())
                    .isEqualTo("cost.latency");
            assertThat(browser.console()).isEmpty();
        }
    }
}
