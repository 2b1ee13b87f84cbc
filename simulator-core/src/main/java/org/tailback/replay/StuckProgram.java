package org.tailback.replay;

import java.util.ArrayList;
import java.util.List;
import org.tailback.cost.MessageCost;
import org.tailback.error.InputException;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.program.OperationBuffer;
import org.tailback.program.OperationKind;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.schedule.WaitGraph;

/**
 * Explanation of a program that cannot finish. It lists the waiting ranks, each with its operation and the cause, and
 * the messages without a partner.
 */
final class StuckProgram {
    private final RankTable ranks;
    private final Transfers transfers;
    private final Communications communications;
    private final Matcher matcher;
    private final ParallelProgram program;
    private final MessageCost cost;

    StuckProgram(ReplayEngine engine, ParallelProgram program, MessageCost cost) {
        ranks = engine.ranks();
        transfers = engine.transfers;
        communications = engine.communications;
        matcher = transfers.matcher;
        this.program = program;
        this.cost = cost;
    }

    /**
     * Returns the exception for a run in which ranks did not reach the end of their programs.
     *
     * @throws InputException if a computation is too long to represent
     */
    UnfinishedProgramException waitingRanks(int unfinished) {
        List<List<String>> linesOf = new ArrayList<>();
        for (int rank = 0; rank < ranks.count; rank++) {
            linesOf.add(List.of());
        }
        WaitGraph graph = new WaitGraph(ranks.count);
        for (int thread = 0; thread < ranks.threads; thread++) {
            if (ranks.state[thread] != RankTable.DONE) {
                checkComputation(thread);
                List<String> lines = new ArrayList<>(linesOf.get(ranks.rankOf[thread]));
                lines.add(waiting(thread));
                linesOf.set(ranks.rankOf[thread], lines);
                addWaits(thread, graph);
            }
        }
        int[] cycle = graph.cycle();
        List<String> causes = new ArrayList<>();
        for (int rank : cycle) {
            causes.addAll(linesOf.set(rank, List.of()));
        }
        String others = others(unfinished, cycle.length);
        long eagerLimit = eagerLimitThatFrees(cycle);
        if (eagerLimit > 0) {
            causes.add(
                    0,
                    "Likely cause: sends of the cycle wait for their receives because their messages are above the "
                            + "eager limit. If the program was recorded with a higher limit, set --eager-limit "
                            + eagerLimit + ". Otherwise post receives before sends");
        }
        causes.addAll(program.missingCalls());
        return new UnfinishedProgramException(
                "The program cannot finish: " + unfinished + " of " + ranks.count
                        + (unfinished == 1
                                ? " ranks waits for an event that never occurs"
                                : " ranks wait for events that never occur")
                        + (cycle.length == 0 ? "" : ", " + cycle.length + " of them for each other in a cycle"),
                causes,
                others,
                linesOf.stream().flatMap(List::stream).toList(),
                eagerLimit > 0);
    }

    /**
     * Returns the exception for a run that finished with unmatched messages or receives, or with missing collective
     * operations.
     */
    UnfinishedProgramException leftOver(List<String> missingCalls) {
        List<String> lines = new ArrayList<>();
        for (int communication : matcher.unmatchedEntries()) {
            int sender = communications.sender[communication];
            int receiver = communications.receiver[communication];
            String tag = tag(communication);
            lines.add(
                    communications.has(communication, Communications.SEND_POSTED)
                            ? "rank " + sender + " sent " + communications.bytes[communication] + " B to rank "
                                    + receiver + tag + ": never received"
                            : "rank " + receiver + " posted a receive from rank " + sender + tag + ": never sent");
        }
        return new UnfinishedProgramException(
                lines.isEmpty()
                        ? "The ranks do not call the same collective operations"
                        : "The program does not match. Messages and receives without a partner: " + lines.size(),
                missingCalls,
                "Without a partner:",
                lines);
    }

    private static String others(int unfinished, int inCycle) {
        int others = unfinished - inCycle;
        return inCycle == 0 ? "Waiting:" : others + (others == 1 ? " other rank waits:" : " other ranks wait:");
    }

    private void checkComputation(int thread) {
        if (ranks.kind(thread) == OperationKind.COMPUTE) {
            throw new InputException("Rank " + ranks.rankOf[thread] + ", operation " + ranks.operationIndex[thread]
                    + ": the computation is too long to represent in seconds. Check the compute "
                    + "times of the trace and the compute scale");
        }
    }

    private void addWaits(int thread, WaitGraph graph) {
        int rank = ranks.rankOf[thread];
        if (ranks.kind(thread) == OperationKind.PROBE) {
            addWait(graph, rank, ranks.buffer(thread).peer(0));
            return;
        }
        for (int i = 0; i < ranks.awaitedCount[thread]; i++) {
            int posting = ranks.awaited[thread][i];
            if (transfers.knownEnd(posting) == Double.POSITIVE_INFINITY
                    && !communications.has(posting >>> 1, Communications.PROGRESS_THREAD)) {
                addWait(graph, rank, partner(posting));
            }
        }
    }

    private void addWait(WaitGraph graph, int rank, int other) {
        if (other != rank && other != OperationSink.ANY_SOURCE && ranks.state[other] != RankTable.DONE) {
            graph.add(rank, other);
        }
    }

    private int partner(int posting) {
        return (posting & 1) != 0 ? communications.sender[posting >>> 1] : communications.receiver[posting >>> 1];
    }

    /**
     * Returns the size of the largest message that waits for its receive because of its size, if a rank of the cycle
     * waits for the next rank to receive such a message; otherwise 0.
     */
    private long eagerLimitThatFrees(int[] cycle) {
        boolean inCycle = false;
        boolean[] member = new boolean[ranks.count];
        for (int rank : cycle) {
            member[rank] = true;
        }
        long largest = 0;
        for (int communication : matcher.unmatchedEntries()) {
            boolean held = communications.has(communication, Communications.SENDER_WAITS)
                    && communications.has(communication, Communications.STARTS_WHEN_MATCHED)
                    && !communications.has(communication, Communications.SYNCHRONOUS)
                    && (communications.has(communication, Communications.EXCHANGE) ? cost.exchange() : cost)
                            .protocol(communications.bytes[communication])
                            .startsWhenMatched();
            if (held) {
                largest = Math.max(largest, communications.bytes[communication]);
                inCycle |=
                        member[communications.sender[communication]] && member[communications.receiver[communication]];
            }
        }
        return inCycle ? largest : 0;
    }

    private String waiting(int thread) {
        StringBuilder line = new StringBuilder("rank " + ranks.rankOf[thread]
                + (thread < ranks.count ? ", operation " : ", progress thread, operation ")
                + ranks.operationIndex[thread] + " "
                + ranks.kind(thread).label() + ", waits for ");
        if (ranks.kind(thread) == OperationKind.PROBE) {
            OperationBuffer operations = ranks.buffer(thread);
            return line.append("a message from ")
                    .append(source(operations.peer(0)))
                    .append(tag(operations.communicator(0), operations.tag(0)))
                    .toString();
        }
        String separator = "";
        for (int i = 0; i < ranks.awaitedCount[thread]; i++) {
            int posting = ranks.awaited[thread][i];
            if (transfers.knownEnd(posting) == Double.POSITIVE_INFINITY) {
                line.append(separator).append(awaited(posting));
                separator = ", ";
            }
        }
        return line.toString();
    }

    private String awaited(int posting) {
        int communication = posting >>> 1;
        if (communications.has(communication, Communications.PROGRESS_THREAD)) {
            return "the end of its progress thread";
        }
        return (posting & 1) != 0
                ? "a message from " + source(communications.sender[communication]) + tag(communication)
                : "rank " + communications.receiver[communication] + " to receive its message of "
                        + communications.bytes[communication] + " B" + tag(communication);
    }

    private String source(int rank) {
        return rank == OperationSink.ANY_SOURCE
                ? "any rank"
                : "rank " + rank + (ranks.state[rank] == RankTable.DONE ? " (which has ended)" : "");
    }

    private String tag(int communication) {
        return tag(communications.communicator[communication], communications.tag[communication]);
    }

    private String tag(int communicator, int tag) {
        return tag == OperationSink.ANY_TAG
                ? " with any tag"
                : program.collectiveOf(communicator, tag)
                        .map(name -> " of " + name)
                        .orElse(" with tag " + tag);
    }
}
