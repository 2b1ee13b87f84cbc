package org.tailback.replay;

import java.util.Arrays;
import org.tailback.program.OperationBuffer;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;

/** What a replay knows of every rank, as columns indexed by rank. */
final class RankTable {
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

    final int count;
    final Program[] programs;
    final OperationBuffer[] operations;
    final int[] nodes;
    final byte[] state;
    /** Request number to communication * 2, plus 1 on the receiving side. */
    final int[][] requests;
    /** False only before a rank's first operation: all others are in the operation at the head of their buffer. */
    final boolean[] inOperation;
    /** Sides (as in {@link #requests}) that the present wait looks at; of a wait for all, those without an end at its begin. */
    final int[][] awaited;

    final int[] awaitedCount;
    /** How many of them have no end yet. */
    final int[] pending;
    /** The latest of the ends that the present wait knows, seconds. */
    final double[] knownEnd;

    final double[] entered;
    final long[] operationIndex;
    final double[] finish;
    final double[] compute;
    final double[] blocked;
    final long[] messages;
    final long[] bytesSent;
    /** Sum over messages between nodes of size times penalty, and of size. */
    final double[] penaltyBytes;

    final double[] networkBytes;

    RankTable(ParallelProgram program, int[] nodes) {
        this.count = program.ranks();
        this.nodes = nodes;
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
        finish = new double[count];
        compute = new double[count];
        blocked = new double[count];
        messages = new long[count];
        bytesSent = new long[count];
        penaltyBytes = new double[count];
        networkBytes = new double[count];
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
