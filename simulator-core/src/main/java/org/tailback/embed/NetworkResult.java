package org.tailback.embed;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.tailback.network.NetworkTotals;
import org.tailback.platform.Platform;
import org.tailback.replay.Conflicts;

/** The result of a network until an instant. */
public final class NetworkResult {
    private final double time;
    private final Counts tally;
    private final long retransmissionTimeouts;
    private final Conflicts conflicts;
    private final String model;
    private final String cost;
    private final ImmutableList<String> warnings;

    NetworkResult(double time, Counts tally, NetworkTotals totals, Platform platform, List<String> warnings) {
        this.time = time;
        this.tally = tally;
        retransmissionTimeouts = totals.retransmissionTimeouts();
        conflicts = new Conflicts(totals.withoutConflict(), totals.outgoing(), totals.incoming(), totals.incomeOutgo());
        model = platform.model().name();
        cost = platform.cost().name();
        this.warnings = ImmutableList.copyOf(warnings);
    }

    /** The instant, in seconds. */
    public double time() {
        return time;
    }

    /** The number of messages sent. */
    public long sent() {
        return tally.sent;
    }

    /** The number of messages that arrived. */
    public long arrived() {
        return tally.arrived;
    }

    /** The number of messages that their owners cancelled. */
    public long cancelled() {
        return tally.cancelled;
    }

    /** The number of messages lost with a node or a link, or at their deadline. */
    public long lost() {
        return tally.lost;
    }

    /** The number of messages under way. */
    public long underWay() {
        return tally.sent - tally.arrived - tally.cancelled - tally.lost;
    }

    /** The sum of the sizes of the messages that arrived. */
    public long bytesArrived() {
        return tally.bytesArrived;
    }

    /**
     * The mean over the messages that arrived from other nodes, weighted by size, of the time that their data moved
     * divided by the contention-free time; 1 if there were none. Retransmission timeouts do not count.
     */
    public double averagePenalty() {
        return tally.averagePenalty();
    }

    /**
     * The seconds that the data of messages that arrived from other nodes moved beyond their time alone, summed over
     * the messages.
     */
    public double lostToContention() {
        return tally.lostToContention;
    }

    /** The seconds that these messages waited for retransmission timeouts, summed over the messages, >= 0. */
    public double lostToTimeouts() {
        return tally.lostToTimeouts;
    }

    /** The number of messages that waited for a retransmission timeout. */
    public long retransmissionTimeouts() {
        return retransmissionTimeouts;
    }

    /** The conflicts of the messages between nodes whose data has been moved. */
    public Conflicts conflicts() {
        return conflicts;
    }

    /** The name of the bandwidth-sharing model. */
    public String model() {
        return model;
    }

    /** The name of the message cost. */
    public String cost() {
        return cost;
    }

    /** Approximations and omissions, a sentence each. */
    public List<String> warnings() {
        return warnings;
    }

    @Override
    public String toString() {
        return "at " + time + " s: " + sent() + " messages sent, " + arrived() + " arrived, " + cancelled()
                + " cancelled, " + lost() + " lost, mean penalty " + averagePenalty();
    }
}
