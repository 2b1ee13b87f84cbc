package org.tailback.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.tailback.cli.Main;

/** The command in a Java machine of its own. What it says goes to files in a folder that the test removes. */
record ForkedCommand(Process process, Path out, Path err) {
    private static final long PATIENCE_SECONDS = 120;

    /** Starts it with options of the Java machine, such as {@code -Xmx48m}. */
    static ForkedCommand start(Path folder, List<String> javaOptions, String... args) {
        List<String> command = new ArrayList<>(withInterruption());
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // compiles less, as the tests themselves do
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(javaOptions);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(List.of(args));
        try {
            Path out = Files.createTempFile(folder, "out", ".txt");
            Path err = Files.createTempFile(folder, "err", ".txt");
            Process process = new ProcessBuilder(command)
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            return new ForkedCommand(process, out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * What starts a program with the system's own handling of Ctrl-C: children of a job in the background inherit that
     * it is ignored, and a Java machine keeps to that.
     */
    private static List<String> withInterruption() {
        List<List<String>> ways = List.of(
                List.of("env", "--default-signal=INT"),
                List.of("perl", "-e", "$SIG{INT} = 'DEFAULT'; exec @ARGV or die", "--"));
        return ways.stream().filter(ForkedCommand::works).findFirst().orElse(List.of());
    }

    private static boolean works(List<String> way) {
        List<String> command = new ArrayList<>(way);
        command.add("true");
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Waits for its end and gives its results. */
    String results() throws IOException, InterruptedException {
        assertThat(end()).as(Files.readString(err)).isZero();
        return Files.readString(out, StandardCharsets.UTF_8);
    }

    /** Waits for its end and gives its exit status. */
    int end() throws InterruptedException {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("still running after " + PATIENCE_SECONDS + " s");
        }
        return process.exitValue();
    }
}
