/**
 * Retransmission timeouts of messages that lose their last packet.
 *
 * <p>A {@link org.tailback.loss.LossModel} is immutable; its method {@code on} creates the {@link
 * org.tailback.loss.LossProcess} of one network. The process is notified of every start between nodes. When messages
 * have moved all their data, it receives them as {@link org.tailback.loss.EndingMessages}, and may make each of them
 * wait:
 *
 * <pre>{@code
 * public void decide(EndingMessages ending) {
 *     for (int i = 0; i < ending.count(); i++) {
 *         if (isLost(ending.sender(i), ending.time())) ending.timeOut(i, 0.2);
 *     }
 * }
 * }</pre>
 *
 * <p>Contract: a message times out at most once and occupies nothing while it waits; results depend on the seed only. A
 * process may use predictions of the messages that will start soon. Tests inherit {@code LossModelContract}.
 */
@NullMarked
package org.tailback.loss;

import org.jspecify.annotations.NullMarked;
