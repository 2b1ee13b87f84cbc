/**
 * Standard output and standard error as the command uses them. {@code Console} has one writer for results and one for
 * messages; {@code Progress} shows on a terminal the progress of a long computation, {@code Interruption} lets Ctrl-C
 * end it with its results so far, and {@code CommandLogging} sends the logging of libraries to standard error.
 */
@Internal
@NullMarked
package org.tailback.cli.console;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
