package org.tailback.replay;

import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.error.InputException;
import org.tailback.kernel.EventKernel;
import org.tailback.kernel.SsjKernel;
import org.tailback.network.NetworkEngine;
import org.tailback.observe.Observer;
import org.tailback.platform.Platform;

/** What one replay happens in, whether of a program or of a schedule: clock, platform, where the ranks run, who watches. */
final class ReplayWorld {
    final EventKernel kernel;
    final Platform platform;
    /** The node of each rank. */
    final int[] nodes;

    final @Nullable Observer observer;
    final @Nullable PairTable pairs;
    final long seed;
    private final int expectedMessages;
    private final double workDisturbance;
    private final @Nullable SsjKernel ownKernel;
    private double started = Double.NaN;

    /**
     * @param ranks how many are performed
     * @param expectedMessages that will probably be in flight at once, >= 0: there is room for so many, and pairs, from the beginning
     * @param performed what has these ranks, for messages
     * @throws InputException if the platform has too few cores for the ranks, or the placement too few ranks
     */
    ReplayWorld(ReplaySettings settings, int ranks, int expectedMessages, String performed) {
        this.expectedMessages = expectedMessages;
        workDisturbance = settings.workDisturbance;
        platform = settings.platform;
        seed = settings.seed;
        observer = settings.observer;
        if (settings.kernel == null) {
            ownKernel = SsjKernel.create();
            kernel = ownKernel;
        } else {
            ownKernel = null;
            kernel = settings.kernel;
        }
        Placement placement =
                settings.placement == null ? platform.placement().place(platform.cluster(), ranks) : settings.placement;
        if (placement.ranks() < ranks) {
            throw new InputException("the placement has " + placement.ranks() + " ranks, the " + performed + " has "
                    + ranks + ". Place every rank");
        }
        nodes = new int[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            nodes[rank] = placement.nodeOf(rank);
        }
        pairs = settings.pairStatistics ? new PairTable(expectedMessages) : null;
    }

    /** A network that only this replay uses. */
    NetworkEngine network() {
        return NetworkEngine.builder(kernel, platform.cluster(), platform.sharing(), platform.cost())
                .intraNode(platform.intraNode())
                .expectedMessages(expectedMessages)
                .loss(platform.loss())
                .seed(seed)
                .workDisturbance(workDisturbance)
                .build();
    }

    /** To be called when the replay starts. */
    void start() {
        if (!Double.isNaN(started)) {
            throw new IllegalStateException("a replay runs once; build another");
        }
        started = kernel.now();
    }

    /**
     * The instant at which the replay started, in seconds.
     *
     * @throws IllegalStateException if it has not
     */
    double started() {
        if (Double.isNaN(started)) {
            throw new IllegalStateException(
                    "the replay has not started, so there is no result. Call run(), or start() and "
                            + "then run the simulation that owns the clock");
        }
        return started;
    }

    /** True if the replay has a clock of its own, so that nothing goes on when it is over. */
    boolean ownsKernel() {
        return ownKernel != null;
    }

    /** The replay's own clock. */
    SsjKernel ownKernel() {
        if (ownKernel == null) {
            throw new IllegalStateException("this replay runs on another's clock: start() it and run that simulation");
        }
        return ownKernel;
    }
}
