/**
 * GOAL schedules as LogGOPSim's tools write them: text, and the binary form made from it. Start with
 * {@link org.tailback.trace.goal.GoalFiles}.
 */
package org.tailback.trace.goal;
