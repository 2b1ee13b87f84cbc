/**
 * Search for a placement of ranks on nodes with a small makespan, and lower bounds on the makespan of any placement.
 * {@link org.tailback.study.placement.PlacementSearch} replays starting placements, then anneals from the best one.
 * Every makespan is the result of a full replay.
 */
@Beta
@NullMarked
package org.tailback.study.placement;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
