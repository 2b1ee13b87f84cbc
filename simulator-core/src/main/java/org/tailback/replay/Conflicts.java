package org.tailback.replay;

import org.tailback.stability.Internal;

/**
 * Numbers of messages between nodes by the kind of conflict that they had in flight; a message counts in each kind
 * that it had. Whole numbers, or NaN where there is no network that messages share.
 *
 * @param none messages without another message at either of their ends
 * @param outgoing another message left the same node
 * @param incoming another message entered the same node
 * @param incomeOutgo a message entered the node it left, or left the node it entered
 */
public record Conflicts(double none, double outgoing, double incoming, double incomeOutgo) {
    @Internal
    public Conflicts {}

    /** Unknown numbers, for runs without a network that messages share. */
    public static final Conflicts UNKNOWN = new Conflicts(Double.NaN, Double.NaN, Double.NaN, Double.NaN);
}
