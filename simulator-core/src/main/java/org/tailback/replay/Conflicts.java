package org.tailback.replay;

import org.tailback.stability.Internal;

/**
 * Numbers of messages between nodes by kind of conflict in flight. A message with conflicts of several kinds counts in
 * each kind. The numbers are whole, or NaN if the run has no network that messages share.
 *
 * @param none number of messages without another message at their source or destination node
 * @param outgoing number of messages with another message that left the same node
 * @param incoming number of messages with another message that entered the same node
 * @param incomeOutgo number of messages with another message that entered their source node or left their destination
 *     node
 */
public record Conflicts(double none, double outgoing, double incoming, double incomeOutgo) {
    @Internal
    public Conflicts {}

    /** Conflicts with unknown numbers, for runs without a network that messages share. */
    public static final Conflicts UNKNOWN = new Conflicts(Double.NaN, Double.NaN, Double.NaN, Double.NaN);
}
