/** Penalties of TCP over Gigabit Ethernet (Vienne et al. 2008). */
package org.tailback.model.sharing.gigabit;
