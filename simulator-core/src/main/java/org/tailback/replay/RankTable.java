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
 * State of every rank and progress thread of a replay, as columns. Numbers below {@link #count} are ranks; higher
 * numbers are progress threads of ranks, reused when a progress thread has ended.
 */
final class RankTable extends RankStatistics {
    static final int NO_REQUEST = -1;

    /** State of a rank that may continue with its next operation. */
    static final byte READY = 0;
    /** State of a rank that waits for communications whose ends are unknown. */
    static final byte WAITING = 1;
    /** State of a rank in an operation whose end is known and in the future. */
    static final byte SLEEPING = 2;

    static final byte DONE = 3;

    static final byte NONE = 0;
    /** Location of a current operation that is at the head of the rank's buffer. */
    static final byte BUFFERED = 1;
    /** Location of a current operation that has left the buffer because only its kind is needed. */
    static final byte DROPPED = 2;

    /** Largest length of a request table that ranks reuse; a longer table stays with its rank. */
    private static final int LONGEST_SHARED = 64;

    private static final int[] NO_REQUESTS = {};
    private static final OperationKind[] KINDS = OperationKind.values();

    /** Number of threads that are or were in use. */
    int threads;

    Program[] programs = {};
    /**
     * Buffer of the produced operations that the thread has not completed, by thread; null without such operations, as
     * for most waiting ranks.
     */
    @Nullable
    OperationBuffer[] operations = {};

    byte[] state = {};
    int[] progressThreadEnd = {};
    /** Posting by thread and request number: communication * 2, plus 1 for a receive. */
    private int[][] requests = {};

    private int[] openRequests = {};
    /** Largest request number that was ever in use + 1, by thread. */
    private int[] knownRequests = {};
    /** Location of the current operation, by thread: {@link #BUFFERED} or {@link #DROPPED}. */
    byte[] present = {};

    private byte[] presentKind = {};
    /**
     * Postings (as in {@link #requests}) that the current wait examines, by thread. For a wait for one request, it is
     * set only if the end of the request was unknown when the wait began.
     */
    int[][] awaited = {};

    int[] awaitedCount = {};
    /** Number of awaited postings whose end is still unknown, by thread. */
    int[] pending = {};
    /** Latest known end of the current wait, in seconds, by thread. */
    double[] knownEnd = {};

    double[] entered = {};
    long[] operationIndex = {};
    private int[] freeThreads = new int[4];
    private int freeThreadCount;
    /** Empty buffers for reuse; the last one returned is still in the processor's cache. */
    private OperationBuffer[] freeBuffers = new OperationBuffer[16];

    private int freeBufferCount;
    /** Tables of requests that are not in use. */
    private int[][] freeTables = new int[16][];

    private int freeTableCount;

    RankTable(ParallelProgram program, int[] nodes) {
        super(program.ranks(), nodes);
        resize(count);
        while (threads < count) {
            int rank = grown();
            programs[rank] = Objects.requireNonNull(
                    program.open(rank),
                    () -> "the program's open(" + rank + ") returned null: every rank needs a Program");
        }
    }

    private void resize(int capacity) {
        programs = Arrays.copyOf(programs, capacity);
        operations = Arrays.copyOf(operations, capacity);
        state = Arrays.copyOf(state, capacity);
        rankOf = Arrays.copyOf(rankOf, capacity);
        progressThreadEnd = Arrays.copyOf(progressThreadEnd, capacity);
        requests = Arrays.copyOf(requests, capacity);
        openRequests = Arrays.copyOf(openRequests, capacity);
        knownRequests = Arrays.copyOf(knownRequests, capacity);
        present = Arrays.copyOf(present, capacity);
        presentKind = Arrays.copyOf(presentKind, capacity);
        awaited = Arrays.copyOf(awaited, capacity);
        awaitedCount = Arrays.copyOf(awaitedCount, capacity);
        pending = Arrays.copyOf(pending, capacity);
        knownEnd = Arrays.copyOf(knownEnd, capacity);
        entered = Arrays.copyOf(entered, capacity);
        operationIndex = Arrays.copyOf(operationIndex, capacity);
    }

    int addProgressThread(int rank, Program program, int communication, double now) {
        int thread = freeThreadCount > 0 ? freeThreads[--freeThreadCount] : grown();
        programs[thread] = program;
        rankOf[thread] = rank;
        progressThreadEnd[thread] = communication;
        present[thread] = NONE;
        entered[thread] = now;
        operationIndex[thread] = 0;
        return thread;
    }

    void removeProgressThread(int thread) {
        programs[thread].close();
        state[thread] = DONE;
        freeThreads = Columns.fit(freeThreads, freeThreadCount);
        freeThreads[freeThreadCount++] = thread;
    }

    private int grown() {
        if (threads == programs.length) {
            resize(Columns.longer(threads, threads));
        }
        requests[threads] = NO_REQUESTS;
        awaited[threads] = NO_REQUESTS;
        return threads++;
    }

    OperationKind kind(int thread) {
        return KINDS[presentKind[thread]];
    }

    /** Returns the operations of a rank; an empty buffer if it has none. */
    OperationBuffer buffer(int thread) {
        OperationBuffer buffer = operations[thread];
        if (buffer == null) {
            buffer = freeBufferCount > 0 ? freeBuffers[--freeBufferCount] : new OperationBuffer();
            operations[thread] = buffer;
        }
        return buffer;
    }

    /** Blocks a rank in the operation at the head of its buffer. */
    void block(int thread, OperationKind kind, OperationBuffer buffer) {
        presentKind[thread] = (byte) kind.ordinal();
        present[thread] = BUFFERED;
        if (buffer.after(0) == buffer.size()) {
            drop(thread, kind, buffer);
        }
    }

    /**
     * Drops the buffer of a rank if it contains only the operation in which the rank waits, unless operations of this
     * kind still need the buffer.
     */
    private void drop(int thread, OperationKind kind, OperationBuffer buffer) {
        if (kind != OperationKind.WAITANY && kind != OperationKind.WAITSOME && kind != OperationKind.PROBE) {
            buffer.removeFirst();
            giveBack(thread, buffer);
            present[thread] = DROPPED;
            giveTableBack(thread);
        }
    }

    /** Reclaims the empty buffer of a rank that has ended or continues later. */
    void giveBack(int thread, OperationBuffer buffer) {
        operations[thread] = null;
        freeBuffers = Columns.fit(freeBuffers, freeBufferCount);
        freeBuffers[freeBufferCount++] = buffer;
    }

    private void giveTableBack(int thread) {
        int[] table = requests[thread];
        if (openRequests[thread] == 0 && table.length > 0 && table.length <= LONGEST_SHARED) {
            freeTables = Columns.fit(freeTables, freeTableCount);
            freeTables[freeTableCount++] = table;
            requests[thread] = NO_REQUESTS;
        }
    }

    /**
     * Calls the program of a rank until it appends at least one operation.
     *
     * @return false, with nothing appended, if the program has ended
     */
    boolean produce(int thread, OperationBuffer buffer) {
        int before = buffer.size();
        int empty = 0;
        while (programs[thread].produce(buffer)) {
            if (buffer.size() > before) {
                return true;
            }
            empty = EmptyAnswers.after(rankOf[thread], empty);
        }
        return buffer.size() > before;
    }

    /** Releases the memory of a rank whose program has ended. */
    void end(int thread, OperationBuffer buffer) {
        giveBack(thread, buffer);
        giveTableBack(thread);
        requests[thread] = NO_REQUESTS;
        openRequests[thread] = 0;
        if (thread < count) {
            awaited[thread] = NO_REQUESTS;
        }
    }

    int request(int thread, int request) {
        int[] table = requests[thread];
        return request >= 0 && request < table.length ? table[request] : NO_REQUEST;
    }

    void setRequest(int thread, int request, int posting) {
        int[] table = requests[thread];
        if (request >= table.length) {
            table = longerTable(thread, request);
        }
        table[request] = posting;
        openRequests[thread]++;
        knownRequests[thread] = Math.max(knownRequests[thread], request + 1);
    }

    /** Returns true if a request is no longer in use; like MPI's null request, it is complete. */
    boolean hasEnded(int thread, int request) {
        return request >= 0 && request < knownRequests[thread] && request(thread, request) == NO_REQUEST;
    }

    void clearRequest(int thread, int request) {
        requests[thread][request] = NO_REQUEST;
        openRequests[thread]--;
    }

    private int[] longerTable(int thread, int request) {
        int[] table = requests[thread];
        if (table.length == 0 && freeTableCount > 0 && request < freeTables[freeTableCount - 1].length) {
            table = freeTables[--freeTableCount];
        } else {
            int old = table.length;
            table = Arrays.copyOf(table, Math.max(Math.max(2, request + 1), 2 * old));
            Arrays.fill(table, old, table.length, NO_REQUEST);
        }
        requests[thread] = table;
        return table;
    }

    void await(int thread, int posting) {
        if (awaitedCount[thread] == awaited[thread].length) {
            awaited[thread] = Arrays.copyOf(awaited[thread], Math.max(2, 2 * awaitedCount[thread]));
        }
        awaited[thread][awaitedCount[thread]++] = posting;
    }

    void closePrograms() {
        for (Program program : programs) {
            if (program != null) {
                program.close();
            }
        }
    }
}
