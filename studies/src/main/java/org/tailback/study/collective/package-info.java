/**
 * Which algorithm of a collective operation is fastest, for which sizes and numbers of ranks.
 * {@link org.tailback.study.collective.CollectiveStudy} simulates the cases, {@code Crossover} finds the sizes at which
 * the winner changes.
 */
@Beta
@NullMarked
package org.tailback.study.collective;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
