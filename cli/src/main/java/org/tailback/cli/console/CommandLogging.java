package org.tailback.cli.console;

import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
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
 * SLF4J's provider of the command: warnings of all libraries are written to standard error, and everything that
 * Tailback's own libraries log from debug on with {@code -v}. The command chooses it by {@link #choose}.
 */
public final class CommandLogging implements SLF4JServiceProvider, ILoggerFactory {
    private static final String OWN = "org.tailback";

    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final MDCAdapter context = new NOPMDCAdapter();
    private final ConcurrentMap<String, Logger> loggers = new ConcurrentHashMap<>();
    private volatile boolean verbose;

    /** Called by SLF4J. */
    public CommandLogging() {}

    /** Makes it the provider of this process, unless its user has chosen one or something has been logged. */
    public static void choose() {
        if (System.getProperty("slf4j.provider") == null) {
            System.setProperty("slf4j.provider", CommandLogging.class.getName());
            // SLF4J would write which provider it loads
            System.setProperty("slf4j.internal.verbosity", "WARN");
        }
    }

    /** Lets Tailback's own libraries log everything from debug on, if this is the provider of the process. */
    static void verbose() {
        if (LoggerFactory.getILoggerFactory() instanceof CommandLogging logging) {
            logging.setVerbose();
        }
    }

    /** Lets Tailback's own libraries log everything from debug on. */
    void setVerbose() {
        verbose = true;
    }

    @Override
    public Logger getLogger(String name) {
        Logger logger = loggers.get(name);
        return logger == null ? loggers.computeIfAbsent(name, StandardErrorLogger::new) : logger;
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

    private final class StandardErrorLogger extends LegacyAbstractLogger {
        private static final long serialVersionUID = 1L;

        private final boolean isOwn;

        StandardErrorLogger(String name) {
            this.name = name;
            isOwn = name.startsWith(OWN);
        }

        @Override
        public boolean isTraceEnabled() {
            return false;
        }

        @Override
        public boolean isDebugEnabled() {
            return verbose && isOwn;
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
                @Nullable Throwable failure) {
            System.err.print(String.format(
                    Locale.ROOT,
                    "tailback: %-5s %s: %s%n",
                    level,
                    name.substring(name.lastIndexOf('.') + 1),
                    MessageFormatter.basicArrayFormat(message, arguments)));
        }
    }
}
