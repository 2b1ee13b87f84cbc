/**
 * Penalties of the Stop and Go flow control of Myrinet (Vienne et al. 2008).
 *
 * <p>The penalties follow from the numbers of maximal sets of messages without conflict. These numbers grow
 * exponentially. So sets are counted for each connected component: by a closed form, by dynamic programming along a
 * frontier, or, beyond a limit of states, by an estimate with a stated error.
 * {@link org.tailback.model.sharing.myrinet.Myrinet} states the equations.
 */
@Beta
package org.tailback.model.sharing.myrinet;

import org.tailback.stability.Beta;
