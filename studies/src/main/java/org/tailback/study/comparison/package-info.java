/**
 * Comparison of one program on several platforms, placements and models: the best combination, and the ranks that lose
 * most to contention. Start with {@link org.tailback.study.comparison.Comparison}.
 */
@Beta
@NullMarked
package org.tailback.study.comparison;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
