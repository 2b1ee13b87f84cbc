/**
 * The {@code tailback} command. {@link org.tailback.cli.Main#run} runs it inside another program, with the streams for
 * results and messages and the exit status as its return value. {@code Commands} chooses the command named in the
 * arguments; {@code FailureMessages} converts exceptions to messages and exit statuses.
 *
 * <p>A command is a class with its options in an individual package, a thin layer over the library: it reads
 * options, calls a study or a replay, and writes the result as text, JSON or CSV.
 */
@Beta
@NullMarked
package org.tailback.cli;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
