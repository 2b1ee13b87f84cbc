package org.tailback.cli.serve;

import org.tailback.cli.console.Console;
import org.tailback.simulation.WorkloadCache;

/** Runner of commands inside this process. */
@FunctionalInterface
public interface CommandRunner {
    /** Runs the command, prints messages of failures on the console, and returns the exit status. */
    int run(String[] args, Console console, WorkloadCache traces);
}
