package org.tailback.embed;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.tailback.replay.Conflicts;
import org.tailback.stability.Internal;

/**
 * Result of a network up to an instant.
 *
 * @param time end of the observed time, in seconds
 * @param sent number of messages sent
 * @param arrived number of messages that arrived
 * @param cancelled number of messages that their owners cancelled
 * @param lost number of messages lost with a node or a link, or at their deadline
 * @param bytesArrived sum of the sizes of the messages that arrived
 * @param averagePenalty mean over the messages that arrived from other nodes, weighted by size, of the duration of
 *     their transfers divided by the contention-free time; 1 without such messages. Retransmission timeouts do not
 *     count
 * @param lostToContention seconds for which the data of messages from other nodes moved beyond their contention-free
 *     time, summed over the messages
 * @param lostToTimeouts seconds for which these messages waited for retransmission timeouts, summed over the messages,
 *     >= 0
 * @param retransmissionTimeouts number of messages that waited for a retransmission timeout
 * @param conflicts conflicts of the messages between nodes whose data has been moved
 * @param model name of the bandwidth-sharing model
 * @param cost name of the message cost
 * @param warnings approximations and omissions, one sentence each
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
    @Internal
    public NetworkResult {
        warnings = ImmutableList.copyOf(warnings);
    }

    /** Returns the number of messages under way. */
    public long underWay() {
        return sent - arrived - cancelled - lost;
    }

    @Override
    public String toString() {
        return "at " + time + " s: " + sent + " messages sent, " + arrived + " arrived, " + cancelled + " cancelled, "
                + lost + " lost, mean penalty " + averagePenalty;
    }
}
