package org.tailback.cli.console;

import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * Logging of the libraries: warnings are written to standard error, and everything from debug on with {@code -v}. SLF4J
 * finds this class as a service at the first log message. A logging framework would be a fifth of the start.
 */
public final class CommandLogging implements SLF4JServiceProvider {
    private final CommandLoggers loggers = new CommandLoggers();
    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final MDCAdapter context = new NOPMDCAdapter();

    /** Called by SLF4J. */
    public CommandLogging() {}

    @Override
    public ILoggerFactory getLoggerFactory() {
        return loggers;
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
    public void initialize() {}

    /** Sets whether Tailback's own libraries log everything from debug on. */
    public static void setVerbose(boolean wanted) {
        if (LoggerFactory.getILoggerFactory() instanceof CommandLoggers loggers) {
            loggers.setVerbose(wanted);
        }
    }
}
