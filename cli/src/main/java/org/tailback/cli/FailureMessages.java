package org.tailback.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.tailback.cli.console.Console;
import org.tailback.cli.console.ResultsNotWrittenException;
import org.tailback.error.InputException;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.settings.Suggestion;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Messages and exit statuses for failures. */
final class FailureMessages {
    /** Exit status of a successful command. */
    static final int DONE = 0;

    /** Exit status after an internal error or a failure of the machine: no memory, a full disk. */
    static final int FAILED = 1;

    /** Exit status after unusable input: arguments, a trace, a platform file. */
    static final int BAD_INPUT = 2;

    /** Exit status after a program that cannot finish: a deadlock, or messages without a partner. */
    static final int UNFINISHED = 3;

    /** Pattern of the messages of Linux, macOS and Windows about a full disk or an exceeded quota. */
    private static final Pattern FULL_DISK =
            Pattern.compile("No space left on device|Disk quota exceeded|not enough space on the disk");

    private FailureMessages() {}

    /** Prints the message of a failure on standard error, and returns the exit status. */
    static int report(Throwable failure, Console console) {
        if (failure instanceof ResultsNotWrittenException e && e.isClosedByReader()) {
            return DONE;
        }
        String message = String.valueOf(failure.getMessage());
        if (isFullDisk(failure) || failure instanceof ResultsNotWrittenException) {
            return said(message, FAILED, console);
        }
        if (failure instanceof ParameterException e) {
            return said(usage(e), BAD_INPUT, console);
        }
        if (failure instanceof InputException) {
            return said(message, BAD_INPUT, console);
        }
        if (failure instanceof InvalidPathException e) {
            return said("expected a path, found '" + e.getInput() + "': " + e.getReason(), BAD_INPUT, console);
        }
        if (failure instanceof UnfinishedProgramException) {
            return said(message, UNFINISHED, console);
        }
        if (failure instanceof UncheckedIOException) {
            return said("reading or writing failed: " + message, FAILED, console);
        }
        if (failure instanceof OutOfMemoryError) {
            return said(
                    "the memory of " + Runtime.getRuntime().maxMemory() / (1 << 20)
                            + " MiB is not enough. Give more, for example TAILBACK_JAVA_OPTS=-Xmx8g",
                    FAILED,
                    console);
        }
        String what = failure.getMessage() == null ? "" : ": " + message;
        String hint = console.isVerbose() ? "" : ". Run again with -v to see where it comes from";
        console.error("internal error, please report: " + failure.getClass().getSimpleName() + what + hint);
        if (console.isVerbose()) {
            console.stackTrace(failure);
        }
        return FAILED;
    }

    /** Returns whether a file could not be written because the disk is full. Another run may then succeed. */
    private static boolean isFullDisk(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException
                    && !(cause instanceof NoSuchFileException)
                    && FULL_DISK.matcher(String.valueOf(cause.getMessage())).find()) {
                return true;
            }
        }
        return false;
    }

    private static int said(String message, int status, Console console) {
        console.error(message);
        return status;
    }

    /** Returns a message about wrong arguments: the error, the nearest name, and the command for help. */
    static String usage(ParameterException e) {
        CommandSpec spec = e.getCommandLine().getCommandSpec();
        String problem = e instanceof UnmatchedArgumentException unmatched
                ? unmatched(unmatched, e.getCommandLine())
                : ended(String.valueOf(e.getMessage())) + several(e);
        return problem + "\nHelp: " + spec.qualifiedName() + " --help";
    }

    /**
     * Returns a pointer to the commands for several platforms if a command for one platform received several; otherwise
     * an empty text.
     */
    private static String several(ParameterException e) {
        return e instanceof OverwrittenOptionException again
                        && again.getOverwritten() instanceof OptionSpec option
                        && option.longestName().equals("--platform")
                ? " 'tailback compare' and 'tailback sweep' take several platforms"
                : "";
    }

    private static String unmatched(UnmatchedArgumentException e, CommandLine commandLine) {
        String argument = e.getUnmatched().isEmpty() ? "" : e.getUnmatched().get(0);
        CommandSpec spec = commandLine.getCommandSpec();
        if (argument.startsWith("-")) {
            String name = argument.contains("=") ? argument.substring(0, argument.indexOf('=')) : argument;
            List<String> names = spec.options().stream()
                    .map(OptionSpec::longestName)
                    .sorted()
                    .collect(Collectors.toList());
            return "unknown option '" + name + "'. " + Suggestion.of(name, names) + "Options: "
                    + String.join(", ", names);
        }
        if (spec.parent() == null) {
            return "unknown command '" + argument + "'. " + Suggestion.of(argument, Commands.NAMES) + "Commands: "
                    + String.join(", ", Commands.NAMES);
        }
        if (!spec.subcommands().isEmpty()) {
            List<String> names = List.copyOf(spec.subcommands().keySet());
            return "no kind of " + spec.name() + ": found '" + argument + "'. " + Suggestion.of(argument, names)
                    + "Expected one of " + String.join(", ", names);
        }
        return "unexpected argument '" + argument + "'. " + spec.name() + " takes "
                + switch (spec.positionalParameters().size()) {
                    case 0 -> "options only";
                    case 1 -> "one argument and options";
                    default -> spec.positionalParameters().size() + " arguments and options";
                };
    }

    private static String ended(String sentence) {
        return sentence.endsWith(".") ? sentence : sentence + ".";
    }
}
