/** Penalties of TCP over Gigabit Ethernet (Vienne, Martinasso, Vincent, Mehaut 2008). */
@Beta
@NullMarked
package org.tailback.model.sharing.gigabit;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
