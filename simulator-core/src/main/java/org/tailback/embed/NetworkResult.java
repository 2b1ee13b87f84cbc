package org.tailback.embed;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.tailback.replay.Conflicts;

/**
 * What a network has done until now.
 *
 * @param time the present instant, seconds
 * @param sent messages sent
 * @param arrived messages that arrived
 * @param cancelled messages that their owners cancelled
 * @param lost messages lost with a node
 * @param bytesArrived sum of the sizes of the messages that arrived
 * @param averagePenalty mean over the messages that arrived from other nodes, weighted by size, of the time that their data
 *     moved divided by the time alone; 1 if there were none. Retransmission timeouts do not count
 * @param lostToContention seconds that the data of messages that arrived from other nodes moved beyond their time alone, summed up
 * @param retransmissionTimeouts how many messages waited for one
 * @param conflicts which conflicts the messages between nodes met whose data has been moved
 * @param model name of the bandwidth-sharing model
 * @param cost name of the message cost
 * @param warnings what was approximated, dropped or ignored, a sentence each
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
        long retransmissionTimeouts,
        Conflicts conflicts,
        String model,
        String cost,
        List<String> warnings) {
    /** Copies the warnings. */
    public NetworkResult {
        warnings = ImmutableList.copyOf(warnings);
    }

    /** Messages that are under way. */
    public long underWay() {
        return sent - arrived - cancelled - lost;
    }
}
