/** Whole-process comparisons with LogGOPSim on GOAL schedules. */
package org.tailback.benchmarks.goal;
