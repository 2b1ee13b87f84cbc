/**
 * Standard output and standard error of the command. {@code Console} has one writer for results and one for messages.
 * {@code Progress} shows the progress of a long computation on a terminal. {@code Interruption} stops a computation on
 * Ctrl-C and keeps its results so far. {@code CommandLogging} sends the logging of libraries to standard error.
 */
@Internal
@NullMarked
package org.tailback.cli.console;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
