/**
 * Observation of a run while it happens.
 *
 * <p>An {@link org.tailback.observe.Observer} receives operations, messages, rates and timeouts in the order of time.
 * Its methods do nothing unless overridden, and a run without an observer has no cost. The calls for a message have
 * this order:
 *
 * <pre>{@code
 * messagePosted, startKnown, startPostponed?, messageStarted, rateChanged..., retransmissionTimeout?, messageEnded,
 * transferTimed, messageArrives, messageTaken
 * }</pre>
 *
 * <p>Contract: an observer does not change the run; numbers of messages and communications are reused after their end.
 * {@link org.tailback.observe.ObserverPair} notifies two observers. Start with {@code Observer}.
 */
@NullMarked
package org.tailback.observe;

import org.jspecify.annotations.NullMarked;
