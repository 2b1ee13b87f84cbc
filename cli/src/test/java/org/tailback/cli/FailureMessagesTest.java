package org.tailback.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.cli.console.Console;
import org.tailback.error.InputException;
import org.tailback.error.UnfinishedProgramException;

class FailureMessagesTest {
    private static CommandRun report(Throwable failure, boolean verbose) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(out, err);
        if (verbose) {
            console.setVerbose(true);
        }
        int status = FailureMessages.report(failure, console);
        console.flush();
        return new CommandRun(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void badInput_statusTwoMessageAsItIs() {
        assertThat(report(new InputException("f:1:2: no"), false))
                .isEqualTo(new CommandRun(2, "", "tailback: f:1:2: no\n"));
    }

    /** As files are written: a message of ours, and its cause. */
    @Test
    void fullDisk_isAFailureOfTheMachine() {
        IOException full = new IOException("No space left on device");
        assertThat(report(new InputException("r.html: cannot be written (No space left on device)", full), false))
                .isEqualTo(new CommandRun(1, "", "tailback: r.html: cannot be written (No space left on device)\n"));
        assertThat(report(
                                new InputException(
                                        "x", new UncheckedIOException(new IOException("Disk quota exceeded"))),
                                false)
                        .status())
                .isEqualTo(1);
        assertThat(report(new InputException("x", new NoSuchFileException("No space left on device.txt")), false)
                        .status())
                .isEqualTo(2);
    }

    @Test
    void textThatIsNoPath_isBadInput() {
        assertThat(report(new InvalidPathException("a*", "Illegal char <*>"), false))
                .isEqualTo(new CommandRun(2, "", "tailback: expected a path, found 'a*': Illegal char <*>\n"));
    }

    @Test
    void unfinished_statusThreeWithItsLines() {
        assertThat(report(new UnfinishedProgramException("stuck", List.of("rank 0 waits")), false))
                .isEqualTo(new CommandRun(3, "", "tailback: stuck\n  rank 0 waits\n"));
    }

    @Test
    void outOfMemory_saysHowToGiveMore() {
        report(new OutOfMemoryError("Java heap space"), false).failed(1, "is not enough", "TAILBACK_JAVA_OPTS=-Xmx8g");
    }

    @Test
    void readingFails_statusOne() {
        assertThat(report(new UncheckedIOException("disk gone", new IOException("x")), false))
                .isEqualTo(new CommandRun(1, "", "tailback: reading or writing failed: disk gone\n"));
    }

    @Test
    void defect_statusOneStackTraceOnlyOnRequest() {
        CommandRun quiet = report(new IllegalStateException("surprise"), false);
        CommandRun verbose = report(new IllegalStateException("surprise"), true);

        assertThat(quiet.status()).isEqualTo(1);
        assertThat(quiet.err())
                .isEqualTo("tailback: internal error, please report: IllegalStateException: surprise."
                        + " Run again with -v to see where it comes from\n");
        assertThat(verbose.err()).contains("\tat org.tailback.cli.FailureMessagesTest");
        assertThat(verbose.status()).isEqualTo(1);
    }
}
