package org.tailback.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the tests of the Python package with the command of this build; skipped where there is no python3. */
@Tag("thorough")
class PythonPackageTest {
    private static final int LEAST_MINOR = 9;

    @TempDir
    private Path folder;

    @Test
    void unitTests_pass() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "there is no /bin/sh");
        boolean python = hasPython();
        if (!python) {
            System.out.println("SKIPPED: the tests of python/, as there is no python3 of version 3.9 or newer");
        }
        Assumptions.assumeTrue(python, "there is no python3 of version 3.9 or newer");
        Path command = Files.writeString(folder.resolve("tailback"), """
                #!/bin/sh
                exec "%s/bin/java" -XX:TieredStopAtLevel=1 -cp '%s' org.tailback.cli.Main "$@"
                """.formatted(
                        System.getProperty("java.home"), System.getProperty("java.class.path")));
        Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwxr-xr-x"));

        ProcessBuilder builder = new ProcessBuilder(
                        "python3", "-B", "-m", "unittest", "discover", "-s", "../python/tests")
                .redirectErrorStream(true);
        builder.environment().put("TAILBACK_COMMAND", command.toString());
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes());

        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).containsPattern("Ran [5-9][0-9] tests");
    }

    private static boolean hasPython() throws InterruptedException {
        try {
            String check = "import sys; sys.exit(sys.version_info < (3, " + LEAST_MINOR + "))";
            return new ProcessBuilder("python3", "-c", check).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
