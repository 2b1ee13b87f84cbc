package org.tailback.trace.goal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.schedule.OperationList;
import org.tailback.schedule.PackedSchedule;
import org.tailback.schedule.RankGraph;
import org.tailback.schedule.Schedule;
import org.tailback.schedule.Schedule.Kind;

/**
 * Reader of a GOAL text, rank after rank; only the current rank is in memory.
 *
 * <pre>
 * file     := "num_ranks" INT { rank }
 * rank     := "rank" INT "{" { line NL } "}"
 * line     := [ LABEL ":" ] "send" INT "b" "to"   INT          [ "tag" (INT | -1) ] [ "cpu" INT ] [ "nic" INT ]
 *           | [ LABEL ":" ] "recv" INT "b" "from" (INT | -1)   [ "tag" (INT | -1) ] [ "cpu" INT ] [ "nic" INT ]
 *           | [ LABEL ":" ] "calc" INT                         [ "cpu" INT ]
 *           | LABEL ("requires" | "irequires") LABEL
 * </pre>
 *
 * <p>All ranks are listed in ascending order from 0. Labels are local to their rank and are defined above their use.
 * Comments (// to the end of the line, or between slash-star and star-slash) have separate lines. Texts that
 * LogGOPSim's txt2bin accepts but misreads cause an {@link InputException} with line and rank: missing or disordered
 * ranks, labels defined twice, ranks that do not exist, cyclic dependencies.
 */
public final class GoalTextReader implements GoalRanks {
    private static final List<String> KEYWORDS = List.of(
            "num_ranks", "rank", "send", "recv", "calc", "requires", "irequires", "to", "from", "tag", "cpu", "nic");
    private static final long MOST_RANKS = 1L << 30;
    private static final long MOST_PORT = 255;
    private static final long MOST_OF_32_BITS = 0xffffffffL;
    private static final long MOST_OF_64_BITS = -1L;

    private final String name;
    private final GoalScanner scanner;
    private final GoalLabels labels = new GoalLabels();
    private final OperationList lines = new OperationList();
    private final int ranks;
    private int nextRank;
    private long rankLine;
    private long longTags;
    private long anyTags;
    private long largePorts;

    /**
     * Reads the header of a text.
     *
     * @param input bytes of the text, closed by {@link #close}; need not be buffered
     * @param name name of the file, for messages
     * @throws InputException if the file is not a GOAL text
     */
    public GoalTextReader(InputStream input, String name) {
        this.name = name;
        scanner = new GoalScanner(input, name);
        if (!scanner.skipToMark()) {
            throw scanner.problemAtEnd("the file is empty; expected 'num_ranks'", "");
        }
        scanner.expectWord("num_ranks");
        scanner.skipToMark();
        ranks = (int) scanner.number("the number of ranks", MOST_RANKS);
        if (ranks == 0) {
            throw scanner.problem("expected at least one rank, found 'num_ranks 0'", "");
        }
    }

    GoalTextReader(Path file) throws IOException {
        this(GoalFiles.content(file), file.toString());
    }

    @Override
    public int ranks() {
        return ranks;
    }

    @Override
    public boolean next(RankGraph graph) {
        scanner.inRank(-1);
        boolean isMore = scanner.skipToMark();
        if (nextRank == ranks) {
            if (isMore) {
                throw scanner.expected("the end of the file after the " + ranks + " ranks that num_ranks announces");
            }
            return false;
        }
        if (!isMore) {
            throw scanner.problemAtEnd(
                    "the file ends and rank " + nextRank + " is missing; num_ranks announces ranks 0 to " + (ranks - 1),
                    "Give every rank a block, an empty block if it does nothing");
        }
        rankLine = scanner.line();
        scanner.expectWord("rank");
        scanner.skipToMark();
        int rank = (int) scanner.number("a rank", MOST_RANKS);
        if (rank != nextRank) {
            throw scanner.problem(
                    "expected rank " + nextRank + ", found rank " + rank
                            + (rank >= ranks ? "; num_ranks announces only " + ranks : ""),
                    "List all ranks in ascending order from 0");
        }
        scanner.inRank(rank);
        if (!scanner.skipToMark() || !scanner.take('{')) {
            throw scanner.expected("'{'");
        }
        graph.clear();
        labels.clear();
        lines.clear();
        readBlock(graph);
        complainOfCycle(graph);
        nextRank++;
        return true;
    }

    @Override
    public List<String> approximations() {
        List<String> sentences = new ArrayList<>();
        if (longTags > 0) {
            sentences.add(longTags + " x tag above 2^32 - 1: taken modulo 2^32, as LogGOPSim's compiler does. Tags that"
                    + " differ by a multiple of 2^32 are the same.");
        }
        if (anyTags > 0) {
            sentences.add(anyTags + " x tag that is 2^32 - 1 modulo 2^32: means any tag, as in LogGOPSim.");
        }
        if (largePorts > 0) {
            sentences.add(largePorts + " x cpu or nic above 255: taken modulo 256, as LogGOPSim's compiler does."
                    + " Operations of different streams may share a CPU or NIC.");
        }
        return sentences;
    }

    private long lineOf(int operation) {
        return rankLine + lines.get(operation);
    }

    /** Returns the lines of operations, which are found by reading the file again up to the rank of the operation. */
    @Override
    public PackedSchedule.Places places() {
        return (rank, operation) -> {
            try (GoalTextReader again = new GoalTextReader(Path.of(name))) {
                RankGraph graph = new RankGraph();
                for (int each = 0; each <= rank; each++) {
                    again.next(graph);
                }
                return name + ":" + again.lineOf(operation);
            } catch (IOException | InputException e) {
                // the file has changed since: a missing position is preferable to a wrong message
                return name;
            }
        };
    }

    @Override
    public void close() {
        scanner.close();
    }

    private void readBlock(RankGraph graph) {
        while (true) {
            if (!scanner.skipToMark()) {
                throw scanner.problemAtEnd(
                        "the file ends inside the rank that begins on line " + rankLine, "Close it with }");
            }
            if (scanner.take('}')) {
                return;
            }
            readLine(graph);
            scanner.endOfLine();
        }
    }

    private void readLine(RankGraph graph) {
        if (!scanner.word()) {
            throw scanner.expected("a label, send, recv, calc or '}'");
        }
        Kind kind = operationNamed();
        if (kind != null) {
            readOperation(graph, kind);
            return;
        }
        int labelStart = scanner.wordStart;
        int labelEnd = scanner.wordEnd;
        if (scanner.take(':')) {
            if (scanner.wordIsOneOf(KEYWORDS)) {
                throw scanner.problemAtWord(
                        labelStart,
                        scanner.quoted(labelStart, labelEnd) + " is a keyword and cannot be a label",
                        "Rename it");
            }
            defineLabel(graph.operations(), labelStart, labelEnd);
            kind = scanner.word() ? operationNamed() : null;
            if (kind == null) {
                scanner.backToWord();
                throw scanner.expected("send, recv or calc");
            }
            readOperation(graph, kind);
            return;
        }
        readDependency(graph, labelStart, labelEnd);
    }

    private @Nullable Kind operationNamed() {
        if (scanner.wordEnd - scanner.wordStart != 4) {
            return null;
        }
        if (scanner.wordIs("send")) {
            return Kind.SEND;
        }
        if (scanner.wordIs("recv")) {
            return Kind.RECEIVE;
        }
        return scanner.wordIs("calc") ? Kind.CALCULATION : null;
    }

    private void readOperation(RankGraph graph, Kind kind) {
        lines.add((int) Math.min(Integer.MAX_VALUE, scanner.line() - rankLine));
        if (kind == Kind.CALCULATION) {
            long duration = scanner.number("a duration", MOST_OF_64_BITS);
            graph.add(kind, duration, 0, 0, port("cpu"), 0);
            return;
        }
        long bytes = scanner.number("a size", MOST_OF_64_BITS);
        scanner.expectWord("b");
        boolean receives = kind == Kind.RECEIVE;
        scanner.expectWord(receives ? "from" : "to");
        int peer = receives && scanner.takeMinusOne()
                ? Schedule.ANY
                : (int) scanner.number(receives ? "a source (or -1 for any)" : "a destination", ranks - 1);
        int tag = 0;
        if (scanner.takeWord("tag")) {
            tag = scanner.takeMinusOne() ? Schedule.ANY : tag(scanner.number("a tag (or -1 for any)", MOST_OF_64_BITS));
        }
        int cpu = port("cpu");
        graph.add(kind, bytes, peer, tag, cpu, port("nic"));
    }

    /** Returns the tag modulo 2^32, as LogGOPSim's compiler stores it. */
    private int tag(long written) {
        int stored = (int) written;
        if (Long.compareUnsigned(written, MOST_OF_32_BITS) > 0) {
            longTags++;
            anyTags += stored == Schedule.ANY ? 1 : 0;
        }
        return stored;
    }

    /** Returns the index modulo 2^8, as LogGOPSim's compiler stores it. */
    private int port(String word) {
        if (!scanner.takeWord(word)) {
            return 0;
        }
        long written = scanner.number("a " + word + " index", MOST_OF_32_BITS);
        largePorts += written > MOST_PORT ? 1 : 0;
        return (int) (written & MOST_PORT);
    }

    private void defineLabel(int operation, int start, int end) {
        int other = labels.find(scanner.bytes(), start, end);
        if (other != GoalLabels.UNKNOWN) {
            throw scanner.problemAtWord(
                    start,
                    "label " + scanner.quoted(start, end) + " is defined twice, first on line " + lineOf(other),
                    "Give every operation of a rank a unique label");
        }
        labels.define(scanner.bytes(), start, end, operation);
    }

    private void readDependency(RankGraph graph, int labelStart, int labelEnd) {
        if (!scanner.word()) {
            scanner.wordStart = labelStart;
            scanner.backToWord();
            throw scanner.expected("an operation (send, recv, calc), a label and ':', or a label and 'requires'");
        }
        boolean onCompletion = scanner.wordIs("requires");
        if (!onCompletion && !scanner.wordIs("irequires")) {
            throw scanner.problemAtWord(
                    labelStart,
                    "unknown word " + scanner.quoted(labelStart, labelEnd),
                    "Expected send, recv, calc, a label and ':', or a label and 'requires' or 'irequires'");
        }
        int operation = operationLabelled(labelStart, labelEnd);
        if (!scanner.word()) {
            throw scanner.expected("a label");
        }
        int waitedFor = operationLabelled(scanner.wordStart, scanner.wordEnd);
        if (onCompletion) {
            graph.afterCompletion(operation, waitedFor);
        } else {
            graph.afterStart(operation, waitedFor);
        }
    }

    private int operationLabelled(int start, int end) {
        int operation = labels.find(scanner.bytes(), start, end);
        if (operation == GoalLabels.UNKNOWN) {
            throw scanner.problemAtWord(
                    start,
                    "label " + scanner.quoted(start, end) + " is not defined on an earlier line",
                    "A dependency may only name operations of the same rank above it");
        }
        return operation;
    }

    private void complainOfCycle(RankGraph graph) {
        int[] cycle = graph.findCycle();
        if (cycle.length > 0) {
            String path = Arrays.stream(cycle)
                    .limit(10)
                    .mapToObj(operation -> Long.toString(lineOf(operation)))
                    .collect(Collectors.joining(", "));
            throw scanner.problemAt(
                    Long.toString(lineOf(cycle[0])),
                    cycle.length == 1
                            ? "the operation depends on itself"
                            : cycle.length + " operations depend on each other in a cycle, on lines " + path
                                    + (cycle.length > 10 ? ", …" : ""),
                    "Remove one of their dependencies");
        }
    }
}
