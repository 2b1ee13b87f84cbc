/**
 * Penalties of TCP over Gigabit Ethernet (Vienne, Martinasso, Vincent, Mehaut 2008).
 *
 * <p>The penalty of a message follows from the numbers of messages that leave its source and enter its destination,
 * and from the congestion at their other ends. {@link org.tailback.model.sharing.gigabit.GigabitEthernet} states the
 * equations and the parameters beta and gamma.
 */
@Beta
package org.tailback.model.sharing.gigabit;

import org.tailback.stability.Beta;
