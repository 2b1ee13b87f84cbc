package org.tailback.replay;

/**
 * Numbers of messages between nodes by the kind of conflict that they had in flight; a message counts in each kind
 * that it had.
 *
 * @param none messages without another message at either of their ends
 * @param outgoing another message left the same node
 * @param incoming another message entered the same node
 * @param incomeOutgo a message entered the node it left, or left the node it entered
 */
public record Conflicts(long none, long outgoing, long incoming, long incomeOutgo) {}
