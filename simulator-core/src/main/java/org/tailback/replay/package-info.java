/**
 * Replays: ranks perform programs or schedules, and their messages share a network.
 *
 * <pre>{@code
 * ReplayResult result = Replay.builder(program, platform).build().run();
 * }</pre>
 *
 * <p>A {@link org.tailback.replay.Replay} performs a program or a schedule on its own clock, on a host's, or on a
 * shared network; {@code org.tailback.simulation.Simulation} of {@code tailback-simulation} is the way to predictions,
 * which makes messages of collective operations and gives a job its platform. A {@link
 * org.tailback.replay.ReplayResult} has the times of all ranks and the losses to contention and timeouts.
 *
 * <p>Where to start reading: {@code ReplayEngine} performs operations, {@code ScheduleEngine} dependency graphs; {@code
 * Transfers} posts sends and receives, asks {@code Matcher} for partners, sends messages and receives their ends;
 * {@code StuckProgram} explains deadlocks.
 */
@NullMarked
package org.tailback.replay;

import org.jspecify.annotations.NullMarked;
