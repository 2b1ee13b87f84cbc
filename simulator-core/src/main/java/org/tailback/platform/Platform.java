package org.tailback.platform;

import static org.tailback.units.Domain.requireNotNegative;
import static org.tailback.units.Domain.requirePositive;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Lists;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.IntraNodePath;
import org.tailback.cluster.Placement;
import org.tailback.cluster.PlacementRule;
import org.tailback.cluster.PlacementRules;
import org.tailback.cost.MessageCost;
import org.tailback.loss.LossModel;
import org.tailback.loss.NoLoss;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.sharing.SharingModel;
import org.tailback.stability.Beta;
import org.tailback.stability.Internal;

/**
 * The machine that programs run on: the nodes, the sharing of the network between them, the cost and the loss of
 * messages, the path inside nodes, the compute speed, and the default placement of ranks. Immutable; thread-safe if its
 * models are, as they must be.
 *
 * @param cluster the nodes
 * @param intraNode the path between ranks on one node
 * @param model the bandwidth-sharing model of messages between nodes
 * @param cost the cost of an undisturbed message
 * @param costRegimes its replacements for large programs, see {@link #forRun}
 * @param loss the loss model
 * @param computeScale factor of a program's compute times; finite, >= 0, and 0 drops them
 * @param computeSpeed of a core, for programs that count operations: flop/s, finite, > 0; NaN if not given
 * @param localWork times of the work of collective operations at the ends of messages
 * @param kernels times of kernels; null if the platform has none
 * @param placement the default placement rule of ranks
 * @param validity the origin of the numbers, and the runs that they are valid for
 * @param residuals distances of measured times from predictions
 * @param warnings unused parts of its description, a sentence each; part of the warnings of every result
 */
public record Platform(
        Cluster cluster,
        IntraNodePath intraNode,
        SharingModel model,
        MessageCost cost,
        @Internal List<CostRegime> costRegimes,
        LossModel loss,
        double computeScale,
        double computeSpeed,
        @Beta LocalWork localWork,
        @Beta @Nullable KernelModel kernels,
        PlacementRule placement,
        @Beta Validity validity,
        @Beta Residuals residuals,
        List<String> warnings) {
    @Internal
    public Platform {
        requireNotNegative(computeScale, "compute scale");
        requirePositive(Double.isNaN(computeSpeed) ? 1 : computeSpeed, "compute speed");
        costRegimes = ImmutableList.copyOf(costRegimes);
        warnings = ImmutableList.copyOf(warnings);
    }

    /** Returns an empty builder: cluster, model and cost must be given. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with everything as here. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /**
     * Returns the platform specialised for the given number of ranks: with the last cost of {@link #costRegimes}
     * that holds for them, and with {@link IntraNodePath#sharedBy} the ranks of the fullest node. Replays on a separate
     * network use it.
     */
    public Platform forRun(int ranks, Placement placement) {
        IntraNodePath inside =
                !intraNode.isLimited() ? intraNode : intraNode.sharedBy(placement.mostRanksOfAMachine(cluster));
        int nodes = costRegimes.isEmpty() ? 1 : placement.machines(cluster, ranks);
        MessageCost own = Lists.reverse(costRegimes).stream()
                .filter(regime -> regime.holds(ranks, nodes))
                .findFirst()
                .map(CostRegime::cost)
                .orElse(cost);
        return inside == intraNode && own == cost
                ? this
                : toBuilder().intraNode(inside).cost(own).build();
    }

    /** Returns whether the platform has a compute speed. */
    public boolean hasComputeSpeed() {
        return !Double.isNaN(computeSpeed);
    }

    /** Returns the node of each rank: as given, or if null by the platform's rule. */
    @Internal
    public Placement placed(@Nullable Placement given, int ranks) {
        return given == null ? placement.place(cluster, ranks) : given;
    }

    /**
     * Returns the times of the local work of each rank: where several share a node, those of {@link
     * LocalWork#sharedBy} for the fullest node. O(ranks log ranks) if the ranks of a node slow each other down.
     *
     * @param ranks number of ranks, >= 1
     * @param given where they run; null for the platform's rule
     */
    @Internal
    public LocalWork localWork(int ranks, @Nullable Placement given) {
        return localWork.nodeSecondsPerByte() == 0
                ? localWork
                : localWork.sharedBy(placed(given, ranks).mostRanksOfAMachine(cluster));
    }

    /**
     * Returns the interval of the time of one collective operation; null if the platform has no residuals for it.
     *
     * @param use with the operation, of one size
     * @param seconds its predicted time
     */
    @Internal
    public @Nullable Interval interval(Use use, double seconds) {
        if (!freeReductions(use).isEmpty()) {
            return null;
        }
        Kind kind = operation(use).orElseThrow();
        Interval factors = residuals.factors(
                kind,
                kind.bufferBytes(use.largestSize(), use.count(Use.RANKS)),
                validity.doublings(use, residuals.covered()));
        return factors == null ? null : factors.times(seconds);
    }

    private static Optional<Kind> operation(Use use) {
        return Kind.labelled(String.valueOf(use.values().get(Use.OPERATIONS)));
    }

    /**
     * Returns a clause if the operation is a reduction of several ranks per node that takes no time: residuals of other
     * operations do not include that error.
     */
    private List<String> freeReductions(Use use) {
        int ranks = use.count(Use.RANKS_A_NODE);
        // comparing records takes a start 10 ms: last
        boolean isFree = ranks > 1
                && !"gpu".equals(use.values().get(Use.MEMORY))
                && operation(use).filter(Kind::reduces).isPresent()
                && localWork.equals(LocalWork.FREE);
        return isFree
                ? List.of("reductions by " + ranks + " ranks per node take no time (the platform has no section local)")
                : List.of();
    }

    /**
     * Returns the interval of the time of a program; null if the platform has no residuals for it. A program that was
     * measured as a whole has the residuals of its own runs only.
     *
     * @param computation of its last rank, seconds
     * @param meanBytes of its messages
     * @param seconds its predicted time
     */
    @Internal
    public @Nullable Interval interval(Use use, double computation, double meanBytes, double seconds) {
        if (residuals.programs().hasProgramOf(use)) {
            return intervalOfProgram(use, seconds);
        }
        Interval factors = residuals.rows().isEmpty()
                ? null
                : residuals.factorsOfMessages(meanBytes, validity.doublings(use, residuals.covered()));
        if (factors == null) {
            return null;
        }
        Interval messages = factors.times(seconds - computation);
        return new Interval(computation + messages.low(), computation + messages.high(), factors.coverage());
    }

    /** Returns the interval of the time of a program that was measured as a whole; null if the program was not. */
    @Internal
    public @Nullable Interval intervalOfProgram(Use use, double seconds) {
        Interval factors = validity.doublings(use) == 0 ? residuals.programs().factors(use) : null;
        return factors == null ? null : factors.times(seconds);
    }

    /**
     * Returns the keys by which a run is outside the domains of the platform's numbers and of the residuals of its
     * program, a clause each; empty if it is inside. O(keys x entries).
     */
    @Internal
    public List<String> outside(Use use) {
        return Stream.of(
                        validity.outside(use),
                        freeReductions(use),
                        residuals.programs().outside(use))
                .flatMap(List::stream)
                .distinct()
                .toList();
    }

    /** Returns how ranks use the platform by its own placement; {@link #outside} compares it. O(ranks). */
    @Internal
    public Use use(int ranks) {
        return use(cluster, placed(null, ranks).nodes());
    }

    /** Returns how ranks use a cluster. O(ranks log ranks). */
    @Internal
    public static Use use(Cluster cluster, int[] nodeOfRank) {
        Placement placed = Placement.of(cluster, nodeOfRank);
        return Use.of(
                nodeOfRank.length,
                Math.max(1, placed.machines(cluster, nodeOfRank.length)),
                placed.mostRanksOfAMachine(cluster),
                cluster.hasGpus());
    }

    /** Collects the parts of a platform. */
    public static final class Builder {
        private @Nullable Cluster cluster;
        private @Nullable SharingModel model;
        private @Nullable MessageCost cost;
        private LossModel loss = new NoLoss();
        private List<CostRegime> costRegimes = List.of();
        private IntraNodePath intraNode = IntraNodePath.FREE;
        private double computeScale = 1;
        private double computeSpeed = Double.NaN;
        private LocalWork localWork = LocalWork.FREE;
        private @Nullable KernelModel kernels;
        private PlacementRule placement = PlacementRules.roundRobinNode();
        private Validity validity = Validity.UNKNOWN;
        private Residuals residuals = Residuals.NONE;
        private List<String> warnings = List.of();

        private Builder() {}

        private Builder(Platform platform) {
            cluster = platform.cluster;
            model = platform.model;
            cost = platform.cost;
            loss = platform.loss;
            costRegimes = platform.costRegimes;
            intraNode = platform.intraNode;
            computeScale = platform.computeScale;
            computeSpeed = platform.computeSpeed;
            localWork = platform.localWork;
            kernels = platform.kernels;
            placement = platform.placement;
            validity = platform.validity;
            residuals = platform.residuals;
            warnings = platform.warnings;
        }

        /** Sets the nodes; required. */
        public Builder cluster(Cluster value) {
            cluster = Objects.requireNonNull(value, "cluster");
            return this;
        }

        /** Sets the path between ranks on one node; {@link IntraNodePath#FREE} if not given. */
        public Builder intraNode(IntraNodePath value) {
            intraNode = Objects.requireNonNull(value, "intraNode");
            return this;
        }

        /** Sets the bandwidth-sharing model; required. */
        public Builder model(SharingModel value) {
            model = Objects.requireNonNull(value, "model");
            return this;
        }

        /** Sets the message cost; required. */
        public Builder cost(MessageCost value) {
            cost = Objects.requireNonNull(value, "cost");
            return this;
        }

        /** Sets the replacements of {@link #cost} for large programs, from small numbers of ranks to large ones. */
        @Internal
        public Builder costRegimes(List<CostRegime> value) {
            costRegimes = Objects.requireNonNull(value, "costRegimes");
            return this;
        }

        /** Sets the loss model; nothing is lost if not given. */
        public Builder loss(LossModel value) {
            loss = Objects.requireNonNull(value, "loss");
            return this;
        }

        /** Sets the factor of compute times, finite, >= 0; 1 if not given. */
        public Builder computeScale(double value) {
            computeScale = value;
            return this;
        }

        /** Sets the compute speed of a core in flop/s, finite, > 0; NaN, unknown, if not given. */
        public Builder computeSpeed(double value) {
            computeSpeed = value;
            return this;
        }

        /**
         * Sets the times of the work of collective operations at the ends of messages; none takes time if not given.
         */
        @Beta
        public Builder localWork(LocalWork value) {
            localWork = Objects.requireNonNull(value, "localWork");
            return this;
        }

        /** Sets the times of calls of kernels; null, as if not given, for flop over {@link #computeSpeed}. */
        @Beta
        public Builder kernels(@Nullable KernelModel value) {
            kernels = value;
            return this;
        }

        /** Sets the rule for placing ranks; round-robin over the nodes if not given. */
        public Builder placement(PlacementRule value) {
            placement = Objects.requireNonNull(value, "placement");
            return this;
        }

        /** Sets the origin of the numbers and the runs in their domain; unknown by default. */
        @Beta
        public Builder validity(Validity value) {
            validity = Objects.requireNonNull(value, "validity");
            return this;
        }

        /** Sets the distances of measured times from predictions; unknown if not given. */
        @Beta
        public Builder residuals(Residuals value) {
            residuals = Objects.requireNonNull(value, "residuals");
            return this;
        }

        /** Sets the unused parts of the description, a sentence each; none if not given. */
        public Builder warnings(List<String> value) {
            warnings = Objects.requireNonNull(value, "warnings");
            return this;
        }

        /**
         * Returns the platform.
         *
         * @throws IllegalStateException if a required part is missing
         */
        public Platform build() {
            return new Platform(
                    required(cluster, "a cluster: call cluster(…)"),
                    intraNode,
                    required(model, "a bandwidth-sharing model: call model(…)"),
                    required(cost, "a message cost: call cost(…)"),
                    costRegimes,
                    loss,
                    computeScale,
                    computeSpeed,
                    localWork,
                    kernels,
                    placement,
                    validity,
                    residuals,
                    warnings);
        }

        private static <T> T required(@Nullable T value, String what) {
            if (value == null) {
                throw new IllegalStateException("a platform needs " + what);
            }
            return value;
        }
    }
}
