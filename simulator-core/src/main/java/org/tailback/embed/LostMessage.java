package org.tailback.embed;

import org.tailback.loss.LossCause;
import org.tailback.stability.Internal;

/**
 * A message that will never arrive.
 *
 * @param source node that sent it
 * @param destination node that it was sent to
 * @param bytes size of the message
 * @param sent when it was sent, in seconds
 * @param lost when it was lost, in seconds: at the failure, at its deadline, or when it was sent if a node had failed
 *     before
 * @param cause reason of the loss
 */
public record LostMessage(int source, int destination, long bytes, double sent, double lost, LossCause cause) {
    @Internal
    public LostMessage {}
}
