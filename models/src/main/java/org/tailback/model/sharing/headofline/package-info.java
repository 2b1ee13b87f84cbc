/**
 * Head-of-line blocking: packets in queues, first in, first out, with credits; the rates are those of the packets.
 *
 * <p>{@link org.tailback.model.sharing.headofline.HeadOfLine} is the model, with its equations and a worked example.
 * Its state solves the connected part that a change reaches: {@code HeadChain} exactly where one link is shared,
 * {@code PacketWalk} by a bounded walk of packets elsewhere, which {@code WalkEstimate} ends, after {@code Reduction}
 * has left out hops. {@code Symmetry} finds messages in equal positions, and solved parts are remembered by their
 * pattern ({@code RememberedSolutions}). Short walks use what earlier ones found: where packets were ({@code
 * PacketsLeft}), and rates ({@code PastWalks}).
 */
@Internal
package org.tailback.model.sharing.headofline;

import org.tailback.stability.Internal;
