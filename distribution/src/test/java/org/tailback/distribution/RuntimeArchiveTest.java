package org.tailback.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The archive and the wheel that bring their own Java, made by {@code runtime.sh} and used where there is no other;
 * skipped where there is no JDK 25 or no Linux on x86-64.
 */
@Tag("thorough")
class RuntimeArchiveTest {
    private static final Path JAR = Path.of("../cli/target/tailback.jar").toAbsolutePath();

    /** The JVM ends with an error if it cannot use the cache of classes. */
    private static final Map<String, String> CACHE_NEEDED = Map.of("TAILBACK_JAVA_OPTS", "-XX:AOTMode=on");

    @TempDir
    private static Path folder;

    /** What a machine without Java has. */
    private static Path tools;

    @BeforeAll
    static void make() throws Exception {
        Assumptions.assumeTrue(Files.exists(JAR), "there is no " + JAR);
        Assumptions.assumeTrue(
                "Linux amd64".equals(System.getProperty("os.name") + " " + System.getProperty("os.arch")));
        tools = Files.createDirectory(folder.resolve("tools"));
        for (String tool : List.of("sh", "env", "readlink", "dirname", "locale", "sed")) {
            for (Path place : List.of(Path.of("/bin"), Path.of("/usr/bin"))) {
                if (Files.exists(place.resolve(tool)) && !Files.exists(tools.resolve(tool))) {
                    Files.createSymbolicLink(tools.resolve(tool), place.resolve(tool));
                }
            }
        }
        String pack = """
                set -e; mkdir -p "$1/tailback-1/lib" "$1/tailback-1/docs" "$1/tailback-1/traces"; cd "$2"
                cp -p cli/target/tailback.jar distribution/src/lib/launch.sh "$1/tailback-1/lib"
                cp -p LICENSE NOTICE "$1/tailback-1"; cp -p distribution/src/tailback.sh "$1/tailback-1/tailback"
                cp -rp distribution/src/bin "$1/tailback-1"; cp -rp docs/platforms docs/ai "$1/tailback-1/docs"
                cp -rp traces/examples "$1/tailback-1/traces"; chmod +x "$1"/tailback-1/tailback "$1"/tailback-1/bin/*
                tar -czf "$1/tailback-1.tar.gz" -C "$1" tailback-1; rm -r "$1/tailback-1"
                """;
        Path target = folder.resolve("target");
        assertThat(run(
                        Map.of(),
                        "/bin/sh",
                        "-c",
                        pack,
                        "pack",
                        target.toString(),
                        Path.of("..").toRealPath().toString()))
                .isEmpty();
        Process made = new ProcessBuilder("./runtime.sh", "", target.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(made.getInputStream().readAllBytes());
        made.waitFor();
        Assumptions.assumeFalse(output.contains("no JDK 25"), "there is no JDK 25 or newer");
        assertThat(made.exitValue()).as(output).isZero();
        run(
                Map.of(),
                "/bin/tar",
                "-xzf",
                target.resolve("tailback-1-linux-x64.tar.gz").toString(),
                "-C",
                folder.toString());
    }

    /** Runs a command where there is no Java and returns what it prints; its status must be 0. */
    private static String run(Map<String, String> environment, String... command)
            throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().put("PATH", command[0].startsWith("/bin/") ? "/usr/bin:/bin" : tools.toString());
        builder.environment().putAll(environment);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    private static List<Path> wheels() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("target"))) {
            return files.filter(each -> each.toString().endsWith(".whl"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void archive_withoutJava_replaysWithItsCache() throws Exception {
        String command = folder.resolve("tailback-1/tailback").toString();

        assertThat(run(CACHE_NEEDED, command, "replay", "tailback-1/traces/examples/ring-8", "--platform", "star-10g"))
                .contains("ring-8 takes 24.31 ms");
        assertThat(run(
                        CACHE_NEEDED,
                        command,
                        "compare",
                        "tailback-1/traces/examples/ring-8",
                        "--platform",
                        "star-10g,leonardo",
                        "--chart",
                        "chart.svg"))
                .contains("leonardo");
        assertThat(folder.resolve("chart.svg")).isNotEmptyFile();
    }

    @Test
    void wheel_inAnEmptyEnvironmentWithoutJava_replaysAProgram() throws Exception {
        Assumptions.assumeTrue(wheels().size() == 2, "there is no python3");
        Path environment = folder.resolve("environment");
        run(
                Map.of(),
                "/bin/sh",
                "-c",
                "python3 -m venv environment && environment/bin/pip install -q --no-index \"$1\"",
                "sh",
                wheels().get(1).toString());
        assertThat(wheels().get(1).toString()).contains("py3-none-manylinux_2_").endsWith("_x86_64.whl");
        String program = """
                import tailback
                program = tailback.Program(ranks=4)
                for rank in program:
                    rank.compute("2 ms")
                    rank.barrier()
                print(tailback.replay(program, platform="star-10g").makespan >= 0.002)
                """;

        assertThat(run(CACHE_NEEDED, environment.resolve("bin/python").toString(), "-c", program))
                .isEqualTo("True\n");
        assertThat(run(CACHE_NEEDED, environment.resolve("bin/tailback").toString(), "--version"))
                .startsWith("tailback ");
    }

    @Test
    void pureWheel_ofTheSameFiles_hasTheSameBytes() throws Exception {
        Assumptions.assumeTrue(wheels().size() == 2, "there is no python3");
        List<byte[]> made = new ArrayList<>();
        Path unpacked = Files.createDirectories(folder.resolve("plain"));
        run(
                Map.of(),
                "/bin/tar",
                "-xzf",
                folder.resolve("target/tailback-1.tar.gz").toString(),
                "-C",
                unpacked.toString());
        String script = Path.of("../python/wheels.py").toRealPath().toString();
        run(Map.of(), "/bin/sh", "-c", "python3 -B \"$0\" again plain/tailback-1", script);
        made.add(Files.readAllBytes(wheels().get(0)));
        made.add(Files.readAllBytes(
                folder.resolve("again").resolve(wheels().get(0).getFileName())));

        assertThat(made.get(0)).isEqualTo(made.get(1));
    }

    /**
     * The container file on a base that has only a shell and some tools of this machine, as no registry may be in
     * reach; by buildah, which needs fewer rights than podman to run it.
     */
    @Test
    void container_ofAnotherUser_replays() throws Exception {
        boolean isHere = Files.isExecutable(Path.of("/usr/bin/buildah"));
        if (!isHere) {
            System.out.println("SKIPPED: the container file, as there is no /usr/bin/buildah");
        }
        Assumptions.assumeTrue(isHere, "there is no buildah");
        String script = """
                set -eu
                mkdir -p base/tmp base/etc
                for tool in sh ln mkdir chmod readlink dirname locale sed env; do cp -L --parents "$(command -v $tool)" base; done
                for file in $(find base tailback-1/runtime -type f); do ldd "$file" 2>/dev/null | grep -o '/[^ ]*' || true; done \\
                    | sort -u | grep -v /tailback-1/ | while read -r library; do cp -L --parents "$library" base; done
                [ -e base/bin ] || ln -s usr/bin base/bin
                scratch=$(buildah from scratch)
                trap 'buildah rm $scratch >/dev/null 2>&1; buildah rmi -f localhost/tailback-t localhost/tailback-t0 >/dev/null 2>&1' EXIT
                buildah copy -q "$scratch" base / >/dev/null
                buildah commit -q "$scratch" localhost/tailback-t0 >/dev/null
                buildah build -q --isolation chroot --build-arg BASE=localhost/tailback-t0 -t localhost/tailback-t -f "$1" target >/dev/null
                buildah rm "$scratch" >/dev/null
                scratch=$(buildah from localhost/tailback-t)
                buildah run --isolation chroot --user 1000:1000 "$scratch" -- \\
                    tailback replay /opt/tailback-1/traces/examples/ring-8 --platform star-10g
                """;

        String output = run(
                Map.of("HOME", folder.resolve("home").toString()),
                "/bin/sh",
                "-c",
                script,
                "sh",
                Path.of("Containerfile").toRealPath().toString());

        assertThat(output).contains("ring-8 takes 24.31 ms");
    }
}
