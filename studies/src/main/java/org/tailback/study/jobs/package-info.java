/**
 * Several programs and background traffic in one network.
 *
 * <p>{@link org.tailback.study.jobs.JobsStudy} reads a jobs file, places the jobs on nodes and runs them: all together,
 * each alone, and in subsets. From these runs, {@code Blame} computes the share of each other job in the seconds that a
 * job lost. {@code SharedRun} is one run: replays and background messages share one {@link org.tailback.embed.Network}.
 */
@Beta
@NullMarked
package org.tailback.study.jobs;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
