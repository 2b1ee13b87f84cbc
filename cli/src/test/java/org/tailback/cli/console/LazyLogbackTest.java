package org.tailback.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

class LazyLogbackTest {
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

    @Test
    void messages_belowTheLevel_doNotLoadLogback() {
        LazyLogback logging = new LazyLogback();
        Logger logger = logging.getLogger("org.tailback.trace.Traces");
        String written = errorOf(() -> {
            logger.debug("format {}", "goal");
            logger.info("read");
        });
        assertThat(written).isEmpty();
        assertThat(logging.isLoaded()).isFalse();
    }

    @Test
    void warning_isWrittenByLogback() {
        LazyLogback logging = new LazyLogback();
        String written =
                errorOf(() -> logging.getLogger("org.tailback.trace.Traces").warn("{} of {} left out", 3, 4));
        assertThat(logging.isLoaded()).isTrue();
        assertThat(written).isEqualToNormalizingNewlines("tailback: WARN  Traces: 3 of 4 left out\n");
    }

    @Test
    void verbose_writesOwnMessagesOnly() {
        LazyLogback logging = new LazyLogback();
        logging.verbose();
        String written = errorOf(() -> {
            logging.getLogger("org.tailback.trace.Traces").debug("format goal");
            logging.getLogger("org.other.Library").debug("noise");
        });
        assertThat(written).isEqualToNormalizingNewlines("tailback: DEBUG Traces: format goal\n");
    }
}
