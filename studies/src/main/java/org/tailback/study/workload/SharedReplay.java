package org.tailback.study.workload;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.network.SharedNetwork;
import org.tailback.observe.Observer;
import org.tailback.replay.Replay;
import org.tailback.replay.ReplayResult;

/**
 * Starts replays of a workload on networks that they share with others; see {@link Workload#shared}. For one thread.
 */
public interface SharedReplay extends AutoCloseable {
    /**
     * Starts a replay at the present instant of the network's clock.
     *
     * @param placement the node of each rank
     * @param observer of operations, messages and rates; null for none
     * @param whenDone receives the result
     * @return the replay that runs
     */
    Replay start(
            SharedNetwork network, Placement placement, @Nullable Observer observer, Consumer<ReplayResult> whenDone);

    /** Ends the use of the workload; replays must have ended. */
    @Override
    default void close() {}
}
