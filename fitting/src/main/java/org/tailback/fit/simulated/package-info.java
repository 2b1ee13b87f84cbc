/** Tailback's own simulated network as something to measure, so that fits can be checked against what was put in. */
package org.tailback.fit.simulated;
