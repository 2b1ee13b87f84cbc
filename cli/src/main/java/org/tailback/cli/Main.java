package org.tailback.cli;

import java.io.OutputStream;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.tailback.cli.console.Console;
import org.tailback.simulation.WorkloadCache;
import picocli.CommandLine;

/**
 * Entry point of the {@code tailback} command.
 *
 * <p>Results are written to standard output, messages to standard error. The exit status is 0 for success, 2 for bad
 * input or usage, 3 for a program that cannot finish, 1 for other failures. A pipe on standard output that is closed
 * early, for example by {@code head}, is not an error.
 */
public final class Main {
    /** Pattern of the arguments that enable logging. */
    private static final Pattern LOGGING = Pattern.compile("-v|--verbose.*|serve");

    private Main() {}

    public static void main(String[] args) {
        // picocli would load forty classes that no option uses
        System.setProperty("picocli.converters.excludes", "java\\.(time|sql)\\..*");
        if (Arrays.stream(args).noneMatch(argument -> LOGGING.matcher(argument).matches())) {
            // Tailback's warnings are not log messages, and starting Logback takes 5 % of the time of a small replay
            System.setProperty("slf4j.provider", "org.slf4j.helpers.NOP_FallbackServiceProvider");
            System.setProperty("slf4j.internal.verbosity", "WARN");
        }
        System.exit(run(args, Console.ofProcess(), new WorkloadCache(0)));
    }

    /**
     * Runs the command inside this process.
     *
     * @param out stream for results, UTF-8
     * @param err stream for messages, UTF-8
     * @return the exit status
     */
    public static int run(String[] args, OutputStream out, OutputStream err) {
        return run(args, new Console(out, err), new WorkloadCache(0));
    }

    /** Runs the command as one of several inside this process, and returns the exit status. */
    public static int run(String[] args, Console console, WorkloadCache traces) {
        try {
            int status = Commands.run(args, console, traces);
            console.flush();
            return status;
        } catch (RuntimeException | Error e) {
            return FailureMessages.report(e, console);
        }
    }

    /** Returns all commands with their options, for completion scripts, manual pages and other descriptions. */
    public static CommandLine commandLine() {
        return Commands.all(new Console(OutputStream.nullOutputStream(), OutputStream.nullOutputStream()));
    }
}
