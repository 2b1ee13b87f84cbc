/**
 * Random delays of ranks and messages and random factors of computations. {@link org.tailback.simulation.jitter.Jitter}
 * is their description, {@link org.tailback.simulation.jitter.JitterDraws} the numbers of one run: each rank has an
 * individual stream, so that variants under the same seed have the same delays.
 */
@Beta
@NullMarked
package org.tailback.simulation.jitter;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
