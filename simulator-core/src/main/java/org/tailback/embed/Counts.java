package org.tailback.embed;

import java.util.List;
import java.util.stream.Stream;
import org.tailback.cost.MessageCost;
import org.tailback.cost.Protocol;
import org.tailback.network.NetworkTotals;
import org.tailback.platform.Platform;
import org.tailback.replay.Conflicts;

/** Counts of one network. */
final class Counts implements Cloneable {
    /**
     * Size of a probe message by which overheads of a cost are detected: small, so that only the eager protocol
     * applies.
     */
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
        try {
            return (Counts) clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
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

    /**
     * Returns the result up to a time.
     *
     * @param warnings approximations and omissions of the platform and the engine
     */
    NetworkResult result(double time, NetworkTotals totals, Platform platform, List<String> warnings) {
        return new NetworkResult(
                time,
                sent,
                arrived,
                cancelled,
                lost,
                bytesArrived,
                networkBytes > 0 ? penaltyBytes / networkBytes : 1,
                lostToContention,
                lostToTimeouts,
                totals.retransmissionTimeouts(),
                new Conflicts(totals.withoutConflict(), totals.outgoing(), totals.incoming(), totals.incomeOutgo()),
                platform.model().name(),
                platform.cost().name(),
                Stream.concat(warnings.stream(), ofRanks(platform.cost())).toList());
    }

    /** Returns the warning about parts of a cost that apply to ranks only; empty if there are none. */
    private Stream<String> ofRanks(MessageCost cost) {
        boolean hasSome = cost.sendOverhead(PROBE) > 0
                || cost.receiveOverhead(PROBE) > 0
                || cost.occupiesInterface()
                || cost.protocol(LARGE_PROBE) != Protocol.EAGER;
        return hasSome && sent > 0
                ? Stream.of("overheads, gaps between messages and protocols of the message cost " + cost.name()
                        + " were not applied to " + sent + (sent == 1 ? " message" : " messages")
                        + ": they belong to ranks, which the network does not model")
                : Stream.empty();
    }
}
