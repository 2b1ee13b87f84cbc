package org.tailback.replay;

import java.util.ArrayList;
import java.util.List;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.program.OperationBuffer;

/** Says why a program cannot finish: which ranks wait in which operation for what, and what found no partner. */
final class StuckProgram {
    private final RankTable ranks;
    private final Communications communications;
    private final Matcher matcher;

    StuckProgram(ReplayEngine engine) {
        ranks = engine.ranks();
        communications = engine.communications();
        matcher = engine.matcher();
    }

    /** For a run in which some ranks did not reach the end of their programs. */
    UnfinishedProgramException waitingRanks(int unfinished) {
        List<String> lines = new ArrayList<>();
        for (int rank = 0; rank < ranks.count; rank++) {
            if (ranks.state[rank] != RankTable.DONE) {
                lines.add(waiting(rank));
            }
        }
        return new UnfinishedProgramException(
                "The program cannot finish: " + unfinished + " of " + ranks.count
                        + " ranks wait for messages that nobody sends",
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
        OperationBuffer operations = ranks.operations[rank];
        StringBuilder line = new StringBuilder("rank " + rank + ", operation " + ranks.operationIndex[rank] + " "
                + operations.kind(0).label() + ", waits for ");
        String separator = "";
        for (int i = 0; i < ranks.awaitedCount[rank]; i++) {
            int communication = ranks.awaited[rank][i] >>> 1;
            if (!communications.has(communication, Communications.ENDED)) {
                line.append(separator)
                        .append("a message from rank ")
                        .append(communications.sender[communication])
                        .append(" with tag ")
                        .append(communications.tag[communication]);
                separator = ", ";
            }
        }
        return line.toString();
    }
}
