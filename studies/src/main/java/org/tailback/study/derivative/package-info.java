/**
 * How the makespan of a replay changes with the numbers of its platform.
 *
 * <p>{@link org.tailback.study.derivative.PlatformNumbers} lists the numbers of a platform file,
 * {@link org.tailback.study.derivative.Derivative} is that by one of them, from two replays.
 * {@link org.tailback.study.derivative.Tolerance} replays one number over a range.
 */
@Beta
@NullMarked
package org.tailback.study.derivative;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
