/**
 * Penalties of TCP over Gigabit Ethernet (Vienne, Martinasso, Vincent, Mehaut 2008).
 */
@Beta
package org.tailback.model.sharing.gigabit;

import org.tailback.stability.Beta;
