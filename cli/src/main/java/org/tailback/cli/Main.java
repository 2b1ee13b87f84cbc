package org.tailback.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.tailback.cli.console.Console;
import org.tailback.cli.console.ResultsNotWrittenException;
import org.tailback.error.InputException;
import org.tailback.error.UnfinishedProgramException;
import picocli.CommandLine;

/**
 * Entry point of the {@code tailback} command.
 *
 * <p>Results go to standard output, messages to standard error. The exit status is 0 when the command did what it was
 * asked, 2 for bad input or usage, 3 for a program that cannot finish, 1 for everything else. A reader that closes
 * standard output early, as {@code head} does, has got what it wanted: that is no failure.
 */
public final class Main {
    private Main() {}

    /** Runs the command and ends the process with its exit status. */
    public static void main(String[] args) {
        System.exit(run(args, new FileOutputStream(FileDescriptor.out), new FileOutputStream(FileDescriptor.err)));
    }

    /**
     * Runs the command inside this process.
     *
     * @param out receives results, UTF-8
     * @param err receives messages, UTF-8
     * @return the exit status
     */
    public static int run(String[] args, OutputStream out, OutputStream err) {
        Console console = new Console(out, err);
        try {
            int status = Commands.run(args, console);
            console.flush();
            return status;
        } catch (CommandLine.ParameterException e) {
            return usageError(e, console);
        } catch (InputException e) {
            console.error(String.valueOf(e.getMessage()));
            return ExitStatus.BAD_INPUT;
        } catch (UnfinishedProgramException e) {
            console.error(String.valueOf(e.getMessage()));
            return ExitStatus.UNFINISHED;
        } catch (ResultsNotWrittenException e) {
            if (e.isClosedByReader()) {
                return ExitStatus.DONE;
            }
            console.error(String.valueOf(e.getMessage()));
            return ExitStatus.FAILED;
        } catch (UncheckedIOException e) {
            console.error("reading or writing failed: " + e.getMessage());
            return ExitStatus.FAILED;
        } catch (OutOfMemoryError e) {
            console.error("the memory of "
                    + Runtime.getRuntime().maxMemory() / (1 << 20)
                    + " MiB is not enough. Give more, for example TAILBACK_JAVA_OPTS=-Xmx8g");
            return ExitStatus.FAILED;
        } catch (RuntimeException | Error e) {
            return internalError(e, console);
        }
    }

    private static int usageError(CommandLine.ParameterException e, Console console) {
        console.error(UsageErrors.message(e));
        return ExitStatus.BAD_INPUT;
    }

    private static int internalError(Throwable e, Console console) {
        String what = e.getMessage() == null ? "" : ": " + e.getMessage();
        console.error("internal error, please report: " + e.getClass().getSimpleName() + what
                + (console.isVerbose() ? "" : ". Run again with -v for its origin"));
        if (console.isVerbose()) {
            console.stackTrace(e);
        }
        return ExitStatus.FAILED;
    }
}
