package org.tailback.cli.alltoall;

import com.google.common.collect.ImmutableMap;
import java.util.Map;
import org.tailback.cli.run.Replications;

/**
 * The prediction for one algorithm, number of ranks and size.
 *
 * @param algorithm its name
 * @param ranks number of ranks
 * @param bytes what each rank sends to each other, bytes
 * @param times the makespans of all runs, seconds
 * @param retransmissionTimeouts of the run with the first seed
 * @param closedForm the papers' formulas by name, seconds; empty unless asked for
 */
record AlltoallRow(
        String algorithm,
        int ranks,
        long bytes,
        Replications times,
        long retransmissionTimeouts,
        Map<String, Double> closedForm) {
    AlltoallRow {
        closedForm = ImmutableMap.copyOf(closedForm);
    }
}
