/**
 * Max-min fair sharing of links by progressive filling: the assumption of fluid simulators.
 *
 * <p>All messages speed up together until a link is full; its messages keep that rate, and the others go on. The model
 * is a baseline, optimistic on real networks. {@link org.tailback.model.sharing.maxmin.MaxMin} states the definition.
 */
@Beta
package org.tailback.model.sharing.maxmin;

import org.tailback.stability.Beta;
