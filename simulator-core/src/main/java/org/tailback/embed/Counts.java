package org.tailback.embed;

import java.util.List;
import org.tailback.cost.MessageCost;
import org.tailback.cost.Protocol;

/** The counts of one network. */
final class Counts {
    /** A size at which a cost shows whether it has overheads: small, so that no protocol but eager applies. */
    private static final long PROBE = 1;

    private static final long LARGE_PROBE = 1L << 40;

    long sent;
    long arrived;
    long cancelled;
    long lost;
    long bytesArrived;
    double lostToContention;
    double lostToTimeouts;
    private double penaltyBytes;
    private double networkBytes;

    Counts copy() {
        Counts copy = new Counts();
        copy.sent = sent;
        copy.arrived = arrived;
        copy.cancelled = cancelled;
        copy.lost = lost;
        copy.bytesArrived = bytesArrived;
        copy.lostToContention = lostToContention;
        copy.lostToTimeouts = lostToTimeouts;
        copy.penaltyBytes = penaltyBytes;
        copy.networkBytes = networkBytes;
        return copy;
    }

    void arrived(Message message) {
        arrived++;
        bytesArrived += message.bytes();
        if (message.source() != message.destination()) {
            lostToContention += Math.max(0, message.contentionSeconds);
            lostToTimeouts += message.timeoutSeconds;
            penaltyBytes += message.averagePenalty * message.bytes();
            networkBytes += message.bytes();
        }
    }

    double averagePenalty() {
        return networkBytes > 0 ? penaltyBytes / networkBytes : 1;
    }

    List<String> warnings(MessageCost cost) {
        boolean ofRanks = cost.sendOverhead(PROBE) > 0
                || cost.receiveOverhead(PROBE) > 0
                || cost.occupiesInterface()
                || cost.protocol(LARGE_PROBE) != Protocol.EAGER;
        return ofRanks && sent > 0
                ? List.of("overheads, gaps between messages and protocols of the message cost " + cost.name()
                        + " were not applied to " + sent + (sent == 1 ? " message" : " messages")
                        + ": they belong to ranks, which this network does not model")
                : List.of();
    }
}
