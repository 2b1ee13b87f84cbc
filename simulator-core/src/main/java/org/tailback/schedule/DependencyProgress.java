package org.tailback.schedule;

import org.tailback.error.InputException;
import org.tailback.stability.Internal;

/**
 * The progress of the ranks of a schedule: an engine opens each rank, runs the operations that are ready, and reports
 * when an operation starts and completes; it receives the operations that thereby become ready.
 *
 * <p>Every operation becomes ready exactly once, or never if it is part of a cycle of dependencies. One int per
 * operation of memory; each dependency costs O(1) once. Not thread-safe.
 */
@Internal
public final class DependencyProgress {
    private final Schedule schedule;
    private final int[] firstOperation;

    /** Number of dependencies that each operation still waits for; 0 once it is ready. */
    private final int[] waitingFor;

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
        waitingFor = new int[firstOperation[ranks]];
        notReady = waitingFor.length;
    }

    /** Begins a rank, once: appends the operations without dependencies, ascending. O(operations of the rank). */
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

    /** Starts an operation of an open rank: appends the operations that become ready, in order of declaration. */
    public void started(int rank, int operation, OperationList ready) {
        int successors = schedule.startSuccessors(rank, operation);
        for (int i = 0; i < successors; i++) {
            release(rank, schedule.startSuccessor(rank, operation, i), ready);
        }
    }

    /** Completes an operation of an open rank: appends the operations that become ready, in order of declaration. */
    public void completed(int rank, int operation, OperationList ready) {
        int successors = schedule.completionSuccessors(rank, operation);
        for (int i = 0; i < successors; i++) {
            release(rank, schedule.completionSuccessor(rank, operation, i), ready);
        }
    }

    /** Returns the number of operations, also of ranks not yet opened, that have not become ready. */
    public long notReady() {
        return notReady;
    }

    /** Returns the number of dependencies that an operation of an open rank still waits for. */
    public int waitingFor(int rank, int operation) {
        return waitingFor[firstOperation[rank] + operation];
    }

    /**
     * Removes a dependency. One that is reported more often than it was declared changes nothing once its operation is
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
