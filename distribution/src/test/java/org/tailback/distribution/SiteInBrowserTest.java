package org.tailback.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.cli.Main;

/**
 * The pages in Chromium, light and dark, at the widths of a telephone, a laptop and a screen: nothing is wider than the
 * window, text is readable on its background, and the search finds words of the field.
 */
class SiteInBrowserTest {
    private static final String PROBE = """
            <!DOCTYPE html><meta charset="utf-8"><pre id="out"></pre><script>
            const pages = ['index', 'docs/index', 'docs/ai', 'docs/why', 'docs/tutorial', 'docs/platforms/platform-file'];
            const out = [];
            const load = (page, width) => new Promise(done => {
              const frame = document.createElement('iframe');
              frame.style.cssText = `width:${width}px;height:800px;border:0`;
              frame.onload = () => done(frame.contentDocument);
              frame.src = page + '.html';
              document.body.append(frame);
            });
            const light = color => { const [r, g, b] = color.match(/\\d+/g).map(Number); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
            (async () => {
              for (const page of pages) for (const width of [500, 1280, 1920]) {
                const root = await load(page, width);
                if (root.documentElement.scrollWidth > width) out.push(`${page} at ${width}: ${root.documentElement.scrollWidth} wide`);
                const style = getComputedStyle(root.body);
                out.push(`BACK ${light(style.backgroundColor) < 128 ? 'dark' : 'light'}`);
                if (Math.abs(light(style.color) - light(style.backgroundColor)) < 100) out.push(`${page} at ${width}: text is not readable`);
              }
              const commands = await load('docs/tutorial', 1280);
              const torn = [...commands.querySelectorAll('.option')].filter(option => option.getClientRects().length !== 1);
              out.push(`OPTIONS ${commands.querySelectorAll('.option').length > 3 ? 'found' : 'missing'}, ${torn.length} torn`);
              out.push(`COPY ${commands.querySelectorAll('.code > button').length === commands.querySelectorAll('pre').length}`);
              const start = await load('docs/index', 1280);
              for (const words of ['critical path', 'bottleneck', 'oversubscription', 'rail']) {
                const input = start.getElementById('search');
                input.value = words;
                input.dispatchEvent(new start.defaultView.Event('input'));
                const first = start.querySelector('#found a');
                out.push(`FOUND ${words}: ${first ? first.getAttribute('href') : 'nothing'}`);
              }
              document.getElementById('out').textContent = 'DONE\\n' + out.join('\\n');
            })();
            </script>
            """;

    @TempDir
    private static Path release;

    @TempDir
    private static Path profile;

    @BeforeAll
    static void write() throws IOException {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.isRegularFile(root.resolve("mvnw"))) {
            root = root.getParent();
        }
        Site.write(root, Main.commandLine(), "1.2.3", release);
        Files.writeString(release.resolve("probe.html"), PROBE);
    }

    private static Path chromium() {
        Optional<Path> found = Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .flatMap(folder -> Stream.of("chromium", "chromium-browser", "google-chrome")
                        .map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
        return found.orElseGet(() -> Assumptions.abort("Chromium is not here: the site is not looked at"));
    }

    @ParameterizedTest
    @CsvSource({"light, 1", "dark, 0"})
    void pages_fitTheWindowAndTheSearchFindsWordsOfTheField(String theme, int preferred) throws Exception {
        Path written = profile.resolve(theme + ".html");
        Process browser = new ProcessBuilder(
                        chromium().toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--allow-file-access-from-files",
                        "--user-data-dir=" + profile.resolve(theme),
                        "--window-size=2000,900",
                        "--virtual-time-budget=20000",
                        "--blink-settings=preferredColorScheme=" + preferred,
                        "--dump-dom",
                        release.resolve("probe.html").toUri().toString())
                .redirectOutput(written.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(browser.waitFor(60, TimeUnit.SECONDS)).as("Chromium ends").isTrue();
        String out = Files.readString(written, StandardCharsets.UTF_8);
        assertThat(out).contains("<pre id=\"out\">DONE");
        List<String> lines = out.substring(out.indexOf("DONE"), out.indexOf("</pre>"))
                .lines()
                .toList();

        assertThat(lines).contains("BACK " + theme).doesNotContain("BACK " + (theme.equals("dark") ? "light" : "dark"));
        assertThat(lines.stream().filter(line -> line.contains(" wide") || line.contains("not readable")))
                .isEmpty();
        assertThat(lines).contains("OPTIONS found, 0 torn", "COPY true");
        assertThat(lines)
                .contains(
                        "FOUND critical path: ../docs/why.html#the-critical-path",
                        "FOUND rail: ../docs/platforms/platform-file.html#rails",
                        "FOUND bottleneck: ../docs/tutorial/bottlenecks.html#find-a-bottleneck-mend-it-confirm-it")
                .noneMatch(line -> line.endsWith("nothing"));
    }
}
