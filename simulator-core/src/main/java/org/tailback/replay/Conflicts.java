package org.tailback.replay;

/**
 * How many messages between nodes met which kind of conflict while they were in flight; a message counts in each kind
 * that it met.
 *
 * @param none met no other message at either of its ends
 * @param outgoing another message left the same node
 * @param incoming another message entered the same node
 * @param incomeOutgo a message entered the node it left, or left the node it entered
 */
public record Conflicts(long none, long outgoing, long incoming, long incomeOutgo) {}
