/**
 * Closed forms: completion times of collective operations by formula, without a simulation.
 *
 * <p>PlogP and PlogPT give the time of an alltoall as an expression in latency, gap and the bandwidths of the tree.
 * The formulas check the simulation and cost nothing to evaluate. Equation numbers are those of Nomura, Matsuba and
 * Ishikawa.
 */
@Beta
@NullMarked
package org.tailback.model.closedform;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
