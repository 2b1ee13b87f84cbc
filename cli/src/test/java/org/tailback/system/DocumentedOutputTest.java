package org.tailback.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tailback.cli.CommandRun;

/** The output that the documentation shows under a command is what the command prints. */
class DocumentedOutputTest {
    private static final Path ROOT = CommandRun.repository("");
    private static final Pattern EXAMPLE =
            Pattern.compile("^    \\./tailback ([^\n]*)\n\n```text\n(.*?)```", Pattern.MULTILINE | Pattern.DOTALL);

    @TempDir
    private Path written;

    record Example(String page, String command, String output) {
        @Override
        public String toString() {
            return page + ": tailback " + command;
        }
    }

    static List<Example> examples() throws IOException {
        List<Example> examples = new ArrayList<>();
        for (String page : List.of(
                "docs/concepts.md",
                "docs/command.md",
                "docs/studies/jobs.md",
                "docs/studies/interference.md",
                "docs/why.md",
                "docs/ai.md",
                "docs/tutorial/bottlenecks.md",
                "docs/derivatives.md",
                "docs/machines/marenostrum5.md",
                "docs/machines/lumi.md",
                "docs/machines/leonardo.md")) {
            Matcher matcher = EXAMPLE.matcher(Files.readString(ROOT.resolve(page)));
            while (matcher.find()) {
                examples.add(new Example(page, matcher.group(1), matcher.group(2)));
            }
        }
        return examples;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("examples")
    void shownOutput_isThatOfTheCommand(Example example) throws IOException {
        List<String> words = new ArrayList<>();
        Matcher word = Pattern.compile("\"([^\"]*)\"|(\\S+)").matcher(example.command());
        while (word.find()) {
            String text = word.group(1) != null ? word.group(1) : word.group(2);
            boolean made = text.matches("[\\w-]+\\.(html|svg|tailback)");
            boolean path = text.startsWith("docs/") || text.startsWith("traces/");
            words.add(
                    made
                            ? written.resolve(text).toString()
                            : path ? ROOT.resolve(text).toString() : text);
        }

        String printed = CommandRun.of(words.toArray(new String[0]))
                .succeeded()
                .out()
                .replace(ROOT + "/", "")
                .replace(written + "/", "");

        Path chart = written.resolve(example.page().replaceAll(".*/|\\.md", "") + ".svg");
        Path shown = ROOT.resolve(example.page().replace(".md", ".svg"));
        if (Files.exists(chart) && Files.exists(shown)) {
            assertThat(shown).hasSameTextualContentAs(chart);
        }

        // columns are as wide as the paths in them, which are longer here
        List<String> lines = printed.lines().map(DocumentedOutputTest::narrow).toList();
        assertThat(lines)
                .containsAll(example.output()
                        .lines()
                        .filter(line -> !line.equals("…"))
                        .map(DocumentedOutputTest::narrow)
                        .toList());
    }

    private static String narrow(String line) {
        return line.strip().replaceAll(" {2,}", "  ");
    }
}
