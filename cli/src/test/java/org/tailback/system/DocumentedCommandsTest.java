package org.tailback.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.cli.CommandRun;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;

/**
 * Every command and every snippet of the documentation works as it is printed, and writes nothing into the repository.
 */
class DocumentedCommandsTest {
    private static final Path ROOT = CommandRun.repository("");
    private static final Pattern COMMAND = Pattern.compile(" {4}(\\./tailback .*|\\(echo .*)");
    private static final Pattern BARE = Pattern.compile("( {4}|\\$ )?tailback [a-z].*");

    @TempDir
    private static Path written;

    private static List<Path> before = List.of();

    private static List<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(
                            Stream.of(ROOT.resolve("README.md")),
                            docs.filter(p -> p.toString().endsWith(".md")))
                    .sorted()
                    .toList();
        }
    }

    /** Pages of long commands that need no other: {@link DocumentedOutputTest} runs those with output. */
    private static final Pattern HAVE_OUTPUT = Pattern.compile("docs/(machines/.*|studies/interference\\.md)");

    private static List<String> commands(Path page) throws IOException {
        String text = Files.readString(page).replaceAll("\\\\\n\\s*", "");
        return text.lines()
                .map(COMMAND::matcher)
                .filter(Matcher::matches)
                .map(line -> line.group(1))
                .toList();
    }

    /** What lies where a command could leave something: in the repository's root and in the folder of this process. */
    private static List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path folder : List.of(ROOT, Path.of("").toAbsolutePath())) {
            try (Stream<Path> list = Files.list(folder)) {
                list.sorted().forEach(files::add);
            }
        }
        return files;
    }

    @BeforeAll
    static void lookAround() throws IOException {
        before = files();
    }

    @AfterAll
    static void repository_isAsBefore() throws IOException {
        assertThat(files()).isEqualTo(before);
    }

    /** The commands of a page in their order: later ones use the files of earlier ones. */
    @TestFactory
    Stream<DynamicContainer> documentedCommands_run() throws IOException {
        List<DynamicContainer> containers = new ArrayList<>();
        List<DocumentedOutputTest.Example> shown = DocumentedOutputTest.examples();
        for (Path page : pages()) {
            String name = ROOT.relativize(page).toString();
            List<String> commands = commands(page);
            if (HAVE_OUTPUT.matcher(name).matches()) {
                commands = commands.stream()
                        .filter(command -> shown.stream()
                                .noneMatch(example -> example.page().equals(name)
                                        && command.endsWith("tailback " + example.command())))
                        .toList();
            }
            if (!commands.isEmpty()) {
                DocumentedPage run =
                        new DocumentedPage(ROOT, Files.createDirectory(written.resolve(name.replace('/', '_'))));
                containers.add(DynamicContainer.dynamicContainer(
                        name,
                        commands.stream()
                                .map(command ->
                                        DynamicTest.dynamicTest(name + ": " + command, () -> run.run(command)))));
            }
        }
        assertThat(containers).extracting(DynamicContainer::getDisplayName).contains("README.md", "docs/user-guide.md");
        return containers.stream();
    }

    @Test
    void lines_thatLookLikeCommands_beginWithTheScript() throws IOException {
        for (Path page : pages()) {
            assertThat(Files.readString(page)
                            .lines()
                            .filter(line -> BARE.matcher(line).matches()))
                    .as("in %s: begin with ./tailback", page)
                    .isEmpty();
        }
    }

    @Test
    void platformFileOfTheUserGuide_isRead() throws IOException {
        String guide = Files.readString(ROOT.resolve("docs/user-guide.md"));
        Matcher yaml = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL).matcher(guide);
        assertThat(yaml.find()).isTrue();

        assertThat(PlatformFile.parse(yaml.group(1), "user-guide.md")
                        .resolve(Overrides.NONE)
                        .cluster()
                        .nodes())
                .isEqualTo(32);
    }

    @Test
    void javaOfTheReadme_isTheCodeOfReadmeExample() throws IOException {
        String readme = Files.readString(ROOT.resolve("README.md"));
        Matcher java = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(readme);
        assertThat(java.find()).isTrue();
        String example = Files.readString(ROOT.resolve("cli/src/test/java/org/tailback/system/ReadmeExampleTest.java"));

        assertThat(unspaced(example)).contains(unspaced(java.group(1)));
    }

    private static String unspaced(String code) {
        return code.replaceAll("\\s+", "");
    }
}
