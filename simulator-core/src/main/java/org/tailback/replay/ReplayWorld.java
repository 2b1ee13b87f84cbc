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
    private final int expectedMessages;
    private final @Nullable SsjKernel ownKernel;
    private boolean started;

    /**
     * @param ranks how many are performed
     * @param expectedMessages that will probably be in flight at once, >= 0: there is room for so many, and pairs, from the beginning
     * @param performed what has these ranks, for messages
     * @throws InputException if the platform has too few cores for the ranks, or the placement too few ranks
     */
    ReplayWorld(ReplaySettings settings, int ranks, int expectedMessages, String performed) {
        this.expectedMessages = expectedMessages;
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

    /** The network, whose transfers an owner hears of. */
    Network network(MessageOwner owner) {
        return Network.builder(kernel, platform.cluster(), platform.sharing(), platform.cost(), owner)
                .intraNode(platform.intraNode())
                .expectedMessages(expectedMessages)
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
