package org.tailback.embed;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.tailback.replay.Conflicts;

/**
 * The result of a network until now.
 *
 * @param time the present instant, seconds
 * @param sent messages sent
 * @param arrived messages that arrived
 * @param cancelled messages that their owners cancelled
 * @param lost messages lost with a node
 * @param bytesArrived sum of the sizes of the messages that arrived
 * @param averagePenalty the mean over the messages that arrived from other nodes, weighted by size, of the time that
 *     their data moved divided by the contention-free time; 1 if there were none. Retransmission timeouts do not count
 * @param lostToContention seconds that the data of messages that arrived from other nodes moved beyond their time
 *     alone, summed over the messages
 * @param lostToTimeouts seconds that these messages waited for retransmission timeouts, summed over the messages, >= 0
 * @param retransmissionTimeouts number of messages that waited for a retransmission timeout
 * @param conflicts of the messages between nodes whose data has been moved
 * @param model name of the bandwidth-sharing model
 * @param cost name of the message cost
 * @param warnings approximations and omissions, a sentence each
 */
public record NetworkResult(
        double time,
        long sent,
        long arrived,
        long cancelled,
        long lost,
        long bytesArrived,
        double averagePenalty,
        double lostToContention,
        double lostToTimeouts,
        long retransmissionTimeouts,
        Conflicts conflicts,
        String model,
        String cost,
        List<String> warnings) {
    public NetworkResult {
        warnings = ImmutableList.copyOf(warnings);
    }

    /** Messages that are under way. */
    public long underWay() {
        return sent - arrived - cancelled - lost;
    }
}
