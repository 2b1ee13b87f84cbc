package org.tailback.embed;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.tailback.replay.Conflicts;

/** The components of a network's result. */
record NetworkData(
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
        List<String> warnings)
        implements NetworkResult {
    /** Copies the warnings. */
    NetworkData {
        warnings = ImmutableList.copyOf(warnings);
    }
}
