/**
 * Penalties of InfiniBand: the penalty graph of Martinasso and Mehaut 2011, and the model of Vienne's thesis 2010.
 *
 * <p>Both follow from the numbers of messages at the two ends of a message. Under the penalty graph all messages of a
 * source have the same penalty. {@link org.tailback.model.sharing.infiniband.InfiniBand} and
 * {@link org.tailback.model.sharing.infiniband.VienneInfiniBand} state the equations.
 */
@Beta
package org.tailback.model.sharing.infiniband;

import org.tailback.stability.Beta;
