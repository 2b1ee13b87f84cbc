package org.tailback.cli.console;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * Logging of the libraries: warnings are written to standard error, and everything of Tailback's own from debug on with
 * {@code -v}. SLF4J finds this class as a service. It does no more than that, as the setting up of a logging library
 * took a fifteenth of the CPU time of a start.
 */
public final class CommandLogging implements SLF4JServiceProvider, ILoggerFactory {
    private final Map<String, Logger> loggers = new ConcurrentHashMap<>();
    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final MDCAdapter context = new NOPMDCAdapter();
    private volatile boolean verbose;

    /** Called by SLF4J. */
    public CommandLogging() {}

    /** Sets whether Tailback's own libraries log everything from debug on, in this process. */
    public static void verbose(boolean wanted) {
        if (LoggerFactory.getILoggerFactory() instanceof CommandLogging logging) {
            logging.verbose = wanted;
        }
    }

    @Override
    public void initialize() {}

    @Override
    public ILoggerFactory getLoggerFactory() {
        return this;
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return markers;
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return context;
    }

    @Override
    public String getRequestedApiVersion() {
        return "2.0.99";
    }

    @Override
    public Logger getLogger(String logger) {
        return loggers.computeIfAbsent(logger, Lines::new);
    }

    private final class Lines extends LegacyAbstractLogger {
        private static final long serialVersionUID = 1L;

        Lines(String logger) {
            name = logger;
        }

        @Override
        public boolean isTraceEnabled() {
            return false;
        }

        @Override
        public boolean isDebugEnabled() {
            return verbose && name.startsWith("org.tailback.");
        }

        @Override
        public boolean isInfoEnabled() {
            return isDebugEnabled();
        }

        @Override
        public boolean isWarnEnabled() {
            return true;
        }

        @Override
        public boolean isErrorEnabled() {
            return true;
        }

        @Override
        protected @Nullable String getFullyQualifiedCallerName() {
            return null;
        }

        @Override
        protected void handleNormalizedLoggingCall(
                Level level,
                @Nullable Marker marker,
                String message,
                Object @Nullable [] arguments,
                @Nullable Throwable cause) {
            String line = "tailback: " + (level + " ").substring(0, 5) + " " + name.substring(name.lastIndexOf('.') + 1)
                    + ": " + MessageFormatter.basicArrayFormat(message, arguments) + System.lineSeparator();
            System.err.writeBytes(line.getBytes(StandardCharsets.UTF_8));
        }
    }
}
