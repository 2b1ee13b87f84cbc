package org.tailback.collective;

import java.util.Set;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.stability.Beta;

/**
 * A stateless algorithm that performs collective operations by point-to-point messages. Third-party algorithms are
 * found by {@link java.util.ServiceLoader}. The tests of this package verify all algorithms for all numbers of ranks up
 * to 33.
 */
public interface CollectiveAlgorithm {
    /**
     * Returns the name of this algorithm, unique among the algorithms of a kind: lower case, words joined by hyphens.
     */
    String name();

    /** Returns the operations that this algorithm performs. */
    Set<Kind> kinds();

    /** Returns a one-line summary of the method and the cost of this algorithm. */
    String summary();

    /**
     * Returns whether this algorithm reduces only values of consecutive ranks, and is therefore valid for operators
     * that are not commutative; false if it assumes commutativity. The value is meaningless for operations without
     * reductions.
     */
    default boolean keepsOrder() {
        return false;
    }

    /** Returns whether this algorithm can cut the buffer into segments, so that their transfers overlap. */
    default boolean hasSegments() {
        return false;
    }

    /**
     * Returns this algorithm with segments of another size, which is appended to its name: {@code pipeline/65536}.
     *
     * @param bytes size of a segment, bytes, > 0; or 0 for the whole buffer at once
     * @throws UnsupportedOperationException unless the algorithm {@link #hasSegments}
     */
    default CollectiveAlgorithm withSegments(long bytes) {
        throw new UnsupportedOperationException(name());
    }

    /**
     * Returns whether this algorithm belongs to a library for GPUs. Without GPUs, it is a candidate only if it is
     * named.
     */
    @Beta
    default boolean isForGpus() {
        return false;
    }

    /**
     * Returns whether the times of the messages of this algorithm include its reductions, which then take no additional
     * time.
     */
    @Beta
    default boolean includesReductions() {
        return false;
    }

    /**
     * Returns the schedule of one rank. The schedules of all ranks are consistent if their calls are consistent.
     *
     * @param call one of {@link #kinds}
     * @param rank position in the group, 0 to ranks - 1
     * @param ranks number of ranks, P >= 1
     * @throws org.tailback.error.InputException if the call lacks counts that its kind needs
     */
    CollectiveSchedule schedule(CollectiveCall call, int rank, int ranks);

    /** Returns the algorithm for ranks on given machines; this algorithm unless it depends on machines. */
    default CollectiveAlgorithm on(MachineLayout layout) {
        return this;
    }
}
