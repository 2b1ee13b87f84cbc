/** Where should the ranks run? Search of placements by replays, and what no placement can beat. */
package org.tailback.study.placement;
