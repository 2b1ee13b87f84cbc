package org.tailback.cli.compare;

/**
 * One combination.
 *
 * @param platform as the user named it, or {@code default}
 * @param placement the rule's name
 * @param model as the user wrote it; the platform's own by its name
 * @param makespan seconds
 * @param relative the makespan divided by that of the best combination, >= 1; NaN if that is zero
 * @param retransmissionTimeouts how many messages waited for one
 * @param averagePenalty over all messages between nodes
 */
record CompareRow(
        String platform,
        String placement,
        String model,
        double makespan,
        double relative,
        long retransmissionTimeouts,
        double averagePenalty) {}
