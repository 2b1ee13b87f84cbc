package org.tailback.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tailback.cli.CommandRun;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;

/** Every command and every snippet of the documentation works as it is printed. */
class DocumentedCommandsTest {
    private static final Path ROOT = CommandRun.repository("");
    private static final String PROMPT = "    ./tailback ";
    /** Options whose value is a file that is written. */
    private static final Set<String> WRITTEN = Set.of(
            "--timeline",
            "--measured-chart",
            "--chart",
            "--timeout-chart",
            "--histogram-chart",
            "--graph-chart",
            "--report",
            "--decision-rules",
            "--output",
            "--rankfile");

    @TempDir
    private Path written;

    private final List<Picture> pictures = new ArrayList<>();

    private record Documented(String page, String command) {
        @Override
        public String toString() {
            return page + ": tailback " + command;
        }
    }

    static List<Documented> commands() throws IOException {
        List<Documented> commands = new ArrayList<>();
        for (Path page : pages()) {
            String text = Files.readString(page).replaceAll("\\\\\n\\s*", "");
            text.lines()
                    .filter(line -> line.startsWith(PROMPT))
                    .map(line -> new Documented(ROOT.relativize(page).toString(), line.substring(PROMPT.length())))
                    .forEach(commands::add);
        }
        return commands;
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(
                            Stream.of(ROOT.resolve("README.md")),
                            docs.filter(p -> p.toString().endsWith(".md")))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void commands_areFoundInReadmeAndGuide() throws IOException {
        assertThat(commands()).extracting(Documented::page).contains("README.md", "docs/user-guide.md");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("commands")
    void documentedCommand_runs(Documented documented) {
        CommandRun run = CommandRun.of(words(documented.command())).succeeded();

        assertThat(run.out()).as("%s prints something", documented).isNotEmpty();
        for (Picture picture : pictures) {
            assertThat(picture.made())
                    .as("%s is what this command makes; regenerate it on purpose", picture.inTheRepository())
                    .hasSameTextualContentAs(ROOT.resolve(picture.inTheRepository()));
        }
    }

    /** A picture of a page, and what the page's command makes of it now. */
    private record Picture(String inTheRepository, Path made) {}

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

    /** The words of a command as a shell splits them; paths are taken from the root, where users stand, files written elsewhere. */
    private String[] words(String command) {
        List<String> words = new ArrayList<>();
        Matcher word = Pattern.compile("\"([^\"]*)\"|(\\S+)").matcher(command);
        while (word.find()) {
            String text = word.group(1) != null ? word.group(1) : word.group(2);
            boolean path = text.startsWith("docs/") || text.startsWith("traces/");
            String before = words.isEmpty() ? "" : words.get(words.size() - 1);
            boolean output = words.size() == 2 && words.get(0).equals("convert");
            if (output || WRITTEN.contains(before)) {
                Path made = written.resolve(Path.of(text).getFileName());
                words.add(made.toString());
                if (Files.exists(ROOT.resolve(text))) {
                    pictures.add(new Picture(text, made));
                }
            } else {
                words.add(path ? ROOT.resolve(text).toString() : text);
            }
        }
        return words.toArray(new String[0]);
    }
}
