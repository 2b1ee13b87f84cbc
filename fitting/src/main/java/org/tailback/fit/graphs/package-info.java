/**
 * Contention graphs with measured times, and the shapes of graphs.
 *
 * <p>In a measured graph all messages start together, and each has a finish time. Two graphs that are equal up to the
 * names of their nodes have the same {@link org.tailback.fit.graphs.Shape}: they are measurements of the same
 * situation.
 */
@Beta
@NullMarked
package org.tailback.fit.graphs;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
