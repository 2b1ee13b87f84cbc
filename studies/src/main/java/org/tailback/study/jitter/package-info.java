/**
 * Random delays of ranks and messages and random factors of computations. {@link org.tailback.study.jitter.Jitter} is
 * their description, {@link org.tailback.study.jitter.JitterDraws} the numbers of one run: each rank has a stream of
 * its own, so that variants under the same seed have the same delays.
 */
@Beta
package org.tailback.study.jitter;

import org.tailback.stability.Beta;
