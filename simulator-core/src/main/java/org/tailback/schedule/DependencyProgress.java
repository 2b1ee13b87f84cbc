package org.tailback.schedule;

import org.tailback.error.InputException;
import org.tailback.stability.Internal;

/**
 * Progress of the ranks of a schedule. An engine opens each rank, runs the operations that are ready, and reports the
 * start and completion of each operation. In return, the engine receives the operations that have become ready.
 *
 * <p>Every operation becomes ready exactly once, or never if it is part of a cycle of dependencies. Memory: one int per
 * operation. Each dependency costs O(1) once. Not thread-safe.
 */
@Internal
public final class DependencyProgress {
    private final Schedule schedule;
    private final int[] firstOperation;

    /** Number of dependencies for which an operation still waits, by operation; 0 for a ready operation. */
    private final int[] waitingFor;

    private long notReady;

    /**
     * Creates the progress of a schedule whose ranks are not yet open.
     *
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
        waitingFor = new int[firstOperation[ranks]];
        notReady = waitingFor.length;
    }

    /**
     * Opens a rank; called once per rank. Appends the operations without dependencies in ascending order. O(operations
     * and dependencies of the rank).
     */
    public void open(int rank, OperationList ready) {
        int first = firstOperation[rank];
        int operations = firstOperation[rank + 1] - first;
        schedule.dependencyCounts(rank, waitingFor, first);
        for (int operation = 0; operation < operations; operation++) {
            if (waitingFor[first + operation] == 0) {
                ready.add(operation);
                notReady--;
            }
        }
    }

    /** Starts an operation of an open rank. Appends the operations that become ready, in order of declaration. */
    public void started(int rank, int operation, OperationList ready) {
        int successors = schedule.startSuccessors(rank, operation);
        for (int i = 0; i < successors; i++) {
            release(rank, schedule.startSuccessor(rank, operation, i), ready);
        }
    }

    /** Completes an operation of an open rank. Appends the operations that become ready, in order of declaration. */
    public void completed(int rank, int operation, OperationList ready) {
        int successors = schedule.completionSuccessors(rank, operation);
        for (int i = 0; i < successors; i++) {
            release(rank, schedule.completionSuccessor(rank, operation, i), ready);
        }
    }

    /**
     * Returns the number of operations that have not become ready, including operations of ranks that are not yet open.
     */
    public long notReady() {
        return notReady;
    }

    /** Returns the number of dependencies for which an operation of an open rank still waits. */
    public int waitingFor(int rank, int operation) {
        return waitingFor[firstOperation[rank] + operation];
    }

    /**
     * Removes a dependency. A dependency that is reported more often than declared has no effect after its operation is
     * ready.
     */
    private void release(int rank, int operation, OperationList ready) {
        int index = firstOperation[rank] + operation;
        if (waitingFor[index] > 0 && --waitingFor[index] == 0) {
            ready.add(operation);
            notReady--;
        }
    }
}
