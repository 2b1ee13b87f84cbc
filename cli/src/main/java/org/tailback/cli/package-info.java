/**
 * The {@code tailback} command. {@link org.tailback.cli.Main#run} runs it inside another program: its arguments include
 * the streams for results and messages, and its return value is the exit status. {@code Commands} chooses the command
 * named in the arguments; {@code FailureMessages} converts exceptions to messages and exit statuses.
 *
 * <p>Each command is a class in a separate package and a thin layer over the library: it reads options, calls a study
 * or a replay, and writes the result as text, JSON or CSV.
 */
@Beta
@NullMarked
package org.tailback.cli;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
