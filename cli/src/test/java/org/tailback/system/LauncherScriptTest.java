package org.tailback.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.cli.CommandRun;

/** The script {@code tailback} of a source tree, with a jar that only tells whether a file is there. */
class LauncherScriptTest {
    @TempDir
    private Path folder;

    private Path root;
    private Path jar;

    /** What the jar does. */
    private static final String PROGRAM = """
        package org.tailback.cli;

        import java.nio.file.Files;
        import java.nio.file.Path;

        class Main {
            public static void main(String[] args) {
                String commit = System.getProperty("tailback.commit", "");
                System.out.println("ran " + (args.length == 0 || Files.exists(Path.of(args[0]))) + commit);
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
    void sourceTree() throws IOException {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "there is no /bin/sh");
        root = Files.createDirectory(folder.resolve("checkout"));
        Files.copy(CommandRun.repository("tailback"), root.resolve("tailback"), StandardCopyOption.COPY_ATTRIBUTES);
        Path library = root.resolve("distribution/src/lib/launch.sh");
        Files.createDirectories(library.getParent());
        Files.copy(CommandRun.repository("distribution/src/lib/launch.sh"), library);
        Files.createDirectories(root.resolve("cli/target"));
        Files.createDirectory(root.resolve("target"));
        jar = root.resolve("cli/target/tailback.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream classes = new JarOutputStream(out)) {
            classes.putNextEntry(new ZipEntry("org/tailback/cli/Main.class"));
            classes.write(program);
        }
        Files.writeString(root.resolve("pom.xml"), "");
        Files.setLastModifiedTime(jar, FileTime.from(Instant.now().plusSeconds(100)));
    }

    private void makeStale() throws IOException {
        Files.setLastModifiedTime(jar, FileTime.from(Instant.now().minusSeconds(100)));
    }

    private CommandRun run(Map<String, String> environment, String... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "./tailback"));
        command.addAll(List.of(args));
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(root.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        boolean ended = process.waitFor(60, TimeUnit.SECONDS);
        process.destroyForcibly();
        assertThat(ended).as("it ends: " + Files.readString(err)).isTrue();
        return new CommandRun(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    @Test
    void jarNewerThanTheSources_runs() throws Exception {
        assertThat(run(Map.of())).isEqualTo(new CommandRun(0, "ran true\n", ""));
    }

    @Tag("thorough")
    @Test
    void versionOfACheckout_isItsCommit_notThatOfARepositoryAroundIt() throws Exception {
        Path git = folder.resolve("bin/git");
        Files.createDirectories(git.getParent());
        Files.writeString(git, "#!/bin/sh\n[ \"$1 $3\" = '-C describe' ] && echo abc1234-dirty\n");
        Files.setPosixFilePermissions(git, PosixFilePermissions.fromString("rwxr-xr-x"));
        Map<String, String> path = Map.of("PATH", git.getParent() + ":" + System.getenv("PATH"));

        assertThat(run(path, "--version").out()).isEqualTo("ran false\n");
        Files.writeString(root.resolve(".git"), "gitdir: elsewhere");
        assertThat(run(path, "--version").out()).isEqualTo("ran falseabc1234-dirty\n");
        assertThat(run(path, "replay").out()).isEqualTo("ran false\n");
    }

    @Test
    void folderOfBuildsIsAFile_saysSoAndEnds() throws Exception {
        makeStale();
        Files.delete(root.resolve("target"));
        Files.writeString(root.resolve("target"), "");

        CommandRun run = run(Map.of());

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("cannot write to").contains("/target");
    }

    @Test
    void staleJarInAReadOnlyCheckout_isUsedWithAWarning() throws Exception {
        makeStale();
        for (Path each : List.of(root.resolve("target"), root.resolve("cli/target"))) {
            Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("r-xr-xr-x"));
        }
        Assumptions.assumeFalse(Files.isWritable(root.resolve("target")), "this user may write everywhere");

        CommandRun run = run(Map.of());

        for (Path each : List.of(root.resolve("target"), root.resolve("cli/target"))) {
            Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        assertThat(run.status()).isZero();
        assertThat(run.out()).isEqualTo("ran true\n");
        assertThat(run.err()).contains("warning").contains("is older than the sources");
    }

    /** A Maven that says what the real one says, and makes the jar. */
    private void maven(String makesTheJar) throws IOException {
        makeStale();
        Files.move(jar, root.resolve("made.jar"));
        Path maven = root.resolve("mvnw");
        Files.writeString(maven, """
            #!/bin/sh
            echo 'Downloaded from central: https://repo.example/a.jar (1 kB at 1 kB/s)'
            echo '[INFO] Building Tailback Core 0.1.0                                [2/9]'
            echo '[ERROR] something is wrong'
            %s
            """.formatted(makesTheJar));
        Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void build_withProgress_showsModulesAndFiles() throws Exception {
        maven("cp made.jar cli/target/tailback.jar");

        CommandRun run = run(Map.of("TAILBACK_PROGRESS", "on"));

        assertThat(run.out()).isEqualTo("ran true\n");
        assertThat(run.err())
                .startsWith("Building tailback (first use) …\n")
                .contains("module 2/9, 1 files fetched")
                .doesNotContain("something is wrong");
    }

    @Test
    void build_thatFails_showsItsErrors() throws Exception {
        for (String progress : List.of("on", "off")) {
            maven("exit 1");

            CommandRun run = run(Map.of("TAILBACK_PROGRESS", progress));

            assertThat(run.status()).isEqualTo(1);
            assertThat(run.err()).contains("[ERROR] something is wrong\ntailback: the build failed (see above)");
            Files.move(root.resolve("made.jar"), jar);
        }
    }

    @Test
    void rebuildThatFails_leavesTheJarThatWorks() throws Exception {
        byte[] before = Files.readAllBytes(jar);
        maven("rm -f cli/target/tailback.jar; exit 1");
        Files.move(root.resolve("made.jar"), jar);
        makeStale();

        CommandRun run = run(Map.of());

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("the build failed").contains("is still that of the sources before");
        assertThat(Files.readAllBytes(jar)).isEqualTo(before);
    }

    /** What is fetched goes into the checkout, whose path may have spaces: MAVEN_OPTS cannot tell it. */
    @Test
    void build_withoutHomeInAPathWithSpaces_fetchesIntoTheCheckout() throws Exception {
        maven(
                "printf '%s\\n' \"$@\" \"opts ${MAVEN_OPTS:-}\" \"home $HOME\" >arguments; cp made.jar cli/target/tailback.jar");
        root = Files.move(root, folder.resolve("check out"));
        Path home = root.toRealPath().resolve("target/home");

        assertThat(run(Map.of("HOME", "", "LC_ALL", "C", "MAVEN_OPTS", "")).out())
                .isEqualTo("ran true\n");
        assertThat(Files.readAllLines(root.resolve("arguments")))
                .contains("-Dmaven.repo.local=" + home + "/.m2/repository", "opts ", "home " + home);
    }

    @ParameterizedTest
    @CsvSource({
        "TAILBACK_JAVA_OPTS, -XX:+UseG1GC",
        "JAVA_TOOL_OPTIONS, -XX:+UseG1GC",
        "JDK_JAVA_OPTIONS, -XX:+UseParallelGC",
        // Java warns of so small a heap
        "TAILBACK_JAVA_OPTS, -Xmx8m"
    })
    void optionsOfJava_areTaken_andStandardOutputHasResultsOnly(String variable, String options) throws Exception {
        CommandRun run = run(Map.of(variable, options));

        assertThat(run.out()).isEqualTo("ran true\n");
        assertThat(run.status()).isZero();
    }

    @Tag("thorough")
    @Test
    void asciiLocale_fileWithUmlaut_isFound() throws Exception {
        Assumptions.assumeTrue(
                System.getProperty("sun.jnu.encoding").equals("UTF-8"), "this Java cannot make such a file");
        Files.writeString(root.resolve("für.txt"), "");

        assertThat(run(Map.of("LC_ALL", "C"), "für.txt").out()).isEqualTo("ran true\n");
        assertThat(run(Map.of("LC_ALL", "xx_YY.UTF-8"), "für.txt").out()).isEqualTo("ran true\n");
    }
}
