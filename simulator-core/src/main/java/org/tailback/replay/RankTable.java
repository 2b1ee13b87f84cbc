package org.tailback.replay;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.tailback.columns.Columns;
import org.tailback.program.EmptyAnswers;
import org.tailback.program.OperationBuffer;
import org.tailback.program.OperationKind;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;

/**
 * The state of every rank and progress thread of a replay, as columns. Rows below {@link #count} are the ranks; those
 * from there on are progress threads of ranks, used again when a progress thread has ended.
 */
final class RankTable extends RankStatistics {
    static final int NO_REQUEST = -1;

    /** May go on with its next operation. */
    static final byte READY = 0;
    /** The rank waits for communications whose ends are not known yet. */
    static final byte WAITING = 1;
    /** The rank is in an operation whose end is known and lies ahead. */
    static final byte SLEEPING = 2;

    static final byte DONE = 3;

    static final byte NONE = 0;
    /** The operation that the rank is in is the first in its buffer. */
    static final byte BUFFERED = 1;
    /** The rank's current operation has left the buffer: only its kind is needed. */
    static final byte DROPPED = 2;

    /** Longer tables of requests stay with their ranks. */
    private static final int LONGEST_SHARED = 64;

    private static final int[] NO_REQUESTS = {};
    private static final OperationKind[] KINDS = OperationKind.values();

    /** Rows in use or used before. */
    int rows;

    Program[] programs;
    /** Operations that have been produced and not been left, null if there are none, as for most ranks that wait. */
    @Nullable
    OperationBuffer[] operations;

    byte[] state;
    int[] progressThreadEnd;
    /** Request number to communication * 2, plus 1 on the receiving side. */
    private int[][] requests;

    private int[] openRequests;
    /** 1 + the largest request number that was ever in use. */
    private int[] knownRequests;
    /** Position of the operation that the rank is in. */
    byte[] present;

    private byte[] presentKind;
    /**
     * Sides (as in {@link #requests}) that the present wait examines; of a wait for a single one, only if its end was
     * not known at its begin.
     */
    int[][] awaited;

    int[] awaitedCount;
    /** Number of them without an end yet. */
    int[] pending;
    /** The latest known end of the present wait, seconds. */
    double[] knownEnd;

    double[] entered;
    long[] operationIndex;
    private int[] freeRows = new int[4];
    private int freeRowCount;
    /** Empty ones, to be used again: the last given back is still in the processor's cache. */
    private OperationBuffer[] freeBuffers = new OperationBuffer[16];

    private int freeBufferCount;
    /** Tables of requests of which none is in use. */
    private int[][] freeTables = new int[16][];

    private int freeTableCount;

    RankTable(ParallelProgram program, int[] nodes) {
        super(program.ranks(), nodes);
        this.rows = count;
        progressThreadEnd = new int[count];
        programs = new Program[count];
        operations = new @Nullable OperationBuffer[count];
        for (int row = 0; row < count; row++) {
            int rank = row;
            programs[row] = Objects.requireNonNull(
                    program.open(row),
                    () -> "the program's open(" + rank + ") returned null: every rank needs a Program");
        }
        state = new byte[count];
        requests = new int[count][];
        Arrays.fill(requests, NO_REQUESTS);
        openRequests = new int[count];
        knownRequests = new int[count];
        present = new byte[count];
        presentKind = new byte[count];
        awaited = new int[count][];
        Arrays.fill(awaited, NO_REQUESTS);
        awaitedCount = new int[count];
        pending = new int[count];
        knownEnd = new double[count];
        entered = new double[count];
        operationIndex = new long[count];
    }

    int addProgressThread(int rank, Program program, int communication, double now) {
        int row = freeRowCount > 0 ? freeRows[--freeRowCount] : grown();
        programs[row] = program;
        rankOf[row] = rank;
        progressThreadEnd[row] = communication;
        present[row] = NONE;
        entered[row] = now;
        operationIndex[row] = 0;
        return row;
    }

    void removeProgressThread(int row) {
        programs[row].close();
        state[row] = DONE;
        freeRows = Columns.fit(freeRows, freeRowCount);
        freeRows[freeRowCount++] = row;
    }

    private int grown() {
        if (rows >= programs.length) {
            programs = Columns.fit(programs, rows);
            operations = Columns.fit(operations, rows);
            state = Columns.fit(state, rows);
            rankOf = Columns.fit(rankOf, rows);
            progressThreadEnd = Columns.fit(progressThreadEnd, rows);
            requests = Columns.fit(requests, rows);
            openRequests = Columns.fit(openRequests, rows);
            knownRequests = Columns.fit(knownRequests, rows);
            present = Columns.fit(present, rows);
            presentKind = Columns.fit(presentKind, rows);
            awaited = Columns.fit(awaited, rows);
            awaitedCount = Columns.fit(awaitedCount, rows);
            pending = Columns.fit(pending, rows);
            knownEnd = Columns.fit(knownEnd, rows);
            entered = Columns.fit(entered, rows);
            operationIndex = Columns.fit(operationIndex, rows);
        }
        requests[rows] = NO_REQUESTS;
        awaited[rows] = NO_REQUESTS;
        return rows++;
    }

    OperationKind kind(int row) {
        return KINDS[presentKind[row]];
    }

    /** The rank's operations, an empty buffer if it has none. */
    OperationBuffer buffer(int row) {
        OperationBuffer buffer = operations[row];
        if (buffer == null) {
            buffer = freeBufferCount > 0 ? freeBuffers[--freeBufferCount] : new OperationBuffer();
            operations[row] = buffer;
        }
        return buffer;
    }

    /** A rank must wait in the operation at the head of its buffer. */
    void block(int row, OperationKind kind, OperationBuffer buffer) {
        presentKind[row] = (byte) kind.ordinal();
        present[row] = BUFFERED;
        if (buffer.after(0) == buffer.size()) {
            drop(row, kind, buffer);
        }
    }

    /**
     * Drops the buffer of a rank with nothing behind the operation that it waits in, unless the kind still needs it.
     */
    private void drop(int row, OperationKind kind, OperationBuffer buffer) {
        if (kind != OperationKind.WAITANY && kind != OperationKind.WAITSOME && kind != OperationKind.PROBE) {
            buffer.removeFirst();
            giveBack(row, buffer);
            present[row] = DROPPED;
            giveTableBack(row);
        }
    }

    /** Takes back the empty buffer of a rank, which continues later or never. */
    void giveBack(int row, OperationBuffer buffer) {
        operations[row] = null;
        freeBuffers = Columns.fit(freeBuffers, freeBufferCount);
        freeBuffers[freeBufferCount++] = buffer;
    }

    private void giveTableBack(int row) {
        int[] table = requests[row];
        if (openRequests[row] == 0 && table.length > 0 && table.length <= LONGEST_SHARED) {
            freeTables = Columns.fit(freeTables, freeTableCount);
            freeTables[freeTableCount++] = table;
            requests[row] = NO_REQUESTS;
        }
    }

    /**
     * Lets the program of a rank append operations, asking again as long as it appends none.
     *
     * @return false, with nothing appended, if it has ended
     */
    boolean produce(int row, OperationBuffer buffer) {
        int before = buffer.size();
        int empty = 0;
        while (programs[row].produce(buffer)) {
            if (buffer.size() > before) {
                return true;
            }
            empty = EmptyAnswers.after(rankOf[row], empty);
        }
        return buffer.size() > before;
    }

    /** Releases the memory of a rank whose program has ended. */
    void end(int row, OperationBuffer buffer) {
        giveBack(row, buffer);
        giveTableBack(row);
        requests[row] = NO_REQUESTS;
        openRequests[row] = 0;
        if (row < count) {
            awaited[row] = NO_REQUESTS;
        }
    }

    int request(int row, int request) {
        int[] table = requests[row];
        return request >= 0 && request < table.length ? table[request] : NO_REQUEST;
    }

    void setRequest(int row, int request, int side) {
        int[] table = requests[row];
        if (request >= table.length) {
            table = longerTable(row, request);
        }
        table[request] = side;
        openRequests[row]++;
        knownRequests[row] = Math.max(knownRequests[row], request + 1);
    }

    /** Returns true if a request is no longer in use: like MPI's null request, it is finished. */
    boolean hasEnded(int row, int request) {
        return request >= 0 && request < knownRequests[row] && request(row, request) == NO_REQUEST;
    }

    void clearRequest(int row, int request) {
        requests[row][request] = NO_REQUEST;
        openRequests[row]--;
    }

    private int[] longerTable(int row, int request) {
        int[] table = requests[row];
        if (table.length == 0 && freeTableCount > 0 && request < freeTables[freeTableCount - 1].length) {
            table = freeTables[--freeTableCount];
        } else {
            int old = table.length;
            table = Arrays.copyOf(table, Math.max(Math.max(2, request + 1), 2 * old));
            Arrays.fill(table, old, table.length, NO_REQUEST);
        }
        requests[row] = table;
        return table;
    }

    void await(int row, int side) {
        if (awaitedCount[row] == awaited[row].length) {
            awaited[row] = Arrays.copyOf(awaited[row], Math.max(2, 2 * awaitedCount[row]));
        }
        awaited[row][awaitedCount[row]++] = side;
    }

    void closePrograms() {
        for (Program program : programs) {
            if (program != null) {
                program.close();
            }
        }
    }
}
