package org.tailback.trace.goal;

import java.util.List;
import org.tailback.schedule.PackedSchedule;
import org.tailback.schedule.RankGraph;

/** The graphs of all ranks, one after the other from rank 0 on, of a file or of a program to be written. */
interface GoalRanks extends AutoCloseable {
    /** Returns the number of ranks, >= 1. */
    int ranks();

    /**
     * Reads the next rank.
     *
     * @param graph becomes the rank's graph
     * @return false after the last rank
     * @throws org.tailback.error.InputException if it is not valid
     */
    boolean next(RankGraph graph);

    /** Returns the changes made by reading the ranks so far, a sentence each. */
    default List<String> approximations() {
        return List.of();
    }

    /** Returns the positions of the ranks' operations in the file; still valid after closing. */
    default PackedSchedule.Places places() {
        return (rank, operation) -> "";
    }

    @Override
    default void close() {}
}
