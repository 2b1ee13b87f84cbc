package org.tailback.cli.console;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.Logger;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/** The loggers of the libraries: {@code tailback: WARN  Traces: message} on standard error. */
final class CommandLoggers implements ILoggerFactory {
    private static final String OWN = "org.tailback.";

    private final ConcurrentMap<String, Logger> loggers = new ConcurrentHashMap<>();
    private volatile boolean verbose;

    void setVerbose(boolean wanted) {
        verbose = wanted;
    }

    @Override
    public Logger getLogger(String name) {
        Logger logger = loggers.get(name);
        return logger == null ? loggers.computeIfAbsent(name, CommandLogger::new) : logger;
    }

    private final class CommandLogger extends LegacyAbstractLogger {
        private static final long serialVersionUID = 1L;

        private final boolean isOwn;

        CommandLogger(String name) {
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
                Level level,
                @Nullable Marker marker,
                String message,
                Object @Nullable [] arguments,
                @Nullable Throwable failure) {
            String line = String.format(
                    Locale.ROOT,
                    "tailback: %-5s %s: %s%n",
                    level,
                    name.substring(name.lastIndexOf('.') + 1),
                    MessageFormatter.basicArrayFormat(message, arguments));
            byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
            System.err.write(bytes, 0, bytes.length);
            System.err.flush();
        }
    }
}
