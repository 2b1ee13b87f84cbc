package org.tailback.embed;

import org.jspecify.annotations.Nullable;

/**
 * A message that will never arrive because a node or a link failed.
 *
 * @param source node that sent it
 * @param destination node that it was for
 * @param bytes its size
 * @param sent when it was sent, in seconds
 * @param lost when the failure ended it (or when it was sent, if the node had failed before), in seconds
 * @param failedNode the node that failed: source or destination; -1 if a link failed
 * @param failedLink the name of the link that failed; null if a node failed
 */
public record LostMessage(
        int source,
        int destination,
        long bytes,
        double sent,
        double lost,
        int failedNode,
        @Nullable String failedLink) {}
