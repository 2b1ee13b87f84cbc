/**
 * Messages in flight: the engine behind {@link org.tailback.embed.Network} and {@link org.tailback.replay.Replay}.
 *
 * <p>{@link org.tailback.network.NetworkEngine} moves the messages of its users at the rates of one sharing model, and
 * keeps the times of their ends. A user joins with an owner and sends messages; the owner is notified of their ends:
 *
 * <pre>{@code
 * NetworkUser user = engine.join(owner, ranks, observer);
 * int message = engine.send(user, sender, receiver, source, destination, bytes, reference);
 * owner.transfersEnded(messages, from, to);      // called at the end, never within send
 * }</pre>
 *
 * <p>Contract: within an instant, ends precede starts. Owners are notified in the order in which they joined, and
 * messages are ordered by sender and posting; a message's number is valid until the notification returns. {@code
 * BatchClocks} holds the moving messages in batches, {@code MessageTable} the columns, and {@code Failures} the
 * messages stopped by links; {@code NetworkFork} copies a network. Start with {@code NetworkEngine.due} and {@code
 * flush}.
 */
@Internal
@NullMarked
package org.tailback.network;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
