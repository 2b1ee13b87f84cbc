package org.tailback.trace.goal;

import java.util.List;
import org.tailback.schedule.PackedSchedule;
import org.tailback.schedule.RankGraph;

/** Graphs of all ranks of a file or of a program to be written, one after the other from rank 0 on. */
interface GoalRanks extends AutoCloseable {
    /** Returns the number of ranks, >= 1. */
    int ranks();

    /**
     * Reads the next rank.
     *
     * @param graph graph to be replaced by the rank's graph
     * @return false after the last rank
     * @throws org.tailback.error.InputException if the rank is not valid
     */
    boolean next(RankGraph graph);

    /** Returns the changes made while reading the ranks so far, as sentences. */
    default List<String> approximations() {
        return List.of();
    }

    /** Returns the positions of the ranks' operations in the file; also valid after closing. */
    default PackedSchedule.Places places() {
        return (rank, operation) -> "";
    }

    @Override
    default void close() {}
}
