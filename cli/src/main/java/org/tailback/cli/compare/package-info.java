/**
 * {@code tailback compare}: one trace on all combinations of platforms, placements and models, ranked by
 * {@link org.tailback.study.comparison.Comparison}.
 */
@Internal
@NullMarked
package org.tailback.cli.compare;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
