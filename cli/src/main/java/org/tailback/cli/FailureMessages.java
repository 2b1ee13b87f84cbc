package org.tailback.cli;

import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import org.tailback.cli.console.Console;
import org.tailback.cli.console.ResultsNotWrittenException;
import org.tailback.error.InputException;
import org.tailback.error.UnfinishedProgramException;
import picocli.CommandLine.ParameterException;

/** Messages and exit statuses for failures. */
final class FailureMessages {
    private FailureMessages() {}

    /** Prints the message of a failure on standard error; returns the exit status. */
    static int report(Throwable failure, Console console) {
        if (failure instanceof ParameterException e) {
            console.error(UsageErrors.message(e));
            return ExitStatus.BAD_INPUT;
        }
        if (failure instanceof InputException) {
            console.error(String.valueOf(failure.getMessage()));
            return ExitStatus.BAD_INPUT;
        }
        if (failure instanceof InvalidPathException e) {
            console.error("expected a path, found '" + e.getInput() + "': " + e.getReason());
            return ExitStatus.BAD_INPUT;
        }
        if (failure instanceof UnfinishedProgramException) {
            console.error(String.valueOf(failure.getMessage()));
            return ExitStatus.UNFINISHED;
        }
        if (failure instanceof ResultsNotWrittenException e) {
            if (e.isClosedByReader()) {
                return ExitStatus.DONE;
            }
            console.error(String.valueOf(e.getMessage()));
            return ExitStatus.FAILED;
        }
        if (failure instanceof UncheckedIOException) {
            console.error("reading or writing failed: " + failure.getMessage());
            return ExitStatus.FAILED;
        }
        if (failure instanceof OutOfMemoryError) {
            console.error("the memory of " + Runtime.getRuntime().maxMemory() / (1 << 20)
                    + " MiB is not enough. Give more, for example TAILBACK_JAVA_OPTS=-Xmx8g");
            return ExitStatus.FAILED;
        }
        String what = failure.getMessage() == null ? "" : ": " + failure.getMessage();
        String hint = console.isVerbose() ? "" : ". Run again with -v to see where it comes from";
        console.error("internal error, please report: " + failure.getClass().getSimpleName() + what + hint);
        if (console.isVerbose()) {
            console.stackTrace(failure);
        }
        return ExitStatus.FAILED;
    }
}
