package org.tailback.study.collective;

import com.google.common.collect.ImmutableMap;
import java.util.Map;
import org.tailback.study.replication.Sample;
import org.tailback.study.replication.Share;

/**
 * The prediction for one algorithm, number of ranks and size.
 *
 * @param variant the loss model, as the user named it
 * @param jitterScale how strong the jitter was; 0 for none
 * @param algorithm its name
 * @param ranks number of ranks
 * @param ranksPerNode ranks of a node, the most if nodes differ
 * @param bytes what each rank sends to each other, or the buffer (see
 *     {@link org.tailback.collective.CollectiveProgram#calls}), bytes
 * @param times the makespans of all runs, seconds
 * @param late in how many runs there was at least one retransmission timeout
 * @param retransmissionTimeouts of the run with the first seed
 * @param closedForm the papers' formulas by name, seconds; empty unless asked for
 */
public record CollectiveRow(
        String variant,
        double jitterScale,
        String algorithm,
        int ranks,
        int ranksPerNode,
        long bytes,
        Sample times,
        Share late,
        long retransmissionTimeouts,
        Map<String, Double> closedForm) {
    /** Copies the formulas. */
    public CollectiveRow {
        closedForm = ImmutableMap.copyOf(closedForm);
    }

    /** Returns the common properties of rows whose algorithms compete with each other. */
    public Contest contest() {
        return new Contest(variant, jitterScale, ranks, ranksPerNode, bytes);
    }

    /** The same operation on the same network, by whatever algorithm. */
    public record Contest(String variant, double jitterScale, int ranks, int ranksPerNode, long bytes) {}
}
