/**
 * Replays: ranks perform programs or schedules, and their messages share a network.
 *
 * <pre>{@code
 * ReplayResult result = Replay.builder(program, platform).build().run();
 * }</pre>
 *
 * <p>A {@link org.tailback.replay.Replay} performs a program or a schedule on its own clock, on a host's, or on a
 * shared network; {@code org.tailback.simulation.Simulation} of {@code tailback-simulation} is the entry point for
 * predictions: it expands collective operations into messages and specialises the platform for a job. A {@link
 * org.tailback.replay.ReplayResult} holds the times of all ranks and the losses to contention and timeouts.
 *
 * <p>Internal classes: {@code ReplayEngine} performs operations, {@code ScheduleEngine} dependency graphs; {@code
 * Transfers} posts sends and receives, finds partners with {@code Matcher}, sends messages and receives their ends;
 * {@code StuckProgram} explains deadlocks.
 */
@NullMarked
package org.tailback.replay;

import org.jspecify.annotations.NullMarked;
