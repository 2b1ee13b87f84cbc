/**
 * Search for a placement of ranks on nodes with a small makespan, and bounds that no placement can beat.
 * {@link org.tailback.study.placement.PlacementSearch} replays starting placements, then anneals from the best of them;
 * every makespan is that of a full replay.
 */
@Beta
@NullMarked
package org.tailback.study.placement;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
