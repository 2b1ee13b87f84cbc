package org.tailback.trace.goal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tailback.error.InputException;
import org.tailback.schedule.OperationList;
import org.tailback.schedule.PackedSchedule;
import org.tailback.schedule.RankGraph;
import org.tailback.schedule.Schedule;

/**
 * Reads a binary GOAL schedule, or maps it, and checks it once from end to end, so that nothing in it can lead a
 * simulation astray: lengths, ranges, ranks, operation types, the dependency counts and roots against the dependencies
 * themselves, circles. Damage that leaves all of these intact (a size, a tag, a CPU below the largest) cannot be seen.
 * O(file).
 *
 * <p>A schedule that is read is packed into about half the file's size in the heap, and runs 1.5 times as fast as one
 * that is mapped, whose records are 39 bytes long and far from their successors.
 */
final class GoalBinaryReader {
    /** Distance between the windows of {@link MappedGoalSchedule}. */
    static final long WINDOW_STEP = 1L << 30;

    private static final Logger LOG = LoggerFactory.getLogger(GoalBinaryReader.class);
    private static final String TRUNCATED = "The file is cut short or damaged; make it again from its text";
    private static final String DAMAGED = "The file is damaged; make it again from its text";

    private final String name;
    private final long length;
    private final ByteBuffer[] windows;
    private int ranks;
    private int cpus;
    private int nics;
    private short[] windowOf = {};
    private int[] nodesAt = {};
    private int[] nodes = {};
    private int[] counted = new int[64];
    private boolean hasBackwardDependency;
    private final OperationList ranksToSearchForCycles = new OperationList();

    private int rank = -1;
    private ByteBuffer window;
    private long windowStart;

    private final GoalWindow table;
    private final GoalWindow part;
    private final PackedSchedule.@Nullable Builder packed;

    private GoalBinaryReader(FileChannel channel, String name, boolean isMapped) throws IOException {
        this.name = name;
        length = channel.size();
        table = new GoalWindow(channel, name, length);
        part = new GoalWindow(channel, name, length);
        packed = isMapped ? null : PackedSchedule.builder();
        windows = new ByteBuffer[isMapped ? (int) ((length + WINDOW_STEP - 1) / WINDOW_STEP) : 1];
        window = table.buffer();
        for (int i = 0; isMapped && i < windows.length; i++) {
            long start = i * WINDOW_STEP;
            windows[i] = channel.map(FileChannel.MapMode.READ_ONLY, start, Math.min(length - start, Integer.MAX_VALUE))
                    .order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    /**
     * Checks a file and packs it into the heap, or leaves it mapped if it takes more than a quarter of the heap.
     *
     * @throws InputException with the byte offset, and the rank where there is one, if it is not sound
     */
    static Schedule read(Path file) {
        return read(file, Runtime.getRuntime().maxMemory() / 2);
    }

    /**
     * Checks and maps a file: for a single pass.
     *
     * @throws InputException with the byte offset, and the rank where there is one, if it is not sound
     */
    static Schedule map(Path file) {
        return read(file, -1);
    }

    /** @param largestRead the length of the largest file that is read into the heap; longer ones are mapped */
    static Schedule read(Path file, long largestRead) {
        String name = file.toString();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            boolean isMapped = channel.size() > largestRead;
            LOG.debug("{}: {} bytes, {}", file, channel.size(), isMapped ? "mapped" : "read into the heap");
            return new GoalBinaryReader(channel, name, isMapped).readAll(file);
        } catch (IOException e) {
            throw new InputException(name + ": cannot be read (" + e + ")", e);
        }
    }

    private Schedule readAll(Path file) {
        readHead();
        windowOf = new short[ranks];
        nodesAt = new int[ranks];
        nodes = new int[ranks];
        // knows one rank at a time if the file is not mapped
        MappedGoalSchedule schedule = new MappedGoalSchedule(name, cpus, nics, windows, windowOf, nodesAt, nodes);
        for (rank = 0; rank < ranks; rank++) {
            long entry = GoalNode.HEAD_BYTES + (long) GoalNode.ENTRY_BYTES * rank;
            table.show(entry, entry + GoalNode.ENTRY_BYTES);
            int inTable = (int) (entry - table.start());
            long start = table.buffer().getLong(inTable) + GoalNode.OFFSET_ORIGIN;
            long end = table.buffer().getLong(inTable + Long.BYTES) + GoalNode.OFFSET_ORIGIN;
            try {
                readRank(entry, start, end);
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
            if (packed != null) {
                packed.append(schedule, rank);
            }
        }
        Schedule read = packed == null
                ? new MappedGoalSchedule(name, cpus, nics, windows, windowOf, nodesAt, nodes)
                : packed.withPorts(cpus, nics).build((of, operation) -> placeOf(file, of, operation));
        complainOfCycles(read);
        return read;
    }

    /** Whether a rank's part holds records of LogGOPSim2: then their dependencies fill it exactly. */
    private boolean isOfLogGopSim2(long start, long end) {
        if (start < GoalNode.HEAD_BYTES
                || end > length
                || end - start < 2 * Integer.BYTES
                || end - start > WINDOW_STEP) {
            return false;
        }
        table.show(start, end);
        int at = (int) (start - table.start());
        long count = Integer.toUnsignedLong(table.buffer().getInt(at));
        long first = GoalNode.first(at, Integer.toUnsignedLong(table.buffer().getInt(at + Integer.BYTES)));
        long left = at + (end - start) - first - GoalNode.BYTES_OF_PORTALS * count;
        for (int node = 0; node < count && left >= 0; node++) {
            left -= Integer.BYTES
                    * Integer.toUnsignedLong(table.buffer().getInt((int) first + GoalNode.BYTES_OF_PORTALS * node));
        }
        return count > 0 && left == 0;
    }

    private static String placeOf(Path file, int rank, int operation) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            GoalWindow window = new GoalWindow(channel, file.toString(), channel.size());
            long entry = GoalNode.HEAD_BYTES + (long) GoalNode.ENTRY_BYTES * rank;
            window.show(entry, entry + GoalNode.ENTRY_BYTES);
            long start = window.buffer().getLong((int) (entry - window.start())) + GoalNode.OFFSET_ORIGIN;
            window.show(start, start + 2 * Integer.BYTES);
            int roots = window.buffer().getInt((int) (start + Integer.BYTES - window.start()));
            return file + ": byte " + (GoalNode.first(start, roots) + (long) GoalNode.BYTES * operation);
        } catch (IOException | RuntimeException e) {
            // the file has changed since: a missing place is better than a wrong complaint
            return file.toString();
        }
    }

    private void readHead() {
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
        ranks = (int) Math.min(announced, Integer.MAX_VALUE - 8);
        cpus = 1 + (window.get(12) & 0xff);
        nics = 1 + (window.get(13) & 0xff);
    }

    private void readRank(long entry, long start, long end) {
        long firstAllowed = GoalNode.HEAD_BYTES + (long) GoalNode.ENTRY_BYTES * ranks;
        if (start < firstAllowed || end > length || end - start < 2 * Integer.BYTES || end < start) {
            throw problem(
                    entry,
                    "the rank's part goes from byte " + Long.toUnsignedString(start) + " to "
                            + Long.toUnsignedString(end) + "; expected at least 8 bytes between " + firstAllowed
                            + " and "
                            + length,
                    TRUNCATED);
        }
        if (end - start > WINDOW_STEP) {
            throw problem(entry, "the rank's part has more than 1 GiB", "Split the rank's work between several ranks");
        }
        if (packed == null) {
            windowOf[rank] = (short) (start / WINDOW_STEP);
            window = windows[windowOf[rank]];
            windowStart = windowOf[rank] * WINDOW_STEP;
        } else {
            part.show(start, end);
            window = part.buffer();
            windows[0] = window;
            windowStart = part.start();
        }
        int at = (int) (start - windowStart);
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
        nodes[rank] = (int) count;
        nodesAt[rank] = (int) GoalNode.first(at, roots);
        int appendixLength = (int) ((size - needed) / Integer.BYTES);
        hasBackwardDependency = false;
        readNodes(appendixLength);
        readRoots(at + 8, (int) roots);
        if (hasBackwardDependency) {
            ranksToSearchForCycles.add(rank);
        }
    }

    private void readNodes(int appendixLength) {
        int count = nodes[rank];
        if (counted.length < count) {
            counted = new int[Math.max(count, 2 * counted.length)];
        }
        Arrays.fill(counted, 0, count, 0);
        for (int node = 0; node < count; node++) {
            int at = nodesAt[rank] + GoalNode.BYTES * node;
            int type = window.get(at + GoalNode.TYPE);
            if (type < 1 || type > 3) {
                throw problemInWindow(
                        at + GoalNode.TYPE, "expected 1 (send), 2 (recv) or 3 (calc), found " + (type & 0xff), DAMAGED);
            }
            if (type < 3) {
                checkPeer(at + GoalNode.PEER, type == 2);
                checkPort(at + GoalNode.NIC, "NIC", nics);
            }
            checkPort(at + GoalNode.CPU, "CPU", cpus);
            countSuccessors(node, at + GoalNode.COMPLETION_COUNT, appendixLength);
            countSuccessors(node, at + GoalNode.START_COUNT, appendixLength);
        }
        for (int node = 0; node < count; node++) {
            int at = nodesAt[rank] + GoalNode.BYTES * node + GoalNode.DEPENDENCIES;
            if (window.getInt(at) != counted[node]) {
                throw problemInWindow(
                        at,
                        "operation " + node + " should have " + Integer.toUnsignedString(window.getInt(at))
                                + " dependencies, but the others name it " + counted[node] + " times",
                        DAMAGED);
            }
        }
    }

    private void checkPeer(int at, boolean mayBeAny) {
        int peer = window.getInt(at);
        if ((peer < 0 || peer >= ranks) && !(mayBeAny && peer == Schedule.ANY)) {
            throw problemInWindow(
                    at, "expected a rank below " + ranks + ", found " + Integer.toUnsignedString(peer), DAMAGED);
        }
    }

    private void checkPort(int at, String what, int count) {
        int index = window.get(at) & 0xff;
        if (index >= count) {
            throw problemInWindow(at, "expected a " + what + " below " + count + ", found " + index, DAMAGED);
        }
    }

    private void countSuccessors(int node, int at, int appendixLength) {
        long count = Integer.toUnsignedLong(window.getInt(at));
        if (count == 0) {
            return;
        }
        long first = Integer.toUnsignedLong(window.getInt(at + Integer.BYTES));
        if (first + count > appendixLength) {
            throw problemInWindow(
                    at,
                    count + " dependencies from number " + first + " on, but the rank lists only " + appendixLength,
                    DAMAGED);
        }
        int listed = nodesAt[rank] + GoalNode.BYTES * nodes[rank] + Integer.BYTES * (int) first;
        for (int i = 0; i < count; i++) {
            int successor = window.getInt(listed);
            if (successor < 0 || successor >= nodes[rank]) {
                throw problemInWindow(
                        listed,
                        "expected an operation below " + nodes[rank] + ", found " + Integer.toUnsignedString(successor),
                        DAMAGED);
            }
            counted[successor]++;
            hasBackwardDependency |= successor <= node;
            listed += Integer.BYTES;
        }
    }

    private void readRoots(int from, int roots) {
        int at = from;
        int found = 0;
        for (int node = 0; node < nodes[rank]; node++) {
            if (counted[node] == 0) {
                if (found == roots || window.getInt(at) != node) {
                    throw problemInWindow(
                            found == roots ? from - 4 : at,
                            "operation " + node + " has no dependency, but is not listed as a first one here",
                            DAMAGED);
                }
                found++;
                at += Integer.BYTES;
            }
        }
        if (found != roots) {
            throw problemInWindow(
                    from - 4, "expected " + found + " first operations (without dependency), found " + roots, DAMAGED);
        }
    }

    private void complainOfCycles(Schedule schedule) {
        RankGraph graph = new RankGraph();
        for (int i = 0; i < ranksToSearchForCycles.size(); i++) {
            rank = ranksToSearchForCycles.get(i);
            schedule.copyTo(rank, graph);
            int[] cycle = graph.findCycle();
            if (cycle.length > 0) {
                throw InputException.at(
                        schedule.placeOf(rank, cycle[0]),
                        "rank " + rank + ": " + cycle.length
                                + " operations wait for each other in a circle, among them operation " + cycle[0],
                        "Remove one of their dependencies from the text and make the file again");
            }
        }
    }

    private InputException problemInWindow(int at, String problem, String remedy) {
        return problem(windowStart + at, problem, remedy);
    }

    private InputException problem(long at, String problem, String remedy) {
        return InputException.at(name + ": byte " + at, (rank < 0 ? "" : "rank " + rank + ": ") + problem, remedy);
    }
}
