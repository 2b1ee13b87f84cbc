/**
 * Networks inside simulations on <a href="https://simulation.tudelft.nl/dsol/">DSOL</a>:
 * {@code Network.builder(platform).on(new DsolKernel(simulator))}.
 */
@Beta
@NullMarked
package org.tailback.dsol;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
