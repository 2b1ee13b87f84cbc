package org.tailback.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgressTest {
    @Test
    void told_longWork_lineErasedAtItsEnd() {
        StringWriter messages = new StringWriter();
        CountDownLatch asked = new CountDownLatch(1);

        int result = Progress.printed(
                new PrintWriter(messages),
                () -> {
                    asked.countDown();
                    return "half done";
                },
                1,
                () -> {
                    awaitUnchecked(asked);
                    return 42;
                });

        assertThat(result).isEqualTo(42);
        assertThat(messages.toString()).matches("(?s)(\r\u001b\\[Khalf done, \\d+ s)+\r\u001b\\[K");
    }

    @Test
    void part_aQuarterDone_threeTimesTheSecondsAreLeft() {
        assertThat(Progress.part(2, 8, "replays", 10)).isEqualTo("2 of 8 replays, about 30 s left");
        assertThat(Progress.part(0, 8, "replays", 10)).isEqualTo("0 of 8 replays");
    }

    @Test
    void told_shortWork_silent() {
        StringWriter messages = new StringWriter();

        assertThat(Progress.printed(new PrintWriter(messages), () -> "x", 1_000_000, () -> 1))
                .isEqualTo(1);
        assertThat(messages.toString()).isEmpty();
    }

    @Test
    void told_failingWork_failsTheSame() {
        StringWriter messages = new StringWriter();

        assertThatThrownBy(() -> Progress.printed(new PrintWriter(messages), () -> "x", 1_000_000, () -> {
                    throw new IllegalStateException("no");
                }))
                .hasMessage("no");
    }

    @Test
    void isShown_environmentDecidesFirst(@TempDir Path folder) throws Exception {
        Terminal terminal =
                Terminal.of(Map.of(), Files.createSymbolicLink(folder.resolve("pts"), Path.of("/dev/pts/3")));

        assertThat(Progress.isShown(Map.of(), terminal)).isTrue();
        assertThat(Progress.isShown(Map.of(), Terminal.NONE)).isFalse();
        assertThat(Progress.isShown(Map.of("CI", "true"), terminal)).isFalse();
        assertThat(Progress.isShown(Map.of("TERM", "dumb"), terminal)).isFalse();
        assertThat(Progress.isShown(Map.of("TAILBACK_PROGRESS", "on"), Terminal.NONE))
                .isTrue();
        assertThat(Progress.isShown(Map.of("TAILBACK_PROGRESS", "off"), terminal))
                .isFalse();
    }

    private static void awaitUnchecked(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
