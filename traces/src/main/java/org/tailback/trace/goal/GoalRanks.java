package org.tailback.trace.goal;

import java.util.List;
import org.tailback.schedule.PackedSchedule;
import org.tailback.schedule.RankGraph;

/** The graphs of all ranks, one after the other from rank 0 on: a file that is read, or what is to be written. */
interface GoalRanks extends AutoCloseable {
    /** Number of ranks, >= 1. */
    int ranks();

    /**
     * Gives the next rank.
     *
     * @param graph becomes the rank's graph
     * @return false after the last rank, when all is as it should be
     * @throws org.tailback.error.InputException if it is not valid
     */
    boolean next(RankGraph graph);

    /** Changes of reading the ranks so far, a sentence each. */
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
