/**
 * How the makespan of a replay changes with the numbers of its platform.
 *
 * <p>Every instant t of a replay is a function of a number p of the platform. As long as the order of events stays,
 * that function is smooth, and its slope t' follows from the same causes as t itself. {@code SlopeLog} observes one
 * replay and keeps t' for all numbers at once, from operation to operation and from message to message;
 * {@code FlowSlopes} does so for the messages that share the network. With a part f of a message left, which moves at
 * the rate r in parts per second since s:
 *
 * <pre>
 * change of the rate at t    f' = f' - r' (t - s) - r (t' - s')
 * end at t                   t' = s' + (f' - r' (t - s)) / r
 * </pre>
 *
 * Slopes of costs and rates r' are central differences of {@code Variation}: the same messages under models whose
 * number is a millionth larger and smaller. {@code HoldingRange} keeps how far p can change before two events on
 * which something depends change their order.
 *
 * <p>{@link org.tailback.study.derivative.PlatformNumbers} lists the numbers of a platform file,
 * {@link org.tailback.study.derivative.Derivatives} computes a {@link org.tailback.study.derivative.Derivative} for
 * each. {@link org.tailback.study.derivative.Tolerance} replays one number over a range.
 */
@Beta
package org.tailback.study.derivative;

import org.tailback.stability.Beta;
