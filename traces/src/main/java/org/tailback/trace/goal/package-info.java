/**
 * GOAL schedules of LogGOPSim's tools: the text, and the binary form made from it. {@link
 * org.tailback.trace.goal.GoalFiles} opens, writes and converts files:
 *
 * <pre>{@code
 * Schedule schedule = GoalFiles.open(Path.of("lulesh.goal"));
 * GoalFiles.convert(Path.of("lulesh.goal"), Path.of("lulesh.bin"), GoalFormat.BINARY);
 * }</pre>
 *
 * <p>{@link org.tailback.trace.goal.GoalTraceWriter} writes programs as schedules.
 */
@Beta
@NullMarked
package org.tailback.trace.goal;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
