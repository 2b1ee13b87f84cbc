/**
 * Sweeps: many replays described by one study file. {@link org.tailback.study.sweep.SweepPlan} numbers the runs, {@link
 * org.tailback.study.sweep.Sweep} performs the missing runs, on this machine or with another {@link
 * org.tailback.study.sweep.SweepEngine}. Each row of results is written to the disk as soon as its run has ended. The
 * finished file does not depend on threads, shards or interruptions.
 */
@Beta
@NullMarked
package org.tailback.study.sweep;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
