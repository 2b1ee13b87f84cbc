package org.tailback.replay;

import java.util.Arrays;
import org.tailback.program.OperationBuffer;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;

/**
 * What a replay knows of every rank and helper, as columns. Rows below {@link #count} are the ranks; those from there on
 * are helpers of ranks, used again when a helper has ended.
 */
final class RankTable extends RankStatistics {
    /** No communication under a request number. */
    static final int NO_REQUEST = -1;

    /** May go on with its next operation. */
    static final byte READY = 0;
    /** In a wait for communications whose ends are not known yet. */
    static final byte WAITING = 1;
    /** In an operation whose end is known and lies ahead. */
    static final byte SLEEPING = 2;
    /** At the end of its program. */
    static final byte DONE = 3;

    private static final int[] NO_REQUESTS = {};

    /** Rows in use or used before. */
    int rows;

    Program[] programs;
    OperationBuffer[] operations;
    byte[] state;
    /** The communication that stands for a helper. */
    int[] helperEnd;
    /** Request number to communication * 2, plus 1 on the receiving side. */
    int[][] requests;
    /** False only before a rank's first operation: all others are in the operation at the head of their buffer. */
    boolean[] inOperation;
    /** Sides (as in {@link #requests}) that the present wait looks at; of a wait for all, those without an end at its begin. */
    int[][] awaited;

    int[] awaitedCount;
    /** How many of them have no end yet. */
    int[] pending;
    /** The latest of the ends that the present wait knows, seconds. */
    double[] knownEnd;

    double[] entered;
    long[] operationIndex;
    private int[] freeRows = new int[4];
    private int freeRowCount;

    RankTable(ParallelProgram program, int[] nodes) {
        super(program.ranks(), nodes);
        this.rows = count;
        helperEnd = new int[count];
        programs = new Program[count];
        operations = new OperationBuffer[count];
        for (int rank = 0; rank < count; rank++) {
            programs[rank] = program.open(rank);
            operations[rank] = new OperationBuffer();
        }
        state = new byte[count];
        requests = new int[count][];
        Arrays.fill(requests, NO_REQUESTS);
        inOperation = new boolean[count];
        awaited = new int[count][];
        Arrays.fill(awaited, NO_REQUESTS);
        awaitedCount = new int[count];
        pending = new int[count];
        knownEnd = new double[count];
        entered = new double[count];
        operationIndex = new long[count];
    }

    /** A row for a helper of a rank. */
    int addHelper(int rank, Program program, int communication, double now) {
        int row = freeRowCount > 0 ? freeRows[--freeRowCount] : grown();
        programs[row] = program;
        rankOf[row] = rank;
        helperEnd[row] = communication;
        inOperation[row] = false;
        entered[row] = now;
        operationIndex[row] = 0;
        return row;
    }

    /** A helper has ended. */
    void removeHelper(int row) {
        programs[row].close();
        state[row] = DONE;
        if (freeRowCount == freeRows.length) {
            freeRows = Arrays.copyOf(freeRows, 2 * freeRowCount);
        }
        freeRows[freeRowCount++] = row;
    }

    private int grown() {
        if (rows == programs.length) {
            int capacity = rows + Math.max(4, rows / 2);
            programs = Arrays.copyOf(programs, capacity);
            operations = Arrays.copyOf(operations, capacity);
            state = Arrays.copyOf(state, capacity);
            rankOf = Arrays.copyOf(rankOf, capacity);
            helperEnd = Arrays.copyOf(helperEnd, capacity);
            requests = Arrays.copyOf(requests, capacity);
            inOperation = Arrays.copyOf(inOperation, capacity);
            awaited = Arrays.copyOf(awaited, capacity);
            awaitedCount = Arrays.copyOf(awaitedCount, capacity);
            pending = Arrays.copyOf(pending, capacity);
            knownEnd = Arrays.copyOf(knownEnd, capacity);
            entered = Arrays.copyOf(entered, capacity);
            operationIndex = Arrays.copyOf(operationIndex, capacity);
        }
        operations[rows] = new OperationBuffer();
        requests[rows] = NO_REQUESTS;
        awaited[rows] = NO_REQUESTS;
        return rows++;
    }

    int request(int rank, int request) {
        int[] table = requests[rank];
        return request >= 0 && request < table.length ? table[request] : NO_REQUEST;
    }

    void setRequest(int rank, int request, int value) {
        int[] table = requests[rank];
        if (request >= table.length) {
            int old = table.length;
            table = Arrays.copyOf(table, Math.max(request + 1, 2 * old));
            Arrays.fill(table, old, table.length, NO_REQUEST);
            requests[rank] = table;
        }
        table[request] = value;
    }

    /** Adds a side to what the rank's present wait needs. */
    void await(int rank, int side) {
        if (awaitedCount[rank] == awaited[rank].length) {
            awaited[rank] = Arrays.copyOf(awaited[rank], Math.max(2, 2 * awaitedCount[rank]));
        }
        awaited[rank][awaitedCount[rank]++] = side;
    }

    void closePrograms() {
        for (Program program : programs) {
            if (program != null) {
                program.close();
            }
        }
    }
}
