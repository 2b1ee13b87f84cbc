/**
 * Networks inside simulations on <a href="https://simulation.tudelft.nl/dsol/">DSOL</a>:
 * {@code Network.builder(platform).on(new DsolKernel(simulator))}.
 */
@Beta
package org.tailback.dsol;

import org.tailback.stability.Beta;
