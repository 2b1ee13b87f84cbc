package org.tailback.schedule;

import org.tailback.columns.LongTable;
import org.tailback.error.InputException;
import org.tailback.stability.Internal;

/**
 * The progress of the ranks of a schedule: an engine opens each rank, runs the operations that are ready in its own
 * way and time, and says when an operation starts and completes; it receives the operations that become ready by that.
 *
 * <p>Every operation becomes ready exactly once, or never if it is part of a circle of dependencies. One int per
 * operation of memory; each dependency costs O(1) once. Not thread-safe.
 */
@Internal
public final class DependencyProgress {
    private static final int MOST_IN_BYTE = 255;

    private final Schedule schedule;
    private final int[] firstOperation;
    /** Lower part of each count; when it reaches 0, the next part is taken from {@link #large}. */
    private final byte[] waitingFor;

    /** The upper part of an operation's count, by operation; empty if no count is as large. */
    private final LongTable large = new LongTable(1, 16);

    private boolean hasLarge;
    private int[] counts = new int[16];
    private long notReady;

    /**
     * @throws InputException if the schedule has more operations than an array can count (2,147,483,639)
     */
    public DependencyProgress(Schedule schedule) {
        this.schedule = schedule;
        if (schedule.operations() > Integer.MAX_VALUE - 8) {
            throw new InputException("the schedule has " + schedule.operations() + " operations; at most "
                    + (Integer.MAX_VALUE - 8) + " can be simulated");
        }
        int ranks = schedule.ranks();
        firstOperation = new int[ranks + 1];
        for (int rank = 0; rank < ranks; rank++) {
            firstOperation[rank + 1] = firstOperation[rank] + schedule.operations(rank);
        }
        waitingFor = new byte[firstOperation[ranks]];
        notReady = waitingFor.length;
    }

    /** Begins a rank, once: appends the operations without dependencies, ascending. O(operations of the rank). */
    public void open(int rank, OperationList ready) {
        int first = firstOperation[rank];
        int operations = firstOperation[rank + 1] - first;
        if (counts.length < operations) {
            counts = new int[Math.max(operations, 2 * counts.length)];
        }
        schedule.dependencyCounts(rank, counts, 0);
        for (int operation = 0; operation < operations; operation++) {
            int count = counts[operation];
            if (count == 0) {
                ready.add(operation);
                notReady--;
            } else {
                int lower = Math.min(count, MOST_IN_BYTE);
                waitingFor[first + operation] = (byte) lower;
                if (count > lower) {
                    hasLarge = true;
                    large.add(large.slot(first + operation), first + operation, count - lower);
                }
            }
        }
    }

    /** An operation of an open rank starts: appends the operations that become ready, in order of declaration. */
    public void started(int rank, int operation, OperationList ready) {
        int successors = schedule.startSuccessors(rank, operation);
        for (int i = 0; i < successors; i++) {
            release(rank, schedule.startSuccessor(rank, operation, i), ready);
        }
    }

    /** An operation of an open rank completes: appends the operations that become ready, in order of declaration. */
    public void completed(int rank, int operation, OperationList ready) {
        int successors = schedule.completionSuccessors(rank, operation);
        for (int i = 0; i < successors; i++) {
            release(rank, schedule.completionSuccessor(rank, operation, i), ready);
        }
    }

    /** Operations, also of ranks not yet opened, that have not become ready. */
    public long notReady() {
        return notReady;
    }

    /** Returns the number of dependencies that an operation of an open rank still waits for. */
    public int waitingFor(int rank, int operation) {
        int index = firstOperation[rank] + operation;
        return (waitingFor[index] & MOST_IN_BYTE) + (int) large.value(large.slot(index));
    }

    /** A dependency that is reported more often than it was declared changes nothing once its operation is ready. */
    private void release(int rank, int operation, OperationList ready) {
        int index = firstOperation[rank] + operation;
        byte before = waitingFor[index];
        if (before == 0) {
            return;
        }
        waitingFor[index] = (byte) (before - 1);
        if (before == 1 && !(hasLarge && takeLarge(index))) {
            ready.add(operation);
            notReady--;
        }
    }

    private boolean takeLarge(int index) {
        int slot = large.slot(index);
        long rest = large.value(slot);
        if (rest == 0) {
            return false;
        }
        waitingFor[index] = (byte) Math.min(rest, MOST_IN_BYTE);
        if (rest > MOST_IN_BYTE) {
            large.set(slot, rest - MOST_IN_BYTE);
        } else {
            large.remove(slot);
        }
        return true;
    }
}
