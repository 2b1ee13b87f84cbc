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
 * The machine on which programs run: the nodes, the sharing of the network between them, the cost and the loss of
 * messages, the path inside nodes, the compute speed, and the default placement of ranks. Immutable; thread-safe if its
 * models are, as required.
 *
 * @param cluster the nodes
 * @param intraNode the path between ranks on one node
 * @param model the bandwidth-sharing model of messages between nodes
 * @param cost the cost of an uncontended message
 * @param costRegimes replacements of the cost for large programs, see {@link #forRun}
 * @param loss the loss model
 * @param computeScale factor of a program's compute times; finite, >= 0, and 0 drops them
 * @param computeSpeed speed of a core, for programs that count operations: flop/s, finite, > 0; NaN if not given
 * @param localWork times of the local work of collective operations
 * @param kernels times of kernels; null if the platform has none
 * @param placement the default placement rule of ranks
 * @param validity the origin of the numbers, and the runs for which they are valid
 * @param residuals distances of measured times from predictions
 * @param warnings unused parts of its description, one sentence each; part of the warnings of every result
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

    /** Returns a builder with the parts of this platform. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /**
     * Returns the platform specialised for the given number of ranks: with the last cost of {@link #costRegimes} that
     * is valid for them, and with the intra-node path {@link IntraNodePath#sharedBy shared by} the ranks of the fullest
     * node. It applies to replays on a separate network.
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

    /** Returns whether the platform defines a compute speed. */
    public boolean hasComputeSpeed() {
        return !Double.isNaN(computeSpeed);
    }

    /** Returns the given placement or, if it is null, the placement of the ranks by the platform's rule. */
    @Internal
    public Placement placed(@Nullable Placement given, int ranks) {
        return given == null ? placement.place(cluster, ranks) : given;
    }

    /**
     * Returns the times of the local work of each rank. If several ranks share a node, {@link LocalWork#sharedBy} for
     * the fullest node defines the times. O(ranks log ranks) if the ranks of a node slow each other down.
     *
     * @param ranks number of ranks, >= 1
     * @param given placement of the ranks; null for the platform's rule
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
     * @param use use with the operation and one size
     * @param seconds predicted time of the operation
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
     * Returns a clause if the operation is a reduction with several ranks per node whose local work takes no time. The
     * residuals of other operations do not include the resulting error.
     */
    private List<String> freeReductions(Use use) {
        int ranks = use.count(Use.RANKS_A_NODE);
        // last, because the first comparison of records takes 10 ms
        boolean isFree = ranks > 1
                && !"gpu".equals(use.values().get(Use.MEMORY))
                && operation(use).filter(Kind::reduces).isPresent()
                && localWork.equals(LocalWork.FREE);
        return isFree
                ? List.of("reductions by " + ranks + " ranks per node take no time (the platform has no section local)")
                : List.of();
    }

    /**
     * Returns the interval of the time of a program; null if the platform has no residuals for it. For a program that
     * was measured as a whole, only the residuals of its runs apply.
     *
     * @param computation computation time of its last rank, seconds
     * @param meanBytes mean size of its messages, bytes
     * @param seconds predicted time of the program
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
     * Returns the keys for which a run is outside the domain of the platform's numbers or of the residuals of its
     * program, one clause each; empty if the run is inside both. O(keys x entries).
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

    /**
     * Returns the use of the platform by a number of ranks under its own placement, for comparison by {@link #outside}.
     * O(ranks).
     */
    @Internal
    public Use use(int ranks) {
        return use(cluster, placed(null, ranks).nodes());
    }

    /** Returns the use of a cluster by ranks. O(ranks log ranks). */
    @Internal
    public static Use use(Cluster cluster, int[] nodeOfRank) {
        Placement placed = Placement.of(cluster, nodeOfRank);
        return Use.of(
                nodeOfRank.length,
                Math.max(1, placed.machines(cluster, nodeOfRank.length)),
                placed.mostRanksOfAMachine(cluster),
                cluster.hasGpus());
    }

    /** Builder of a platform. */
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

        /** Sets the path between ranks on one node; {@link IntraNodePath#FREE} by default. */
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

        /** Sets the replacements of {@link #cost} for large programs, in ascending order of the number of ranks. */
        @Internal
        public Builder costRegimes(List<CostRegime> value) {
            costRegimes = Objects.requireNonNull(value, "costRegimes");
            return this;
        }

        /** Sets the loss model; by default nothing is lost. */
        public Builder loss(LossModel value) {
            loss = Objects.requireNonNull(value, "loss");
            return this;
        }

        /** Sets the factor of compute times, finite, >= 0; 1 by default. */
        public Builder computeScale(double value) {
            computeScale = value;
            return this;
        }

        /** Sets the compute speed of a core in flop/s, finite, > 0; by default NaN, which means unknown. */
        public Builder computeSpeed(double value) {
            computeSpeed = value;
            return this;
        }

        /** Sets the times of the local work of collective operations; by default it takes no time. */
        @Beta
        public Builder localWork(LocalWork value) {
            localWork = Objects.requireNonNull(value, "localWork");
            return this;
        }

        /**
         * Sets the times of kernel calls. With null, the default, a call takes its floating-point operations divided by
         * {@link #computeSpeed}.
         */
        @Beta
        public Builder kernels(@Nullable KernelModel value) {
            kernels = value;
            return this;
        }

        /** Sets the placement rule of ranks; by default round-robin over the nodes. */
        public Builder placement(PlacementRule value) {
            placement = Objects.requireNonNull(value, "placement");
            return this;
        }

        /** Sets the origin of the numbers and the runs for which they are valid; unknown by default. */
        @Beta
        public Builder validity(Validity value) {
            validity = Objects.requireNonNull(value, "validity");
            return this;
        }

        /** Sets the distances of measured times from predictions; unknown by default. */
        @Beta
        public Builder residuals(Residuals value) {
            residuals = Objects.requireNonNull(value, "residuals");
            return this;
        }

        /** Sets the warnings about unused parts of the description, one sentence each; none by default. */
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
