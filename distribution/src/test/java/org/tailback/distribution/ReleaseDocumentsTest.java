package org.tailback.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.cli.Main;
import picocli.CommandLine;

/** The documents of a release, written from this checkout. */
class ReleaseDocumentsTest {
    private static final Pattern REFERENCE = Pattern.compile("(?:href|src)=\"([^\"]*)\"");
    private static final Pattern FETCHED = Pattern.compile("<(?:script|link|img|iframe)[^>]*(?:href|src)=\"([^\"]*)\"");

    @TempDir
    private static Path release;

    @BeforeAll
    static void write() throws IOException {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.isRegularFile(root.resolve("mvnw"))) {
            root = root.getParent();
        }
        ReleaseDocuments.main(new String[] {root.toString(), release.toString(), "1.2.3"});
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.walk(release)) {
            return files.filter(file -> file.toString().endsWith(".html"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void links_leadToFilesAndAnchors() throws IOException {
        List<String> broken = new ArrayList<>();
        int links = 0;
        for (Path page : pages()) {
            Matcher matcher = REFERENCE.matcher(Files.readString(page));
            while (matcher.find()) {
                String link = matcher.group(1);
                if (!link.matches("(https?|mailto):.*")) {
                    links++;
                    if (!exists(page, link)) {
                        broken.add(release.relativize(page) + ": " + link);
                    }
                }
            }
        }
        assertThat(links).isGreaterThan(1000);
        assertThat(broken).isEmpty();
    }

    private static boolean exists(Path page, String link) throws IOException {
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
        return target.startsWith(release)
                && Files.exists(target)
                && (parts.length == 1 || Files.readString(target).contains(" id=\"" + parts[1] + "\""));
    }

    @Test
    void pages_fetchNothingFromOutside() throws IOException {
        for (Path page : pages()) {
            assertThat(FETCHED.matcher(Files.readString(page)).results().map(each -> each.group(1)))
                    .as(page.toString())
                    .isNotEmpty()
                    .noneMatch(each -> each.contains("//"));
        }
        assertThat(Files.readString(release.resolve("docs/site.css"))).doesNotContain("url(", "@import");
        assertThat(Files.readString(release.resolve("docs/site.js"))).doesNotContain("fetch", "http", "innerHTML");
    }

    @Test
    void pageOfTheDocumentation_inTheNavigationAndTheIndex() throws IOException {
        String index = Files.readString(release.resolve("docs/search-index.js"));
        String start = Files.readString(release.resolve("index.html"));

        for (String url :
                List.of("docs/concepts.html#contention-and-conflicts", "docs/reference/tailback-replay.html")) {
            assertThat(index.contains("\"url\":\"" + url)).as(url).isTrue();
        }
        assertThat(start).contains("href=\"docs/concepts.html\"", "href=\"docs/reference/tailback-replay.html\"");
    }

    @Test
    void everyOption_hasAnEntryInReferenceAndManual() throws IOException {
        int options = 0;
        for (CommandLine command : CommandReference.commands(Main.commandLine())) {
            String name = command.getCommandSpec().qualifiedName("-");
            String page = Files.readString(release.resolve("docs/reference/" + name + ".html"));
            String manual = Files.readString(release.resolve("share/man/man1/" + name + ".1"));
            for (CommandLine.Model.OptionSpec option : command.getCommandSpec().options()) {
                options++;
                assertThat(page).as(name).contains(option.longestName());
                assertThat(manual.replace("\\-", "-")).as(name).contains(option.longestName());
            }
        }
        assertThat(options).isGreaterThan(150);
    }

    @Test
    void manualPage_labelWithBrackets_isKept() throws IOException {
        assertThat(Files.readString(release.resolve("share/man/man1/tailback-graph.1")))
                .startsWith(".TH \"TAILBACK\\-GRAPH\" 1 \"\" \"tailback 1.2.3\"")
                .contains("\\fB\\-\\-model NAME[:k=v,...]\\fP");
    }

    @Test
    void completion_bash_completesCommandsAndOptions() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "there is no /bin/bash");
        String script =
                ". \"$0\"; COMP_WORDS=(%s); COMP_CWORD=%d; _complete_tailback; printf '%%s\\n' \"${COMPREPLY[@]}\"";

        assertThat(bash(script.formatted("tailback rep", 1))).contains("replay").doesNotContain("compare");
        assertThat(bash(script.formatted("tailback replay --platform lum", 3))).contains("lumi");
    }

    @Test
    void firstPage_isOfTheArchive_notOfACheckout() throws IOException {
        assertThat(Files.readString(release.resolve("index.html")))
                .contains("This archive", "docs/upgrading.html")
                .doesNotContain("mvnw", "checkout");
    }

    @Test
    void repository_hasArtifactsWithTheirPoms(@TempDir Path built) throws IOException {
        for (String module : List.of("core", "benchmarks")) {
            Path target = Files.createDirectories(built.resolve(module + "/target"));
            Files.writeString(
                    built.resolve(module + "/.flattened-pom.xml"),
                    "<project><artifactId>tailback-" + module
                            + "</artifactId><artifactId>guava</artifactId></project>");
            for (String kind : List.of("-1.2.3.jar", "-1.2.3-sources.jar", "-1.2.2.jar", "-1.2.3-tests.jar")) {
                Files.createFile(target.resolve("tailback-" + module + kind));
            }
        }
        Path repository = built.resolve("repository");

        ReleaseDocuments.repository(built, "1.2.3", repository);

        try (Stream<Path> files = Files.walk(repository)) {
            assertThat(files.filter(Files::isRegularFile)
                            .map(file -> repository.relativize(file).toString()))
                    .containsExactlyInAnyOrder(
                            "tailback-core/1.2.3/tailback-core-1.2.3.jar",
                            "tailback-core/1.2.3/tailback-core-1.2.3-sources.jar",
                            "tailback-core/1.2.3/tailback-core-1.2.3.pom");
        }
    }

    private static List<String> bash(String script) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        "/bin/bash",
                        "-c",
                        script,
                        release.resolve("share/completion/tailback").toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        List<String> lines =
                new String(process.getInputStream().readAllBytes()).lines().toList();
        assertThat(process.waitFor()).as(lines.toString()).isZero();
        return lines;
    }
}
