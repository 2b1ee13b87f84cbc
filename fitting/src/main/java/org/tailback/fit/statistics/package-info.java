/**
 * Statistics shared by the fits: straight lines with the uncertainty of slope and intercept, medians with intervals.
 *
 * <p>The intervals of lines use Student's t distribution. The intervals of medians are distribution-free.
 */
@Internal
@NullMarked
package org.tailback.fit.statistics;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
