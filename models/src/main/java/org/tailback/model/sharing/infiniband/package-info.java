/**
 * Penalties of InfiniBand: the penalty graph of Martinasso and Mehaut 2011, and the model of Vienne's thesis 2010.
 */
@Beta
@NullMarked
package org.tailback.model.sharing.infiniband;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
