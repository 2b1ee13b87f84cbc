package org.tailback.collective;

import java.util.Set;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * A way to perform collective operations by point-to-point messages. Implementations are found by {@link
 * java.util.ServiceLoader}, have a public constructor without parameters and keep no state; those that are found are
 * proved by the tests of this package for all numbers of ranks up to 33.
 */
public interface CollectiveAlgorithm {
    /** Its name, unique among the algorithms of a kind: lower case, words joined by hyphens. */
    String name();

    /** The operations that it performs. */
    Set<Kind> kinds();

    /** One line: how it works and what it costs. */
    String summary();

    /**
     * The part of one rank. The parts of all ranks fit each other if their calls do.
     *
     * @param call one of {@link #kinds}
     * @param rank 0 to ranks - 1
     * @param ranks P >= 1
     * @throws org.tailback.error.InputException if the call lacks counts that its kind needs
     */
    CollectiveSchedule schedule(CollectiveCall call, int rank, int ranks);
}
