package org.tailback.cli.serve;

import org.tailback.cli.console.Console;

/** Runs a command inside this process. */
@FunctionalInterface
public interface CommandRunner {
    /** Runs the command with these arguments; messages of failures are printed on the console. Returns the exit status. */
    int run(String[] args, Console console);
}
