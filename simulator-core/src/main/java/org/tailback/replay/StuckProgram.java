package org.tailback.replay;

import java.util.ArrayList;
import java.util.List;
import org.tailback.error.InputException;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.program.OperationBuffer;
import org.tailback.program.OperationKind;
import org.tailback.program.OperationSink;

/** Says why a program cannot finish: which ranks wait in which operation for what, and what found no partner. */
final class StuckProgram {
    private final RankTable ranks;
    private final Transfers transfers;
    private final Communications communications;
    private final Matcher matcher;

    StuckProgram(ReplayEngine engine) {
        ranks = engine.ranks();
        transfers = engine.transfers();
        communications = transfers.communications();
        matcher = transfers.matcher();
    }

    /**
     * For a run in which some ranks did not reach the end of their programs.
     *
     * @throws InputException if one computes until no date of a clock
     */
    UnfinishedProgramException waitingRanks(int unfinished) {
        List<String> lines = new ArrayList<>();
        for (int rank = 0; rank < ranks.rows; rank++) {
            if (ranks.state[rank] != RankTable.DONE) {
                if (ranks.kind(rank) == OperationKind.COMPUTE) {
                    throw new InputException("Rank " + ranks.rankOf[rank] + ", operation " + ranks.operationIndex[rank]
                            + ": computes so long that no number of seconds tells when it ends. Check the compute "
                            + "times of the trace and the compute scale");
                }
                lines.add(waiting(rank));
            }
        }
        return new UnfinishedProgramException(
                "The program cannot finish: " + unfinished + " of " + ranks.count
                        + " ranks wait for what never happens",
                lines);
    }

    /** For a run in which all ranks finished and messages or receives were left over. */
    UnfinishedProgramException leftOver() {
        List<String> lines = new ArrayList<>();
        for (int communication : matcher.unmatchedEntries()) {
            int sender = communications.sender[communication];
            int receiver = communications.receiver[communication];
            int tag = communications.tag[communication];
            lines.add(
                    communications.has(communication, Communications.SEND_POSTED)
                            ? "rank " + sender + " sent " + communications.bytes[communication] + " B to rank "
                                    + receiver + " with tag " + tag + ": never received"
                            : "rank " + receiver + " posted a receive from rank " + sender + " with tag " + tag
                                    + ": never sent");
        }
        return new UnfinishedProgramException(
                "The program does not match: " + lines.size() + " messages or receives have no partner", lines);
    }

    private String waiting(int rank) {
        StringBuilder line = new StringBuilder("rank " + ranks.rankOf[rank]
                + (rank < ranks.count ? ", operation " : ", in what it has started, operation ")
                + ranks.operationIndex[rank] + " "
                + ranks.kind(rank).label() + ", waits for ");
        if (ranks.kind(rank) == OperationKind.PROBE) {
            OperationBuffer operations = ranks.buffer(rank);
            return line.append("a message from ")
                    .append(source(operations.peer(0)))
                    .append(tag(operations.tag(0)))
                    .toString();
        }
        String separator = "";
        for (int i = 0; i < ranks.awaitedCount[rank]; i++) {
            int side = ranks.awaited[rank][i];
            if (transfers.knownEnd(side) == Double.POSITIVE_INFINITY) {
                line.append(separator).append(awaited(side));
                separator = ", ";
            }
        }
        return line.toString();
    }

    private String awaited(int side) {
        int communication = side >>> 1;
        if (communications.has(communication, Communications.HELPER)) {
            return "the end of what it has started";
        }
        return (side & 1) != 0
                ? "a message from " + source(communications.sender[communication])
                        + tag(communications.tag[communication])
                : "rank " + communications.receiver[communication] + " to receive its message"
                        + tag(communications.tag[communication]);
    }

    private static String source(int rank) {
        return rank == OperationSink.ANY_SOURCE ? "any rank" : "rank " + rank;
    }

    private static String tag(int tag) {
        return tag == OperationSink.ANY_TAG ? " with any tag" : " with tag " + tag;
    }
}
