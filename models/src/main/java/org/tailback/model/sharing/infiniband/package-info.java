/** Penalties of InfiniBand: Martinasso and Mehaut 2011, and Vienne's thesis 2010. */
package org.tailback.model.sharing.infiniband;
