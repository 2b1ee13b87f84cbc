/**
 * Head-of-line blocking: packets in queues, first in, first out, with credits; the rates are those of the packets.
 *
 * <p>{@link org.tailback.model.sharing.headofline.HeadOfLine} is the model, with its equations and a worked example.
 * Its state solves the connected part that a change reaches: {@code HeadChain} exactly where one link is shared,
 * {@code PacketWalk} by a bounded walk of packets elsewhere. {@code Symmetry} finds messages in equal positions, and
 * solved parts are remembered by their pattern.
 */
@Internal
package org.tailback.model.sharing.headofline;

import org.tailback.stability.Internal;
