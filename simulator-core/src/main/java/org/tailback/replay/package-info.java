/**
 * Replays: ranks perform programs or schedules, and their messages share a network.
 *
 * <pre>{@code
 * ReplayResult result = Replay.builder(program, platform).build().run();
 * }</pre>
 *
 * <p>A {@link org.tailback.replay.Replay} performs a program or a schedule on its own clock, on the clock of a host, or
 * on a shared network. The entry point for predictions is {@code org.tailback.simulation.Simulation} of {@code
 * tailback-simulation}, which expands collective operations into messages and specialises the platform for a job. A
 * {@link org.tailback.replay.ReplayResult} holds the times of all ranks and the losses to contention and timeouts.
 *
 * <p>Internal classes: {@code ReplayEngine} performs operations, and {@code ScheduleEngine} performs dependency graphs.
 * {@code Transfers} posts sends and receives, finds partners with {@code Matcher}, starts messages in the network and
 * handles their ends. {@code StuckProgram} explains deadlocks.
 */
@NullMarked
package org.tailback.replay;

import org.jspecify.annotations.NullMarked;
