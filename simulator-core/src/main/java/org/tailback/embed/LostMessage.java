package org.tailback.embed;

import org.tailback.loss.LossCause;
import org.tailback.stability.Internal;

/**
 * Message that will never arrive.
 *
 * @param source sending node
 * @param destination receiving node
 * @param bytes size of the message
 * @param sent time at which it was sent, in seconds
 * @param lost time of the loss, in seconds: the time of the failure or of the message's deadline; if a node had failed
 *     before, the time of sending; if a link had, the start of the transfer
 * @param cause reason of the loss
 */
public record LostMessage(int source, int destination, long bytes, double sent, double lost, LossCause cause) {
    @Internal
    public LostMessage {}
}
