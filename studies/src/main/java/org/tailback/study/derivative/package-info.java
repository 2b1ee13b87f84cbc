/**
 * Dependence of a replay's makespan on the numbers of its platform.
 *
 * <p>{@link org.tailback.study.derivative.PlatformNumbers} lists the numbers of a platform file. {@link
 * org.tailback.study.derivative.Derivative} is the derivative of the makespan with respect to one number, computed from
 * two replays. {@link org.tailback.study.derivative.Tolerance} replays one number over a range.
 */
@Beta
@NullMarked
package org.tailback.study.derivative;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
