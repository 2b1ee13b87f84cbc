/**
 * Loss models: dropped messages and the retransmission timeouts that delay them.
 *
 * <p>A loss model determines at the end of each message whether the message is delayed by a timeout. {@link
 * org.tailback.model.loss.TailDrop} is the model of PlogPT: buffers of switches overflow when several senders to one
 * destination start at nearly the same time. Its class comment lists the conditions and the policies.
 */
@Beta
@NullMarked
package org.tailback.model.loss;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
