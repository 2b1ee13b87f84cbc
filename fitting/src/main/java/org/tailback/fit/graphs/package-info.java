/** Contention graphs with measured times, and their shapes. */
package org.tailback.fit.graphs;
