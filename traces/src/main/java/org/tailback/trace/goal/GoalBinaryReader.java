package org.tailback.trace.goal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.tailback.columns.Columns;
import org.tailback.error.InputException;
import org.tailback.schedule.PackedSchedule;
import org.tailback.schedule.RankGraph;
import org.tailback.schedule.Schedule;

/**
 * Reader of a binary GOAL schedule, rank after rank. It checks the complete structure: lengths, ranges, ranks,
 * operation types, cycles, and the agreement of dependency counts and roots with the dependencies. Other damage, such
 * as a wrong size, a wrong tag or a wrong CPU below the largest, is not detected. O(file size) time; only the current
 * rank is in memory.
 */
final class GoalBinaryReader implements GoalRanks {
    private static final long LONGEST_PART = 1L << 30;
    private static final String TRUNCATED = "The file is cut short or damaged; make it again from its text";

    private final Path file;
    private final long length;
    private final GoalWindow table;
    private final GoalWindow part;
    private final int ranks;
    private final int cpus;
    private final int nics;
    private int rank = -1;
    private int operations;
    /** Position of the first operation's record. */
    private long first;

    private int[] counted = new int[64];

    /**
     * Opens a file and reads its header.
     *
     * @throws InputException with the byte offset, if the header is malformed
     */
    GoalBinaryReader(Path file) throws IOException {
        this.file = file;
        length = Files.size(file);
        table = new GoalWindow(file, length);
        part = new GoalWindow(file, length);
        ranks = readHead();
        cpus = 1 + (table.byteAt(12) & 0xff);
        nics = 1 + (table.byteAt(13) & 0xff);
    }

    private int readHead() {
        if (length < GoalNode.HEAD_BYTES) {
            throw problem(0, "expected a header of 14 bytes, found a file of " + length, TRUNCATED);
        }
        table.show(0, GoalNode.HEAD_BYTES);
        long magic = table.longAt(0);
        if (magic == GoalFormat.MAGIC_USED_UP) {
            throw problem(
                    0,
                    "the schedule was overwritten: LogGOPSim --save-mem works inside the file and changes it",
                    "Make the file again from its text");
        }
        if (magic != GoalFormat.MAGIC) {
            throw problem(
                    0,
                    "expected " + GoalFormat.MAGIC + ", found " + Long.toUnsignedString(magic),
                    "The file is not a binary GOAL schedule");
        }
        long announced = table.unsignedAt(8);
        long most = (length - GoalNode.HEAD_BYTES) / GoalNode.ENTRY_BYTES;
        if (announced == 0 || announced > most) {
            throw problem(
                    8,
                    "expected 1 to " + most + " ranks, as many as a file of " + length + " bytes can list, found "
                            + announced,
                    TRUNCATED);
        }
        return (int) Math.min(announced, Integer.MAX_VALUE - 8);
    }

    @Override
    public int ranks() {
        return ranks;
    }

    @Override
    public boolean next(RankGraph graph) {
        if (++rank == ranks) {
            return false;
        }
        long start = begin(table, rank);
        long end = table.longAt(entryOf(rank) + Long.BYTES) + GoalNode.OFFSET_ORIGIN;
        graph.clear();
        try {
            readRank(graph, start, end);
        } catch (InputException e) {
            throw isOfLogGopSim2(start, end)
                    ? problem(
                            start,
                            "found a schedule of LogGOPSim2, whose operations have " + GoalNode.BYTES_OF_PORTALS
                                    + " bytes, with room for Portals operations",
                            "Make it from its text with txt2bin of LogGOPSim or ATLAHS; Portals operations are not"
                                    + " supported")
                    : e;
        }
        int[] cycle = graph.findCycle();
        if (cycle.length > 0) {
            throw problem(
                    recordOf(cycle[0]),
                    cycle.length == 1
                            ? "operation " + cycle[0] + " depends on itself"
                            : cycle.length + " operations depend on each other in a cycle, among them operation "
                                    + cycle[0],
                    "Remove one of their dependencies from the text and make the file again");
        }
        return true;
    }

    private static long entryOf(int rank) {
        return GoalNode.HEAD_BYTES + (long) GoalNode.ENTRY_BYTES * rank;
    }

    /** Returns the position of a rank's part, from its entry in the table. */
    private static long begin(GoalWindow table, int rank) {
        table.show(entryOf(rank), entryOf(rank + 1));
        return table.longAt(entryOf(rank)) + GoalNode.OFFSET_ORIGIN;
    }

    private long recordOf(int operation) {
        return first + (long) GoalNode.BYTES * operation;
    }

    /**
     * Returns whether a rank's part contains records of LogGOPSim2. In this case, records and dependencies fill the
     * part exactly.
     */
    private boolean isOfLogGopSim2(long start, long end) {
        if (start < GoalNode.HEAD_BYTES
                || end > length
                || end - start < 2 * Integer.BYTES
                || end - start > LONGEST_PART) {
            return false;
        }
        part.show(start, end);
        long count = part.unsignedAt(start);
        long begin = GoalNode.first(start, part.unsignedAt(start + Integer.BYTES));
        long left = end - begin - GoalNode.BYTES_OF_PORTALS * count;
        for (int node = 0; node < count && left >= 0; node++) {
            left -= Integer.BYTES * part.unsignedAt(begin + (long) GoalNode.BYTES_OF_PORTALS * node);
        }
        return count > 0 && left == 0;
    }

    private void readRank(RankGraph graph, long start, long end) {
        long firstAllowed = entryOf(ranks);
        if (start < firstAllowed || end > length || end - start < 2 * Integer.BYTES || end < start) {
            throw problem(
                    entryOf(rank),
                    "the rank's part is from byte " + Long.toUnsignedString(start) + " to "
                            + Long.toUnsignedString(end) + "; expected at least 8 bytes between " + firstAllowed
                            + " and "
                            + length,
                    TRUNCATED);
        }
        long size = end - start;
        if (size > LONGEST_PART) {
            throw problem(
                    entryOf(rank),
                    "the rank's part has more than 1 GiB",
                    "Split the rank's work between several ranks");
        }
        part.show(start, end);
        long count = part.unsignedAt(start);
        long roots = part.unsignedAt(start + 4);
        if (roots > count) {
            throw damaged(start + 4, "expected at most " + count + " first operations, found " + roots);
        }
        long needed = 8 + Integer.BYTES * roots + GoalNode.BYTES * count;
        if (needed > size || (size - needed) % Integer.BYTES != 0) {
            throw problem(
                    start,
                    count + " operations, " + roots + " first operations, and their dependencies do not fit into "
                            + size + " bytes",
                    TRUNCATED);
        }
        operations = (int) count;
        first = GoalNode.first(start, roots);
        for (int operation = 0; operation < operations; operation++) {
            add(graph, recordOf(operation));
        }
        int listed = (int) ((size - needed) / Integer.BYTES);
        for (int operation = 0; operation < operations; operation++) {
            addSuccessors(graph, operation, recordOf(operation) + GoalNode.COMPLETION_COUNT, listed, true);
            addSuccessors(graph, operation, recordOf(operation) + GoalNode.START_COUNT, listed, false);
        }
        checkCounts(graph, start + 8, (int) roots);
    }

    private void add(RankGraph graph, long at) {
        int type = part.byteAt(at + GoalNode.TYPE);
        if (type < 1 || type > 3) {
            throw damaged(at + GoalNode.TYPE, "expected 1 (send), 2 (recv) or 3 (calc), found " + (type & 0xff));
        }
        Schedule.Kind kind = Schedule.Kind.of(type - 1);
        long size = part.longAt(at + GoalNode.SIZE);
        int cpu = port(at + GoalNode.CPU, "CPU", cpus);
        if (kind == Schedule.Kind.CALCULATION) {
            graph.add(kind, size, 0, 0, cpu, 0);
            return;
        }
        int peer = part.intAt(at + GoalNode.PEER);
        if ((peer < 0 || peer >= ranks) && !(kind == Schedule.Kind.RECEIVE && peer == Schedule.ANY)) {
            throw damaged(
                    at + GoalNode.PEER, "expected a rank below " + ranks + ", found " + Integer.toUnsignedString(peer));
        }
        graph.add(kind, size, peer, part.intAt(at + GoalNode.TAG), cpu, port(at + GoalNode.NIC, "NIC", nics));
    }

    private int port(long at, String name, int count) {
        int index = part.byteAt(at) & 0xff;
        if (index >= count) {
            throw damaged(at, "expected a " + name + " below " + count + ", found " + index);
        }
        return index;
    }

    /**
     * Adds the successors of an operation.
     *
     * @param listed length of the rank's list of dependencies
     */
    private void addSuccessors(RankGraph graph, int operation, long at, int listed, boolean onCompletion) {
        long count = part.unsignedAt(at);
        if (count == 0) {
            return;
        }
        long from = part.unsignedAt(at + Integer.BYTES);
        if (from + count > listed) {
            throw damaged(at, count + " dependencies from number " + from + " on, but the rank lists only " + listed);
        }
        long inList = recordOf(operations) + Integer.BYTES * from;
        for (int i = 0; i < count; i++, inList += Integer.BYTES) {
            int successor = part.intAt(inList);
            if (successor < 0 || successor >= operations) {
                throw damaged(
                        inList,
                        "expected an operation below " + operations + ", found " + Integer.toUnsignedString(successor));
            }
            if (onCompletion) {
                graph.afterCompletion(successor, operation);
            } else {
                graph.afterStart(successor, operation);
            }
        }
    }

    /**
     * Checks the operations' counts of dependencies, and the list of operations without dependencies, against the
     * listed dependencies.
     */
    private void checkCounts(RankGraph graph, long rootsAt, int roots) {
        counted = Columns.fit(counted, operations);
        graph.dependencyCounts(counted);
        int found = 0;
        for (int operation = 0; operation < operations; operation++) {
            long at = recordOf(operation) + GoalNode.DEPENDENCIES;
            if (part.intAt(at) != counted[operation]) {
                throw damaged(
                        at,
                        "operation " + operation + " should have " + part.unsignedAt(at)
                                + " dependencies, but other operations name it " + counted[operation] + " times");
            }
            if (counted[operation] == 0) {
                long root = rootsAt + Integer.BYTES * found;
                if (found == roots || part.intAt(root) != operation) {
                    throw damaged(
                            found == roots ? rootsAt - 4 : root,
                            "operation " + operation
                                    + " has no dependency, but is not listed as a first operation here");
                }
                found++;
            }
        }
        if (found != roots) {
            throw damaged(rootsAt - 4, "expected " + found + " first operations (without dependency), found " + roots);
        }
    }

    @Override
    public PackedSchedule.Places places() {
        return (of, operation) -> placeOf(file, of, operation);
    }

    private static String placeOf(Path file, int rank, int operation) {
        try {
            GoalWindow window = new GoalWindow(file, Files.size(file));
            long start = begin(window, rank);
            window.show(start, start + 2 * Integer.BYTES);
            long records = GoalNode.first(start, window.unsignedAt(start + Integer.BYTES));
            return file + ": byte " + (records + (long) GoalNode.BYTES * operation);
        } catch (IOException | RuntimeException e) {
            // the file has changed since: a missing position is preferable to a wrong message
            return file.toString();
        }
    }

    private InputException damaged(long at, String problem) {
        return problem(at, problem, "The file is damaged; make it again from its text");
    }

    private InputException problem(long at, String problem, String remedy) {
        return InputException.at(file + ": byte " + at, (rank < 0 ? "" : "rank " + rank + ": ") + problem, remedy);
    }
}
