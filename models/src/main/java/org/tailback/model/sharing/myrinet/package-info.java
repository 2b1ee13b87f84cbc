/**
 * Penalties of the Stop and Go flow control of Myrinet (Vienne et al. 2008).
 */
@Beta
@NullMarked
package org.tailback.model.sharing.myrinet;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
