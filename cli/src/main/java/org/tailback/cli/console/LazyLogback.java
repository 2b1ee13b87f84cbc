package org.tailback.cli.console;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LogbackServiceProvider;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Logger;
import org.slf4j.Marker;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * Logback as SLF4J's provider, loaded with the first message that it writes: without one, its start is a fifth of that
 * of a short run. {@link CommandLogging} configures it. The command chooses this provider by {@link #choose}.
 */
public final class LazyLogback implements SLF4JServiceProvider, ILoggerFactory {
    private static final String OWN = "org.tailback";
    private static final Object[] NONE = {};

    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final MDCAdapter context = new NOPMDCAdapter();
    private final ConcurrentMap<String, Logger> loggers = new ConcurrentHashMap<>();
    private volatile boolean verbose;
    private @Nullable LoggerContext logback;

    /** Called by SLF4J. */
    public LazyLogback() {}

    /** Makes it the provider of this process, unless its user has chosen one or something has been logged. */
    public static void choose() {
        if (System.getProperty("slf4j.provider") == null) {
            System.setProperty("slf4j.provider", LazyLogback.class.getName());
            // SLF4J would write which provider it loads
            System.setProperty("slf4j.internal.verbosity", "WARN");
        }
    }

    /** Lets Tailback's own libraries log everything from debug on. */
    synchronized void verbose() {
        verbose = true;
        if (logback != null) {
            logback.getLogger(OWN).setLevel(Level.DEBUG);
        }
    }

    /** Returns whether a message has been written. */
    synchronized boolean isLoaded() {
        return logback != null;
    }

    private synchronized LoggerContext logback() {
        if (logback == null) {
            LogbackServiceProvider provider = new LogbackServiceProvider();
            provider.initialize();
            logback = (LoggerContext) provider.getLoggerFactory();
            logback.getLogger(OWN).setLevel(verbose ? Level.DEBUG : null);
        }
        return logback;
    }

    @Override
    public Logger getLogger(String name) {
        Logger logger = loggers.get(name);
        return logger == null ? loggers.computeIfAbsent(name, Deferred::new) : logger;
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

    /** A logger with the levels of {@link CommandLogging}, which passes on what they let through. */
    private final class Deferred extends LegacyAbstractLogger {
        private static final long serialVersionUID = 1L;

        private final boolean isOwn;

        Deferred(String name) {
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
            return verbose && isOwn;
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
                org.slf4j.event.Level level,
                @Nullable Marker marker,
                String message,
                Object @Nullable [] arguments,
                @Nullable Throwable failure) {
            logback()
                    .getLogger(name)
                    .atLevel(level)
                    .setCause(failure)
                    .log(message, arguments == null ? NONE : arguments);
        }
    }
}
