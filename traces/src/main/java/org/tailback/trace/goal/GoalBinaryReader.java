package org.tailback.trace.goal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.tailback.error.FileErrors;
import org.tailback.error.InputException;
import org.tailback.schedule.PackedSchedule;
import org.tailback.schedule.RankGraph;
import org.tailback.schedule.Schedule;

/**
 * Reads a binary GOAL schedule rank after rank, and checks it, so that nothing in it can lead a simulation astray:
 * lengths, ranges, ranks, operation types, the dependency counts and roots against the dependencies themselves,
 * circles. Damage that leaves all of these intact (a size, a tag, a CPU below the largest) is not detected. O(file);
 * only the current rank is in memory.
 */
final class GoalBinaryReader implements GoalRanks {
    private static final long LONGEST_PART = 1L << 30;
    private static final String TRUNCATED = "The file is cut short or damaged; make it again from its text";
    private static final String DAMAGED = "The file is damaged; make it again from its text";

    private final Path file;
    private final FileChannel channel;
    private final long length;
    private final GoalWindow table;
    private final GoalWindow part;
    private final int ranks;
    private final int cpus;
    private final int nics;

    private int rank = -1;
    private ByteBuffer window;
    private int operations;
    /** Position in the window of the first operation's record. */
    private int first;

    private int[] counted = new int[64];

    /** @throws InputException with the byte offset, if the head is malformed */
    GoalBinaryReader(Path file) throws IOException {
        this.file = file;
        channel = FileChannel.open(file, StandardOpenOption.READ);
        length = channel.size();
        table = new GoalWindow(channel, file.toString(), length);
        part = new GoalWindow(channel, file.toString(), length);
        window = table.buffer();
        try {
            ranks = readHead();
            cpus = 1 + (window.get(12) & 0xff);
            nics = 1 + (window.get(13) & 0xff);
        } catch (InputException e) {
            channel.close();
            throw e;
        }
    }

    private int readHead() {
        if (length < GoalNode.HEAD_BYTES) {
            throw problem(0, "expected a head of 14 bytes, found a file of " + length, TRUNCATED);
        }
        table.show(0, GoalNode.HEAD_BYTES);
        window = table.buffer();
        long magic = window.getLong(0);
        if (magic == GoalFormat.MAGIC_USED_UP) {
            throw problem(
                    0,
                    "this schedule was used up: LogGOPSim --save-mem works inside the file and leaves it changed",
                    "Make the file again from its text");
        }
        if (magic != GoalFormat.MAGIC) {
            throw problem(
                    0,
                    "expected " + GoalFormat.MAGIC + ", found " + Long.toUnsignedString(magic),
                    "This is no binary GOAL schedule");
        }
        long announced = Integer.toUnsignedLong(window.getInt(8));
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
        long entry = entryOf(rank);
        table.show(entry, entry + GoalNode.ENTRY_BYTES);
        int inTable = (int) (entry - table.start());
        long start = table.buffer().getLong(inTable) + GoalNode.OFFSET_ORIGIN;
        long end = table.buffer().getLong(inTable + Long.BYTES) + GoalNode.OFFSET_ORIGIN;
        graph.clear();
        try {
            readRank(graph, entry, start, end);
        } catch (InputException e) {
            throw isOfLogGopSim2(start, end)
                    ? problem(
                            start,
                            "this is a schedule of LogGOPSim2, whose operations have " + GoalNode.BYTES_OF_PORTALS
                                    + " bytes, with room for Portals operations",
                            "Make it from its text with txt2bin of LogGOPSim or ATLAHS; Portals operations are not"
                                    + " read")
                    : e;
        }
        complainOfCycle(graph);
        return true;
    }

    private static long entryOf(int rank) {
        return GoalNode.HEAD_BYTES + (long) GoalNode.ENTRY_BYTES * rank;
    }

    /** Whether a rank's part holds records of LogGOPSim2: then their dependencies fill it exactly. */
    private boolean isOfLogGopSim2(long start, long end) {
        if (start < GoalNode.HEAD_BYTES
                || end > length
                || end - start < 2 * Integer.BYTES
                || end - start > LONGEST_PART) {
            return false;
        }
        table.show(start, end);
        int at = (int) (start - table.start());
        long count = Integer.toUnsignedLong(table.buffer().getInt(at));
        long begin = GoalNode.first(at, Integer.toUnsignedLong(table.buffer().getInt(at + Integer.BYTES)));
        long left = at + (end - start) - begin - GoalNode.BYTES_OF_PORTALS * count;
        for (int node = 0; node < count && left >= 0; node++) {
            left -= Integer.BYTES
                    * Integer.toUnsignedLong(table.buffer().getInt((int) begin + GoalNode.BYTES_OF_PORTALS * node));
        }
        return count > 0 && left == 0;
    }

    private void readRank(RankGraph graph, long entry, long start, long end) {
        long firstAllowed = entryOf(ranks);
        if (start < firstAllowed || end > length || end - start < 2 * Integer.BYTES || end < start) {
            throw problem(
                    entry,
                    "the rank's part goes from byte " + Long.toUnsignedString(start) + " to "
                            + Long.toUnsignedString(end) + "; expected at least 8 bytes between " + firstAllowed
                            + " and "
                            + length,
                    TRUNCATED);
        }
        if (end - start > LONGEST_PART) {
            throw problem(entry, "the rank's part has more than 1 GiB", "Split the rank's work between several ranks");
        }
        part.show(start, end);
        window = part.buffer();
        int at = (int) (start - part.start());
        long size = end - start;
        long count = Integer.toUnsignedLong(window.getInt(at));
        long roots = Integer.toUnsignedLong(window.getInt(at + 4));
        if (roots > count) {
            throw problemInWindow(at + 4, "expected at most " + count + " first operations, found " + roots, DAMAGED);
        }
        long needed = 8 + Integer.BYTES * roots + GoalNode.BYTES * count;
        if (needed > size || (size - needed) % Integer.BYTES != 0) {
            throw problemInWindow(
                    at,
                    count + " operations, " + roots + " of them first ones, and their dependencies do not fit into "
                            + size + " bytes",
                    TRUNCATED);
        }
        operations = (int) count;
        first = (int) GoalNode.first(at, roots);
        for (int operation = 0; operation < operations; operation++) {
            add(graph, first + GoalNode.BYTES * operation);
        }
        int listed = (int) ((size - needed) / Integer.BYTES);
        for (int operation = 0; operation < operations; operation++) {
            int record = first + GoalNode.BYTES * operation;
            addSuccessors(graph, operation, record + GoalNode.COMPLETION_COUNT, listed, true);
            addSuccessors(graph, operation, record + GoalNode.START_COUNT, listed, false);
        }
        checkCounts(graph, at + 8, (int) roots);
    }

    private void add(RankGraph graph, int at) {
        int type = window.get(at + GoalNode.TYPE);
        if (type < 1 || type > 3) {
            throw problemInWindow(
                    at + GoalNode.TYPE, "expected 1 (send), 2 (recv) or 3 (calc), found " + (type & 0xff), DAMAGED);
        }
        Schedule.Kind kind = Schedule.Kind.of(type - 1);
        long size = window.getLong(at + GoalNode.SIZE);
        int cpu = port(at + GoalNode.CPU, "CPU", cpus);
        if (kind == Schedule.Kind.CALCULATION) {
            graph.add(kind, size, 0, 0, cpu, 0);
            return;
        }
        int peer = window.getInt(at + GoalNode.PEER);
        if ((peer < 0 || peer >= ranks) && !(kind == Schedule.Kind.RECEIVE && peer == Schedule.ANY)) {
            throw problemInWindow(
                    at + GoalNode.PEER,
                    "expected a rank below " + ranks + ", found " + Integer.toUnsignedString(peer),
                    DAMAGED);
        }
        graph.add(kind, size, peer, window.getInt(at + GoalNode.TAG), cpu, port(at + GoalNode.NIC, "NIC", nics));
    }

    private int port(int at, String what, int count) {
        int index = window.get(at) & 0xff;
        if (index >= count) {
            throw problemInWindow(at, "expected a " + what + " below " + count + ", found " + index, DAMAGED);
        }
        return index;
    }

    /** @param listed length of the rank's list of dependencies */
    private void addSuccessors(RankGraph graph, int operation, int at, int listed, boolean onCompletion) {
        long count = Integer.toUnsignedLong(window.getInt(at));
        if (count == 0) {
            return;
        }
        long from = Integer.toUnsignedLong(window.getInt(at + Integer.BYTES));
        if (from + count > listed) {
            throw problemInWindow(
                    at,
                    count + " dependencies from number " + from + " on, but the rank lists only " + listed,
                    DAMAGED);
        }
        int inList = first + GoalNode.BYTES * operations + Integer.BYTES * (int) from;
        for (int i = 0; i < count; i++, inList += Integer.BYTES) {
            int successor = window.getInt(inList);
            if (successor < 0 || successor >= operations) {
                throw problemInWindow(
                        inList,
                        "expected an operation below " + operations + ", found " + Integer.toUnsignedString(successor),
                        DAMAGED);
            }
            if (onCompletion) {
                graph.afterCompletion(successor, operation);
            } else {
                graph.afterStart(successor, operation);
            }
        }
    }

    /** Compares the operations' counts of dependencies, and the list of those without any, with the dependencies. */
    private void checkCounts(RankGraph graph, int rootsAt, int roots) {
        counted = counted.length < operations ? new int[Math.max(operations, 2 * counted.length)] : counted;
        graph.dependencyCounts(counted);
        int found = 0;
        for (int operation = 0; operation < operations; operation++) {
            int at = first + GoalNode.BYTES * operation + GoalNode.DEPENDENCIES;
            if (window.getInt(at) != counted[operation]) {
                throw problemInWindow(
                        at,
                        "operation " + operation + " should have " + Integer.toUnsignedString(window.getInt(at))
                                + " dependencies, but the others name it " + counted[operation] + " times",
                        DAMAGED);
            }
            if (counted[operation] == 0) {
                int root = rootsAt + Integer.BYTES * found;
                if (found == roots || window.getInt(root) != operation) {
                    throw problemInWindow(
                            found == roots ? rootsAt - 4 : root,
                            "operation " + operation + " has no dependency, but is not listed as a first one here",
                            DAMAGED);
                }
                found++;
            }
        }
        if (found != roots) {
            throw problemInWindow(
                    rootsAt - 4,
                    "expected " + found + " first operations (without dependency), found " + roots,
                    DAMAGED);
        }
    }

    private void complainOfCycle(RankGraph graph) {
        int[] cycle = graph.findCycle();
        if (cycle.length > 0) {
            throw problemInWindow(
                    first + GoalNode.BYTES * cycle[0],
                    cycle.length + " operations wait for each other in a circle, among them operation " + cycle[0],
                    "Remove one of their dependencies from the text and make the file again");
        }
    }

    @Override
    public PackedSchedule.Places places() {
        return (of, operation) -> placeOf(file, of, operation);
    }

    private static String placeOf(Path file, int rank, int operation) {
        try (FileChannel again = FileChannel.open(file, StandardOpenOption.READ)) {
            GoalWindow window = new GoalWindow(again, file.toString(), again.size());
            long entry = entryOf(rank);
            window.show(entry, entry + GoalNode.ENTRY_BYTES);
            long start = window.buffer().getLong((int) (entry - window.start())) + GoalNode.OFFSET_ORIGIN;
            window.show(start, start + 2 * Integer.BYTES);
            int roots = window.buffer().getInt((int) (start + Integer.BYTES - window.start()));
            return file + ": byte " + (GoalNode.first(start, roots) + (long) GoalNode.BYTES * operation);
        } catch (IOException | RuntimeException e) {
            // the file has changed since: a missing position is better than a wrong message
            return file.toString();
        }
    }

    private InputException problemInWindow(int at, String problem, String remedy) {
        return problem(part.start() + at, problem, remedy);
    }

    private InputException problem(long at, String problem, String remedy) {
        return InputException.at(file + ": byte " + at, (rank < 0 ? "" : "rank " + rank + ": ") + problem, remedy);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw FileErrors.unreadable(file, e);
        }
    }
}
