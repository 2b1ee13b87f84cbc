/**
 * Closed forms: completion times of collective operations by formula, without a simulation.
 *
 * <p>In PlogP and PlogPT, the time of an alltoall is an expression in latency, gap and the bandwidths of the tree. The
 * formulas verify the simulation and have negligible cost. Equation numbers refer to Nomura, Matsuba and Ishikawa.
 */
@Beta
@NullMarked
package org.tailback.model.closedform;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
