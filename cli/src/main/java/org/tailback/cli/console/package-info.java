/**
 * Standard output and standard error as the command uses them. {@code Console} has one writer for results and one for
 * messages; {@code Progress} shows on a terminal how far a long computation is, {@code Interruption} lets Ctrl-C end it
 * with what it has, and {@code CommandLogging} sends what libraries log to standard error.
 */
@Internal
@NullMarked
package org.tailback.cli.console;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
