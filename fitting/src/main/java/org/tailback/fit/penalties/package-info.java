/** Penalties from measured times: the parameters of the Gigabit Ethernet model, and penalty coefficients by shape. */
package org.tailback.fit.penalties;
