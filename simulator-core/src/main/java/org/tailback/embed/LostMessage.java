package org.tailback.embed;

/**
 * A message that will never arrive because a node failed.
 *
 * @param source node that sent it
 * @param destination node that it was for
 * @param bytes its size
 * @param sent when it was sent, in seconds
 * @param lost when the failure ended it (or when it was sent, if the node had failed before), in seconds
 * @param failedNode the node that failed: source or destination
 */
public record LostMessage(int source, int destination, long bytes, double sent, double lost, int failedNode) {}
