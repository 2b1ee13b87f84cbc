package org.tailback.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tailback.cli.CommandRun;

/** Copying the Java of a page about extending into files gives a project that compiles. */
class ExtendingPagesTest {
    private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern TYPE =
            Pattern.compile("^(?:public )?(?:final )?(?:class|record|interface) (\\w+)", Pattern.MULTILINE);

    @TempDir
    private Path folder;

    static Stream<Path> pages() throws IOException {
        try (Stream<Path> files = Files.list(CommandRun.repository("docs/extending"))) {
            return files.filter(page -> page.toString().endsWith(".md")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void javaOfThePage_compilesAsPrinted(Path page) throws IOException {
        List<Path> sources = new ArrayList<>();
        Matcher block = JAVA.matcher(Files.readString(page));
        while (block.find()) {
            Matcher type = TYPE.matcher(block.group(1));
            if (!type.find()) {
                continue; // an excerpt, which DocumentedCodeTest compares with the examples
            }
            sources.add(Files.writeString(folder.resolve(type.group(1) + ".java"), block.group(1)));
        }
        if (!sources.isEmpty()) {
            compile(sources);
        }
    }

    private void compile(List<Path> sources) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Assumptions.assumeTrue(compiler != null, "this Java has no compiler");
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, Locale.ROOT, null)) {
            Iterable<? extends JavaFileObject> units = files.getJavaFileObjectsFromPaths(sources);
            List<String> options = List.of(
                    "-proc:none",
                    "-d",
                    Files.createDirectory(folder.resolve("classes")).toString(),
                    "-cp",
                    System.getProperty("java.class.path"));
            boolean compiled = compiler.getTask(messages, files, null, options, null, units)
                    .call();
            assertThat(compiled).as(messages.toString()).isTrue();
        }
    }
}
