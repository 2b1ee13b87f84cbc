package org.tailback.embed;

import java.util.List;
import org.tailback.replay.Conflicts;

/** The result of a network until now. More may be added; networks make it. */
public sealed interface NetworkResult permits NetworkData {
    /** The present instant, seconds. */
    double time();

    /** Messages sent. */
    long sent();

    /** Messages that arrived. */
    long arrived();

    /** Messages that their owners cancelled. */
    long cancelled();

    /** Messages lost with a node. */
    long lost();

    /** Sum of the sizes of the messages that arrived, bytes. */
    long bytesArrived();

    /**
     * The mean over the messages that arrived from other nodes, weighted by size, of the time that their data moved
     * divided by the time alone; 1 if there were none. Retransmission timeouts do not count.
     */
    double averagePenalty();

    /**
     * Seconds that the data of messages that arrived from other nodes moved beyond their time alone, summed over the
     * messages.
     */
    double lostToContention();

    /** Seconds that these messages waited for retransmission timeouts, summed over the messages, >= 0. */
    double lostToTimeouts();

    /** Number of messages that waited for a retransmission timeout. */
    long retransmissionTimeouts();

    /** The conflicts of the messages between nodes whose data has been moved. */
    Conflicts conflicts();

    /** Name of the bandwidth-sharing model. */
    String model();

    /** Name of the message cost. */
    String cost();

    /** Approximations and omissions, a sentence each. */
    List<String> warnings();

    /** Messages that are under way. */
    default long underWay() {
        return sent() - arrived() - cancelled() - lost();
    }
}
