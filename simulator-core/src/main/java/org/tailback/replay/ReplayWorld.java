package org.tailback.replay;

import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.error.InputException;
import org.tailback.kernel.EventKernel;
import org.tailback.kernel.SsjKernel;
import org.tailback.network.MessageOwner;
import org.tailback.network.Network;
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
    private final @Nullable SsjKernel ownKernel;
    private boolean started;

    /**
     * @param ranks how many are performed
     * @param performed what has these ranks, for messages
     * @throws InputException if the platform has too few cores for the ranks, or the placement too few ranks
     */
    ReplayWorld(ReplaySettings settings, int ranks, String performed) {
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
        pairs = settings.pairStatistics ? new PairTable() : null;
    }

    /** The network, whose transfers an owner hears of. */
    Network network(MessageOwner owner) {
        return Network.builder(kernel, platform.cluster(), platform.sharing(), platform.cost(), owner)
                .intraNode(platform.intraNode())
                .loss(platform.loss())
                .seed(seed)
                .observer(observer)
                .build();
    }

    /** To be called when the replay starts. */
    void start() {
        if (started) {
            throw new IllegalStateException("a replay runs once; build another");
        }
        started = true;
    }

    /** The replay's own clock. */
    SsjKernel ownKernel() {
        if (ownKernel == null) {
            throw new IllegalStateException("this replay runs on another's clock: start() it and run that simulation");
        }
        return ownKernel;
    }
}
