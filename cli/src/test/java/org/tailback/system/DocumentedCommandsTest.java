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
import org.junit.jupiter.api.Assumptions;
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
    private static final Pattern COMMAND = Pattern.compile(
            "^ {4}(\\./tailback [^\n]*|\\(echo [^\n]*)$(?:\n\n```text\n(.*?)```)?", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern BARE = Pattern.compile("( {4}|\\$ )?tailback [a-z].*");

    /** Commands that take two seconds to some minutes each: with the profile thorough only. */
    private static final List<String> SLOW = List.of(
            "fit collective docs/measured/lumi-collectives.json",
            "evaluate collectives docs/measured/leonardo-collectives",
            "evaluate collectives docs/measured/marenostrum5-nccl.json",
            "compare traces/examples/hpl-N4000-32",
            "compare hpl:n=20500,nb=120,p=4",
            "replay hpl:n=20000",
            "extrapolate:traces/examples/npb-cg-scaling",
            "training docs/ai/qwen3-30b-a3b.json --set batch=32",
            "training docs/ai/llama-8b.yaml --platform docs/ai/gpu-nodes.yaml --parallelism data=32",
            "hpl-N4000-32 --platform docs/platforms/plogpt-table2-bidirectional.yaml",
            "docs/measured/mlperf-training.csv",
            "docs/ai/oversubscribed.yaml --why",
            "compare docs/ai/llama-8b-fsdp.yaml",
            "jobs docs/ai/jobs.yaml",
            "halo:ranks=8000",
            "training --search docs/ai/llama-8b.yaml --gpus 8");

    @TempDir
    private static Path written;

    private static List<Path> before = List.of();

    /** Some pages only, such as {@code -Dtailback.pages=docs/why.md,docs/tutorial}; all without it. */
    private static final List<String> ONLY =
            List.of(System.getProperty("tailback.pages", "").split(","));

    private static List<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(
                            Stream.of(ROOT.resolve("README.md")),
                            docs.filter(p -> p.toString().endsWith(".md")))
                    .filter(page -> ONLY.stream().anyMatch(ROOT.relativize(page).toString()::startsWith))
                    .sorted()
                    .toList();
        }
    }

    /**
     * A command and the output that the page shows under it.
     *
     * @param line the command as it is printed
     * @param output empty if the page shows none
     */
    record Example(String line, String output) {}

    private static List<Example> examples(Path page) throws IOException {
        List<Example> examples = new ArrayList<>();
        Matcher matcher = COMMAND.matcher(Files.readString(page).replaceAll("\\\\\n\\s*", ""));
        while (matcher.find()) {
            examples.add(new Example(matcher.group(1), matcher.group(2) == null ? "" : matcher.group(2)));
        }
        return examples;
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
    Stream<DynamicContainer> documentedCommands_runAndPrintTheShownOutput() throws IOException {
        List<DynamicContainer> containers = new ArrayList<>();
        int shown = 0;
        for (Path page : pages()) {
            String name = ROOT.relativize(page).toString();
            List<Example> examples = examples(page);
            shown += (int) examples.stream()
                    .filter(example -> !example.output().isEmpty())
                    .count();
            if (!examples.isEmpty()) {
                DocumentedPage run =
                        new DocumentedPage(ROOT, page, Files.createDirectory(written.resolve(name.replace('/', '_'))));
                containers.add(DynamicContainer.dynamicContainer(
                        name,
                        examples.stream()
                                .map(example -> DynamicTest.dynamicTest(name + ": " + example.line(), () -> {
                                    Assumptions.assumeTrue(
                                            Boolean.getBoolean("tailback.thorough")
                                                    || SLOW.stream().noneMatch(example.line()::contains),
                                            "runs with -Pthorough");
                                    run.run(example.line(), example.output());
                                }))));
            }
        }
        if (ONLY.contains("")) {
            assertThat(containers)
                    .extracting(DynamicContainer::getDisplayName)
                    .contains("README.md", "docs/user-guide.md");
            assertThat(shown).as("commands with output").isGreaterThan(30);
        }
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
    void platformFileOfItsPage_isRead() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/platforms/platform-file.md"));
        Matcher yaml = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL).matcher(page);
        assertThat(yaml.find()).isTrue();

        assertThat(PlatformFile.parse(yaml.group(1), "platform-file.md")
                        .resolve(Overrides.NONE)
                        .cluster()
                        .nodes())
                .isEqualTo(32);
    }

    @Test
    void javaOfTheReadme_isTheProgramThatReadmeExampleTestRuns() throws IOException {
        String readme = Files.readString(ROOT.resolve("README.md"));
        Matcher java = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(readme);
        assertThat(java.find()).isTrue();
        String example = Files.readString(ROOT.resolve("docs/examples/embedding/FirstPrediction.java"));

        assertThat(unspaced(example)).contains(unspaced(java.group(1)));
    }

    private static String unspaced(String code) {
        return code.replaceAll("\\s+", "");
    }
}
