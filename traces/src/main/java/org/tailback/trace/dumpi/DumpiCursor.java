package org.tailback.trace.dumpi;

import java.util.Arrays;
import org.tailback.columns.Columns;
import org.tailback.trace.io.FileWindow;
import org.tailback.trace.mpi.Argument;

/**
 * Cursor over the records of a file, in their order. A record consists of the id of its function, a mask of the parts
 * that follow, the number of a thread, times, counters and the arguments; its length is not recorded. Numbers and lists
 * of the current record are held in arrays that the next record reuses.
 */
final class DumpiCursor extends FileWindow {
    static final double TICKS_PER_SECOND = 1e9;

    /** Index of the size in bytes among the numbers of a status. */
    static final int STATUS_BYTES = 0;

    static final int STATUS_SOURCE = 1;
    static final int STATUS_CANCELLED = 2;
    static final int STATUS_TAG = 4;
    static final int STATUS_NUMBERS = 5;

    private static final int[] STATUS_SIZES = {4, 4, 1, 1, 4};

    private static final int STATUSES = 3;
    private static final int CPU_TIME = 4;
    private static final int WALL_TIME = 8;
    private static final int THREAD = 64;
    private static final int COUNTERS = 128;

    private static final long SECOND = 1_000_000_000L;
    /** Period of the recorded seconds, which have 16 bits. */
    private static final long SECONDS_WRAP = 1L << 16;
    /** Largest number of elements of a list. Longer lists indicate damage and would exhaust memory. */
    private static final int LONGEST_LIST = 1 << 24;

    private static final int LARGEST_NUMBER = 8;

    private final long end;
    private final long cpuStart;
    private final long wallStart;
    private boolean ended;

    private DumpiFunction function = DumpiFunctions.all().get(0);
    private long recordStart;
    private int mask;
    private int thread;
    private long enter;
    private long leave;
    private long lastSeconds;
    private long wrapped;
    /** Values of numbers, and lengths of lists (in statuses for a list of statuses). */
    private final long[] values = new long[16];

    private final int[] begins = new int[16];

    private int[] elements = new int[32];
    private int elementCount;

    /**
     * Opens the records of a file.
     *
     * @param bufferSize size of the buffer, bytes, >= 64
     */
    DumpiCursor(DumpiFile file, int bufferSize) {
        super(
                file.path,
                (int) Math.min(bufferSize, Math.max(64, file.bodyEnd - file.body)),
                file.body,
                DumpiFile.REMEDY);
        this.end = file.bodyEnd;
        this.cpuStart = integer(4);
        this.wallStart = integer(4);
    }

    DumpiFunction function() {
        return function;
    }

    int thread() {
        return thread;
    }

    boolean hasTimes() {
        return (mask & (CPU_TIME | WALL_TIME)) != 0;
    }

    boolean hasWallTimes() {
        return (mask & WALL_TIME) != 0;
    }

    boolean hasCounters() {
        return (mask & COUNTERS) != 0;
    }

    /** Returns the time at which the call was entered, in ns. */
    long enter() {
        return enter;
    }

    /** Returns the time at which the call was left, in ns, >= enter unless the clock was set back. */
    long leave() {
        return leave;
    }

    /**
     * Returns a number, or the number of elements of a list. An argument that only the root records is 0 on other
     * ranks.
     */
    long value(int argument) {
        return values[argument];
    }

    /** Returns the number of elements of a list; for a list of statuses, the number of statuses. */
    int count(int argument) {
        return (int) values[argument];
    }

    /** Returns an element of a list; the elements of nested lists follow each other, preceded by their lengths. */
    int element(int argument, int index) {
        return elements[begins[argument] + index];
    }

    /** Returns a field of a status, such as {@link #STATUS_SOURCE}. */
    int status(int argument, int index, int number) {
        return elements[begins[argument] + STATUS_NUMBERS * index + number];
    }

    int[] list(int argument) {
        return Arrays.copyOfRange(elements, begins[argument], begins[argument] + count(argument));
    }

    /**
     * Advances to the next record.
     *
     * @return false at the end of the records, also when called again
     */
    boolean next() {
        if (ended) {
            return false;
        }
        recordStart = offset();
        int id = (int) integer(2) & 0xffff;
        if (id == DumpiFunctions.END) {
            ended = true;
            return false;
        }
        DumpiFunction found = DumpiFunctions.of(id);
        if (found == null || !found.isWritten()) {
            throw corrupt(
                    recordStart,
                    "expected the id of a function with known arguments, 0 to " + (DumpiFunctions.COUNT - 1)
                            + ", or " + DumpiFunctions.END + " for the end; found " + id
                            + (found == null ? "" : " (" + found.name() + ")"));
        }
        function = found;
        mask = (int) integer(1) & 0xff;
        thread = (mask & THREAD) == 0 ? 0 : (int) integer(2) & 0xffff;
        readTimes();
        if (hasCounters()) {
            skip(16L * (integer(1) & 0xff));
        }
        readArguments(found);
        return true;
    }

    private void readTimes() {
        if ((mask & CPU_TIME) != 0) {
            readTime(cpuStart, !hasWallTimes());
        }
        if (hasWallTimes()) {
            readTime(wallStart, true);
        }
    }

    private void readTime(long start, boolean kept) {
        long enterSeconds = integer(2) & 0xffff;
        long enterRest = integer(4) & 0xffffffffL;
        long leaveSeconds = integer(2) & 0xffff;
        long leaveRest = integer(4) & 0xffffffffL;
        if (!kept) {
            return;
        }
        if (enterSeconds < lastSeconds - SECONDS_WRAP / 2) {
            wrapped += SECONDS_WRAP;
        }
        lastSeconds = enterSeconds;
        if (leaveSeconds < enterSeconds - SECONDS_WRAP / 2) {
            leaveSeconds += SECONDS_WRAP;
        }
        enter = (start + wrapped + enterSeconds) * SECOND + enterRest;
        leave = (start + wrapped + leaveSeconds) * SECOND + leaveRest;
    }

    private void readArguments(DumpiFunction of) {
        elementCount = 0;
        for (int i = 0; i < of.arguments().size(); i++) {
            DumpiFunction.Field argument = of.arguments().get(i);
            values[i] = 0;
            begins[i] = elementCount;
            if (argument.atRootOnly() && values[of.position(Argument.RANK)] != values[of.position(Argument.ROOT)]) {
                continue;
            }
            if (argument.isStatuses()) {
                values[i] = (mask & STATUSES) == 0 ? 0 : readStatuses();
            } else if (argument.depth() > 0) {
                values[i] = readList(argument.size(), argument.depth());
            } else {
                values[i] = integer(argument.size());
            }
        }
    }

    private int length(int elementSize) {
        long length = integer(4);
        if (length < 0 || length > LONGEST_LIST || length * elementSize > end - offset()) {
            position -= 4;
            throw corrupt("a list of " + length + " elements of " + elementSize + " bytes is announced, but "
                    + (length < 0 || length > LONGEST_LIST
                            ? "0 to " + LONGEST_LIST + " are expected"
                            : "only " + (end - offset() - 4) + " bytes of records are left"));
        }
        return (int) length;
    }

    private int readStatuses() {
        int count = length(DumpiFunction.Field.STATUS);
        for (int i = 0; i < count; i++) {
            for (int size : STATUS_SIZES) {
                append((int) integer(size));
            }
        }
        return count;
    }

    /** Reads a list into the elements; its own length is not an element, but the lengths of nested lists are. */
    private int readList(int elementSize, int depth) {
        int count = length(depth == 1 ? elementSize : 4);
        for (int i = 0; i < count; i++) {
            if (depth == 1) {
                append((int) integer(elementSize));
            } else {
                int lengthAt = elementCount;
                append(0);
                int inner = readList(elementSize, depth - 1);
                elements[lengthAt] = inner;
            }
        }
        return count;
    }

    private void append(int value) {
        if (elementCount == LONGEST_LIST) {
            throw corrupt("the lists of the record that begins at byte " + recordStart + " have more than "
                    + LONGEST_LIST + " elements in all");
        }
        elements = Columns.fit(elements, elementCount);
        elements[elementCount++] = value;
    }

    /** Returns the next bytes as one signed number. */
    private long integer(int bytes) {
        if (filled - position < bytes) {
            if (bytes > end - offset()) {
                throw corrupt("the records end without the mark " + DumpiFunctions.END
                        + ", within the record that begins at byte " + recordStart);
            }
            fill(bytes, end);
        }
        long value = buffer[position++];
        for (int i = 1; i < bytes; i++) {
            value = value << 8 | buffer[position++] & 0xff;
        }
        return value;
    }

    private void skip(long bytes) {
        for (long left = bytes; left > 0; left -= LARGEST_NUMBER) {
            integer((int) Math.min(left, LARGEST_NUMBER));
        }
    }
}
