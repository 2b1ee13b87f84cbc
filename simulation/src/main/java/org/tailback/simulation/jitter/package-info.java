/**
 * Random delays of ranks and messages and random factors of computations. {@link org.tailback.simulation.jitter.Jitter}
 * describes them, and {@link org.tailback.simulation.jitter.JitterDraws} holds the numbers of one run: each rank has an
 * individual stream, so that variants under the same seed have the same delays.
 */
@Beta
@NullMarked
package org.tailback.simulation.jitter;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
