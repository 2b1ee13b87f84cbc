/**
 * The clock: the time, and callbacks at instants.
 *
 * <p>{@link org.tailback.kernel.EventKernel} is the interface to a host: {@code now()} and reusable timers; timers of
 * order {@code LAST} fire after all others of their instant. {@link org.tailback.kernel.SsjKernel} is SSJ's clock,
 * {@link org.tailback.kernel.SteppedKernel} is a clock that a host's loop advances; {@link
 * org.tailback.kernel.LocalClock} is the clock of a network inside a host of either kind:
 *
 * <pre>{@code
 * double next = Math.min(clock.nextInstant(), mine);
 * clock.advanceTo(next);
 * }</pre>
 *
 * <p>Contract: timers of one order fire in the order in which they were set; setting a timer again replaces its earlier
 * time. {@link org.tailback.kernel.Agenda} and {@link org.tailback.kernel.TimeQueue} keep any number of times with one
 * timer. The test of a host inherits {@code EventKernelContract}.
 */
@NullMarked
package org.tailback.kernel;

import org.jspecify.annotations.NullMarked;
