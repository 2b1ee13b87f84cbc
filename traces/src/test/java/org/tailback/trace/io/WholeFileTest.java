package org.tailback.trace.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
    @TempDir
    private Path folder;

    /** Writes a file while its Java machine ends, as interrupted searches do. */
    public static final class AtTheEnd {
        private AtTheEnd() {}

        /** Entry point. */
        public static void main(String[] args) {
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(
                            () -> WholeFile.write(Path.of(args[0]), part -> Files.writeString(part, "best so far"))));
        }
    }

    @Test
    void write_whileTheMachineEnds_isWhole() throws Exception {
        Path file = folder.resolve("result.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        AtTheEnd.class.getName(),
                        file.toString())
                .inheritIO()
                .start();

        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(file).hasContent("best so far");
        assertThat(folder).isDirectoryContaining(path -> path.equals(file)).isDirectoryNotContaining("glob:**.part");
    }
}
