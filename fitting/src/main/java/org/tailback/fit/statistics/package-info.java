/**
 * Statistics that the fits have in common: straight lines with the uncertainty of slope and intercept, medians with
 * intervals.
 *
 * <p>The intervals of lines use Student's t distribution. The intervals of medians assume no distribution.
 */
@Internal
@NullMarked
package org.tailback.fit.statistics;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
