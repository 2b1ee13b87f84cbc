/**
 * Entry point for simulations of a program on a platform for a job. {@link org.tailback.simulation.Simulation} runs one
 * simulation, {@link org.tailback.simulation.Platforms} returns the platforms of jobs, and a {@link
 * org.tailback.simulation.Workload} is a program that studies run repeatedly and concurrently.
 */
@NullMarked
package org.tailback.simulation;

import org.jspecify.annotations.NullMarked;
