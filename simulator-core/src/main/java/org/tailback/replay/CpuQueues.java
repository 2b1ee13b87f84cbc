package org.tailback.replay;

import java.util.Arrays;
import org.tailback.columns.Columns;

/** State and queue of every CPU of every rank, first come first served. All operations are O(1). */
final class CpuQueues {
    private static final int NONE = -1;

    private final int cpusOfRank;
    private final boolean[] busy;
    private final int[] first;
    private final int[] last;
    private int[] operations = new int[64];
    private double[] overheads = new double[64];
    private int[] next = new int[64];
    private int free = NONE;
    private int used;

    CpuQueues(int ranks, int cpusOfRank) {
        this.cpusOfRank = cpusOfRank;
        int count = Math.multiplyExact(ranks, cpusOfRank);
        busy = new boolean[count];
        first = new int[count];
        last = new int[count];
        Arrays.fill(first, NONE);
    }

    int number(int rank, int cpu) {
        return rank * cpusOfRank + cpu;
    }

    boolean isBusy(int cpu) {
        return busy[cpu];
    }

    void setBusy(int cpu, boolean value) {
        busy[cpu] = value;
    }

    boolean isEmpty(int cpu) {
        return first[cpu] == NONE;
    }

    /**
     * Appends an operation to the queue of a CPU.
     *
     * @param overhead duration in seconds of the overhead of a receive whose message has arrived; otherwise unused
     */
    void append(int cpu, int operation, double overhead) {
        int entry = free;
        if (entry == NONE) {
            entry = grown();
        } else {
            free = next[entry];
        }
        operations[entry] = operation;
        overheads[entry] = overhead;
        next[entry] = NONE;
        if (first[cpu] == NONE) {
            first[cpu] = entry;
        } else {
            next[last[cpu]] = entry;
        }
        last[cpu] = entry;
    }

    int firstOperation(int cpu) {
        return operations[first[cpu]];
    }

    double firstOverhead(int cpu) {
        return overheads[first[cpu]];
    }

    void removeFirst(int cpu) {
        int entry = first[cpu];
        first[cpu] = next[entry];
        next[entry] = free;
        free = entry;
    }

    private int grown() {
        operations = Columns.fit(operations, used);
        overheads = Columns.fit(overheads, used);
        next = Columns.fit(next, used);
        return used++;
    }
}
