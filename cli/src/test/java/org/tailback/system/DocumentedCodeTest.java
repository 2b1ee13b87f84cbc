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
import org.junit.jupiter.api.Test;
import org.tailback.cli.CommandRun;

/** The Java on the pages about embedding and extending is code of the examples, which the build compiles and tests. */
class DocumentedCodeTest {
    private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    private static List<Path> files(String folder, String ending) throws IOException {
        try (Stream<Path> walk = Files.walk(CommandRun.repository(folder))) {
            return walk.filter(path -> path.toString().endsWith(ending))
                    .filter(path -> !path.toString().contains("/target/"))
                    .sorted()
                    .toList();
        }
    }

    private static String unspaced(String code) {
        return code.replaceAll("\\s+", "");
    }

    @Test
    void javaOfThePages_isCodeOfTheExamples() throws IOException {
        List<String> sources = new ArrayList<>();
        for (String folder : List.of(
                "docs/examples", "examples", "dsol/src", "cloudsimplus/src", "cli/src/test/java/org/tailback/system")) {
            for (String ending : List.of(".java", ".jsh")) {
                for (Path file : files(folder, ending)) {
                    sources.add(unspaced(Files.readString(file)));
                }
            }
        }
        List<Path> pages = new ArrayList<>(files("docs/embedding", ".md"));
        pages.addAll(files("docs/extending", ".md"));
        int blocks = 0;
        for (Path page : pages) {
            Matcher block = JAVA.matcher(Files.readString(page));
            while (block.find()) {
                blocks++;
                for (String part : block.group(1).split("\n\n(?=\\S)")) {
                    assertThat(sources.stream().anyMatch(source -> source.contains(unspaced(part))))
                            .as("in %s, in no source:%n%s", page.getFileName(), part)
                            .isTrue();
                }
            }
        }
        assertThat(blocks).isGreaterThan(10);
    }
}
