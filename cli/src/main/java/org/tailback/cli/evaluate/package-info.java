/**
 * {@code tailback evaluate}: relative errors of predicted times for measured contention graphs, per message, task and
 * graph, and the difference of two models on random patterns.
 */
@Internal
@NullMarked
package org.tailback.cli.evaluate;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
