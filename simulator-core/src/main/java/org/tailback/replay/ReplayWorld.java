package org.tailback.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tailback.cluster.Placement;
import org.tailback.error.InputException;
import org.tailback.kernel.EventKernel;
import org.tailback.kernel.LocalClock;
import org.tailback.kernel.SteppedKernel;
import org.tailback.network.LinkMeter;
import org.tailback.network.NetworkEngine;
import org.tailback.network.SharedNetwork;
import org.tailback.observe.LinkLoads;
import org.tailback.observe.Observer;
import org.tailback.platform.Platform;

/** Environment of one replay of a program or schedule: clock, platform, nodes of the ranks, observer. */
final class ReplayWorld {
    private static final Logger LOG = LoggerFactory.getLogger(ReplayWorld.class);

    final EventKernel kernel;
    final Platform platform;
    final int[] nodes;
    private final boolean isPlacedByRule;

    final Overheads overheads;
    final @Nullable Observer observer;
    final @Nullable Disturbance disturbance;
    final List<String> remarks;
    final @Nullable PairTable pairs;
    /** Representative by rank; null if each rank represents only itself. */
    final int @Nullable [] representatives;

    final long seed;
    private final int expectedMessages;
    private final double workDisturbance;
    private final boolean measuresLinks;
    private @Nullable LinkMeter meter;
    private final @Nullable SteppedKernel ownKernel;
    private final @Nullable SharedNetwork shared;

    /**
     * Creates the environment.
     *
     * @param ranks number of ranks performed
     * @param expectedMessages estimated number of messages in flight at once, >= 0: tables, including the tables of
     *     pairs, initially have room for this number
     * @param performed {@code program} or {@code schedule}, used in error messages
     * @throws InputException if the platform has too few cores for the ranks, or the placement has too few ranks
     */
    ReplayWorld(ReplayBuilder settings, int ranks, int expectedMessages, String performed) {
        this.expectedMessages = expectedMessages;
        workDisturbance = settings.workDisturbance;
        measuresLinks = settings.measuresLinks;
        if (measuresLinks && (settings.network != null || settings.representatives != null)) {
            throw new IllegalStateException(
                    settings.network != null
                            ? "a shared network measures its links itself: call its measureLinks()"
                            : "link loads cannot be measured if ranks represent other ranks");
        }
        shared = settings.network;
        seed = shared == null
                ? settings.seed
                : checked(shared, settings.platform).engine().seed();
        observer = settings.observer;
        disturbance = settings.disturbance;
        remarks = settings.remarks;
        representatives = settings.representatives;
        if (settings.kernel == null) {
            ownKernel = SteppedKernel.create();
            kernel = ownKernel;
        } else {
            ownKernel = null;
            kernel = shared == null ? new LocalClock(settings.kernel) : settings.kernel;
        }
        isPlacedByRule = settings.placement == null;
        Placement placement = settings.platform.placed(settings.placement, ranks);
        if (placement.ranks() < ranks) {
            throw new InputException("the placement has " + placement.ranks() + " ranks, the " + performed + " has "
                    + ranks + ". Place every rank");
        }
        nodes = new int[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            nodes[rank] = placement.nodeOf(rank);
        }
        platform = shared == null ? settings.platform.forRun(ranks, placement) : settings.platform;
        overheads = new Overheads(platform, nodes);
        LOG.debug(
                "Replay of a {}: {} ranks on {} nodes, placement {}, seed {}",
                performed,
                ranks,
                platform.cluster().nodes(),
                settings.placement == null ? platform.placement().name() : "given",
                seed);
        pairs = settings.pairStatistics ? new PairTable(expectedMessages) : null;
    }

    private SharedNetwork checked(SharedNetwork network, Platform platform) {
        Platform its = network.platform();
        if (platform.cluster() != its.cluster()
                || platform.model() != its.model()
                || platform.cost() != its.cost()
                || platform.loss() != its.loss()
                || platform.intraNode() != its.intraNode()) {
            throw new IllegalArgumentException(
                    "the nodes or models of the replay's platform differ from those of its network. Use the network's "
                            + "platform(); toBuilder() changes its compute speed and placement");
        }
        if (workDisturbance != 0) {
            throw new IllegalArgumentException(
                    "a replay cannot disturb the work of messages on a network that it shares");
        }
        return network;
    }

    /** Returns the network that the replay shares, or the replay's own network. */
    NetworkEngine network() {
        if (shared != null) {
            return shared.engine();
        }
        NetworkEngine network = NetworkEngine.builder(kernel, platform.cluster(), platform.model(), platform.cost())
                .intraNode(platform.intraNode())
                .expectedMessages(expectedMessages)
                .loss(platform.loss())
                .seed(seed)
                .workDisturbance(workDisturbance)
                .build();
        if (measuresLinks && LinkMeter.isPossible(network.sharing())) {
            meter = network.measureLinks();
        }
        return network;
    }

    /** Returns the loads of the links of the replay's own network; empty if they are not measured. */
    Optional<LinkLoads> linkLoads() {
        return Optional.ofNullable(meter).map(LinkMeter::loads);
    }

    /** Returns the warnings that concern the platform and its use by these ranks. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>(platform.warnings());
        if (isPlacedByRule) {
            warnings.addAll(platform.placement().warnings(platform.cluster(), nodes.length));
        }
        warnings.addAll(platform.outside(Platform.use(platform.cluster(), nodes)));
        return warnings;
    }

    boolean isShared() {
        return shared != null;
    }

    SteppedKernel ownKernel() {
        if (ownKernel == null) {
            throw new IllegalStateException(
                    "the replay runs on the clock of a simulation: call start() and run the simulation");
        }
        return ownKernel;
    }
}
