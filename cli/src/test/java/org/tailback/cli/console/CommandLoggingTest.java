package org.tailback.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LogbackServiceProvider;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class CommandLoggingTest {
    /** What Logback writes on standard error; it finds the command's configuration as a service. */
    private static String errorOf(Consumer<LoggerContext> action) {
        PrintStream before = System.err;
        ByteArrayOutputStream captured = new ByteArrayOutputStream();
        try {
            System.setErr(new PrintStream(captured, true, StandardCharsets.UTF_8));
            LogbackServiceProvider logback = new LogbackServiceProvider();
            logback.initialize();
            action.accept((LoggerContext) logback.getLoggerFactory());
        } finally {
            System.setErr(before);
        }
        return captured.toString(StandardCharsets.UTF_8);
    }

    @Test
    void messages_belowWarnings_areNotWritten() {
        assertThat(errorOf(context ->
                        context.getLogger("org.tailback.trace.Traces").info("read")))
                .isEmpty();
    }

    @Test
    void warning_isALineWithItsOrigin() {
        assertThat(errorOf(context ->
                        context.getLogger("org.tailback.trace.Traces").warn("{} of {} left out", 3, 4)))
                .isEqualToNormalizingNewlines("tailback: WARN  Traces: 3 of 4 left out\n");
    }

    @Test
    void ownMessages_areWrittenFromTheirLevelOn() {
        String written = errorOf(context -> {
            context.getLogger("org.tailback").setLevel(Level.DEBUG);
            context.getLogger("org.tailback.trace.Traces").debug("format goal");
            context.getLogger("org.other.Library").debug("noise");
        });
        assertThat(written).isEqualToNormalizingNewlines("tailback: DEBUG Traces: format goal\n");
    }
}
