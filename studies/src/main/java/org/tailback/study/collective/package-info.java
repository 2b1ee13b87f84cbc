/**
 * The fastest algorithms of a collective operation, by size and number of ranks. {@link
 * org.tailback.study.collective.CollectiveStudy} simulates the cases, and {@code Crossover} finds the sizes at which
 * the winner changes.
 */
@Beta
@NullMarked
package org.tailback.study.collective;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
