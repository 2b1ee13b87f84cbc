package org.tailback.cli.console;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.spi.ContextAwareBase;
import ch.qos.logback.core.status.NopStatusListener;
import java.nio.charset.StandardCharsets;
import org.slf4j.LoggerFactory;

/**
 * Logging with {@code -v} on standard error: Tailback's own messages from level debug on, and warnings of other
 * libraries. Logback loads this class as a service; there is no configuration file. Without {@code -v}, a process of
 * the command does not load Logback. Lines are composed in this class, because Logback's patterns take a fifteenth of a
 * second at each start.
 */
public final class CommandLogging extends ContextAwareBase implements Configurator {
    /** Creates the configuration; called by Logback. */
    public CommandLogging() {}

    private static final class Lines extends AppenderBase<ILoggingEvent> {
        @Override
        protected void append(ILoggingEvent event) {
            String logger = event.getLoggerName();
            String level = (event.getLevel() + " ").substring(0, 5);
            String line = "tailback: " + level + " " + logger.substring(logger.lastIndexOf('.') + 1) + ": "
                    + event.getFormattedMessage() + System.lineSeparator();
            System.err.writeBytes(line.getBytes(StandardCharsets.UTF_8));
        }
    }

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        // without this listener, Logback prepares to print its own status
        context.getStatusManager().add(new NopStatusListener());
        Lines lines = new Lines();
        lines.setContext(context);
        lines.start();
        ch.qos.logback.classic.Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(lines);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    /** Sets the level of Tailback's own libraries to debug. */
    static void verbose() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.getLogger("org.tailback").setLevel(Level.DEBUG);
        }
    }
}
