package org.tailback.replay;

import java.util.List;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;

/**
 * Rule for the sizes of a receive and its message: the receive must not be smaller than the message, as in MPI
 * (MPI_ERR_TRUNCATE); within a collective operation the two must be equal.
 */
final class SizeRule {
    private final ParallelProgram program;
    private final boolean exact;
    private long truncated;

    SizeRule(ParallelProgram program) {
        this.program = program;
        exact = program.hasExactSizes();
    }

    /**
     * Checks a communication that has just been matched.
     *
     * @param expected size that the receive accepts, bytes
     * @throws UnfinishedProgramException if the sizes violate the rule
     */
    void check(Communications communications, int communication, long expected) {
        long sent = communications.bytes[communication];
        if (sent == expected || expected == OperationSink.ANY_SIZE) {
            return;
        }
        if (exact) {
            checkUnequal(communications, communication, expected);
        } else if (sent > expected && communications.communicator[communication] >= 0) {
            truncated++;
        }
    }

    List<String> warnings() {
        return truncated == 0
                ? List.of()
                : List.of(truncated + (truncated == 1 ? " message is" : " messages are")
                        + " larger than recorded for the receive: replayed with the size of the send");
    }

    private void checkUnequal(Communications communications, int communication, long expected) {
        long sent = communications.bytes[communication];
        int tag = communications.tag[communication];
        String collective = program.collectiveOf(communications.communicator[communication], tag)
                .orElse("");
        int sender = communications.sender[communication];
        int receiver = communications.receiver[communication];
        if (!collective.isEmpty()) {
            throw new UnfinishedProgramException(
                    "The ranks disagree about the sizes of a collective operation: " + collective,
                    List.of(
                            "rank " + sender + " sends " + sent + " B to rank " + receiver,
                            "rank " + receiver + " expects " + expected + " B from rank " + sender,
                            "Give both ranks the same size or counts"));
        }
        if (expected < sent) {
            throw new UnfinishedProgramException(
                    "A message is larger than its receive (MPI_ERR_TRUNCATE)",
                    List.of(
                            "rank " + sender + " sends " + sent + " B to rank " + receiver + " with tag " + tag,
                            "rank " + receiver + " receives at most " + expected + " B",
                            "Make the receive at least as large as its message"));
        }
    }
}
