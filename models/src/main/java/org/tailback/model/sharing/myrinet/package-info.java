/** Penalties of Myrinet's Stop and Go flow control (Vienne et al. 2008), counted exactly or estimated. */
package org.tailback.model.sharing.myrinet;
