package org.tailback.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher of a release for Unix, with a jar that only prints its arguments. */
class InstalledLauncherTest {
    @TempDir
    private Path folder;

    private Path installed;
    private Path home;

    /** What the jar does. */
    private static final String PROGRAM = """
        package org.tailback.cli;

        class Main {
            public static void main(String[] args) {
                System.out.println("ran " + java.util.List.of(args));
                System.exit(args.length);
            }
        }
        """;

    private static byte[] program;

    @BeforeAll
    static void compile(@TempDir Path sources) throws IOException {
        Path source = Files.writeString(sources.resolve("Main.java"), PROGRAM);
        ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", sources.toString(), source.toString());
        program = Files.readAllBytes(sources.resolve("org/tailback/cli/Main.class"));
    }

    @BeforeEach
    void install() throws IOException {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "there is no /bin/sh");
        home = Files.createDirectory(folder.resolve("home"));
        installed = folder.resolve("my tools/tailback 1");
        for (String file : List.of("bin/tailback", "lib/launch.sh", "tailback.sh")) {
            Path copy = installed.resolve(file.replace(".sh", "").replace("launch", "launch.sh"));
            Files.createDirectories(copy.getParent());
            Files.copy(Path.of("src").resolve(file), copy);
            Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        try (OutputStream out = Files.newOutputStream(installed.resolve("lib/tailback.jar"));
                JarOutputStream classes = new JarOutputStream(out)) {
            classes.putNextEntry(new ZipEntry("org/tailback/cli/Main.class"));
            classes.write(program);
        }
    }

    private record Run(int status, String output) {}

    private Run run(Map<String, String> environment, String... command) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("/bin/sh"));
        words.addAll(List.of(command));
        ProcessBuilder builder =
                new ProcessBuilder(words).directory(home.toFile()).redirectErrorStream(true);
        builder.environment().keySet().removeAll(List.of("XDG_CACHE_HOME", "TAILBACK_CACHE", "TAILBACK_JAVA_OPTS"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("HOME", home.toString());
        builder.environment().putAll(environment);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Run(process.exitValue(), output);
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    @Test
    void firstStart_keepsAnArchiveInTheCacheOfTheUser() throws Exception {
        List<Path> before = files(installed);
        String launcher = installed.resolve("bin/tailback").toString();

        assertThat(run(Map.of(), launcher, "a b", "*")).isEqualTo(new Run(2, "ran [a b, *]\n"));
        List<Path> cached = files(home.resolve(".cache/tailback"));
        assertThat(cached).singleElement().asString().endsWith(".jsa");
        // an empty one says that this Java cannot make any
        assertThat(cached.get(0)).isNotEmptyFile();
        Object made = Files.getLastModifiedTime(cached.get(0));
        assertThat(run(Map.of(), launcher)).isEqualTo(new Run(0, "ran []\n"));

        assertThat(Files.getLastModifiedTime(cached.get(0))).isEqualTo(made);
        assertThat(files(installed)).isEqualTo(before);
    }

    @Test
    void serve_hasASmallHeapAndJavasOwnLimitsOfCopying_otherCommandsHaveNot() throws Exception {
        String launcher = installed.resolve("bin/tailback").toString();
        Map<String, String> printing = Map.of("TAILBACK_CACHE", "", "TAILBACK_JAVA_OPTS", "-XX:+PrintCommandLineFlags");

        assertThat(run(printing, launcher, "serve").output())
                .contains("-XX:InitialHeapSize=50331648 ")
                .doesNotContain("-XX:FreqInlineSize");
        assertThat(run(printing, launcher, "replay", "serve").output())
                .contains("-XX:FreqInlineSize=80 ")
                .doesNotContain("-XX:InitialHeapSize=50331648 ");
    }

    @Test
    void optionsOfTheJvm_areNoPatternsOfFileNames() throws Exception {
        Files.createFile(home.resolve("afile"));

        assertThat(run(
                                Map.of("TAILBACK_JAVA_OPTS", "*"),
                                installed.resolve("bin/tailback").toString(),
                                "--version")
                        .output())
                .doesNotContain("afile");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bin/tailback", "tailback"})
    void symbolicLinkToALink_findsTheJar(String launcher) throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link"), installed.resolve(launcher));
        Path again = Files.createSymbolicLink(home.resolve("tailback"), Path.of("../link"));

        assertThat(run(Map.of("TAILBACK_CACHE", ""), again.toString())).isEqualTo(new Run(0, "ran []\n"));
        assertThat(run(Map.of("TAILBACK_CACHE", ""), link.toString())).isEqualTo(new Run(0, "ran []\n"));
        assertThat(files(home)).containsExactly(again);
    }

    @Test
    void cacheOfItsOwn_nothingIsWrittenIntoTheHome() throws Exception {
        Path cache = folder.resolve("cache");

        run(
                Map.of("TAILBACK_CACHE", cache.toString()),
                installed.resolve("tailback").toString());

        assertThat(files(cache)).singleElement().asString().endsWith(".jsa");
        assertThat(files(home)).isEmpty();
    }

    @Test
    void cacheThatCannotBeMade_isHarmless() throws Exception {
        Path file = Files.writeString(home.resolve("file"), "");

        assertThat(run(
                        Map.of("TAILBACK_CACHE", file.toString()),
                        installed.resolve("bin/tailback").toString()))
                .isEqualTo(new Run(0, "ran []\n"));
        assertThat(files(home)).containsExactly(file);
    }

    @Test
    void jarMissing_saysWhatToDo() throws Exception {
        Files.delete(installed.resolve("lib/tailback.jar"));

        Run run = run(Map.of(), installed.resolve("bin/tailback").toString());

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.output()).startsWith("tailback: there is no ").contains("unpack the whole archive again");
    }

    @Test
    void javaHomeWithoutJava_isNamed() throws Exception {
        Run run = run(
                Map.of("JAVA_HOME", "/nowhere"),
                installed.resolve("bin/tailback").toString());

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.output()).isEqualTo("tailback: JAVA_HOME is /nowhere, but there is no bin/java in it\n");
    }

    @Test
    void runtimeBeside_isUsedWhateverJavaHomeSays() throws Exception {
        Path java = installed.resolve("runtime/bin/java");
        Files.createDirectories(java.getParent());
        Files.writeString(java, "#!/bin/sh\necho own");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(installed.resolve("runtime/release"), "JAVA_VERSION=\"25.0.3\"\n");

        assertThat(run(
                        Map.of("JAVA_HOME", "/nowhere"),
                        installed.resolve("bin/tailback").toString()))
                .isEqualTo(new Run(0, "own\n"));
        assertThat(files(home)).isEmpty();
    }

    @Test
    void windowsLauncher_hasItsLineEndsAndTheOptionsOfTheOther() throws IOException {
        String batch = Files.readString(Path.of("src/bin/tailback.bat"));
        String shell = Files.readString(Path.of("src/lib/launch.sh"));

        assertThat(batch.split("\n")).allMatch(line -> line.endsWith("\r"));
        assertThat(batch)
                .as("cmd ends a block at the first ) of an expanded path: labels instead")
                .doesNotContain("(", ")");
        assertThat(batch)
                .as("where the user has delayed expansion on, cmd takes ! in paths and arguments for its marks")
                .contains("\r\nsetlocal DisableDelayedExpansion\r\n");
        assertThat(options(batch, "set \"TUNING=([^\"]*)\""))
                .isEqualTo(options(shell, "tuning='?\"?([^'\"]*)['\"]"))
                .contains("-Xlog:disable", "-XX:+UseSerialGC", "-Xms48m", "-XX:FreqInlineSize=80");
        assertThat(batch).contains("\"%JAVA%\" %TUNING% %TAILBACK_JAVA_OPTS% -cp");
    }

    /** Every value that the launcher gives to its variable of options, but for that variable itself. */
    private static List<String> options(String launcher, String pattern) {
        return Pattern.compile(pattern)
                .matcher(launcher)
                .results()
                .flatMap(found -> Stream.of(found.group(1).split(" ")))
                .filter(option -> option.startsWith("-"))
                .sorted()
                .toList();
    }
}
