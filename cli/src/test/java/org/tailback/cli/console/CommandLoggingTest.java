package org.tailback.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** SLF4J finds the command's logging as a service. */
class CommandLoggingTest {
    private static final Logger OWN = LoggerFactory.getLogger("org.tailback.trace.Traces");
    private static final Logger OTHER = LoggerFactory.getLogger("org.other.Library");

    private static String errorOf(Runnable action) {
        PrintStream before = System.err;
        ByteArrayOutputStream captured = new ByteArrayOutputStream();
        try {
            System.setErr(new PrintStream(captured, true, StandardCharsets.UTF_8));
            action.run();
        } finally {
            System.setErr(before);
        }
        return captured.toString(StandardCharsets.UTF_8);
    }

    @AfterEach
    void quieten() {
        CommandLogging.verbose(false);
    }

    @Test
    void messages_belowWarnings_areNotWritten() {
        assertThat(errorOf(() -> OWN.info("read"))).isEmpty();
    }

    @Test
    void warning_isALineWithItsOrigin() {
        assertThat(errorOf(() -> OWN.warn("{} of {} left out", 3, 4)))
                .isEqualToNormalizingNewlines("tailback: WARN  Traces: 3 of 4 left out\n");
    }

    @Test
    void ownMessages_areWrittenFromDebugOn_ifWanted() {
        CommandLogging.verbose(true);
        assertThat(errorOf(() -> {
                    OWN.debug("format {}", "goal");
                    OTHER.debug("noise");
                }))
                .isEqualToNormalizingNewlines("tailback: DEBUG Traces: format goal\n");
    }
}
