package org.tailback.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jshell.JShell;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.cli.CommandRun;
import umontreal.ssj.rng.MRG32k3a;

/** Java of the pages, pasted into {@code jshell} as it stands, prints what follows it on the page. */
class JshellTest {
    private static final Pattern PASTED = Pattern.compile("```java\n([^`]+)```\n\n```text\n([^`]+)```");

    private static String evaluated(String code) {
        PrintStream before = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        // streams of SSJ follow each other in a JVM: each page begins as a jshell of its own does
        long[] firstSeed = {12345, 12345, 12345, 12345, 12345, 12345};
        MRG32k3a.setPackageSeed(firstSeed);
        try (JShell shell = JShell.builder().executionEngine("local").build()) {
            List.of(System.getProperty("java.class.path").split(File.pathSeparator))
                    .forEach(shell::addToClasspath);
            for (String rest = code; !rest.isBlank(); ) {
                CompletionInfo next = shell.sourceCodeAnalysis().analyzeCompletion(rest);
                for (SnippetEvent event : shell.eval(next.source())) {
                    assertThat(event.status())
                            .as("%s: %s", event.snippet().source(), event.exception())
                            .isEqualTo(Snippet.Status.VALID);
                    assertThat(event.exception())
                            .as("%s", event.snippet().source())
                            .isNull();
                }
                rest = next.remaining();
            }
        } finally {
            System.setOut(before);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private static List<MatchResult> pasted(String page) throws IOException {
        return PASTED.matcher(Files.readString(CommandRun.repository(page)))
                .results()
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "docs/embedding/ssj.md"})
    void javaOfThePage_pasted_printsWhatItSays(String page) throws IOException {
        for (MatchResult block : pasted(page)) {
            assertThat(evaluated(block.group(1)).strip())
                    .isEqualTo(block.group(2).strip());
        }
    }

    /** The mean time of a queue M/D/1 with processor sharing: 1 ms / (1 - 0.7). */
    @Test
    void randomMessages_intervalHoldsTheMeanOfQueueingTheory() throws IOException {
        Path file = CommandRun.repository("docs/examples/embedding/random-messages.jsh");
        MatchResult block = pasted("docs/embedding/ssj.md").get(0);
        assertThat(block.group(1)).isEqualTo(Files.readString(file));

        Matcher interval = Pattern.compile("\\( +([\\d.]+), +([\\d.]+) \\)").matcher(block.group(2));
        assertThat(interval.find()).isTrue();
        assertThat(10 / 3.0).isBetween(Double.parseDouble(interval.group(1)), Double.parseDouble(interval.group(2)));
    }
}
