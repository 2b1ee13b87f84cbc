package org.tailback.platform;

import com.google.common.base.Preconditions;
import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Cluster;
import org.tailback.cluster.IntraNodePath;
import org.tailback.cluster.Placement;
import org.tailback.cluster.PlacementRule;
import org.tailback.cluster.PlacementRules;
import org.tailback.cost.MessageCost;
import org.tailback.loss.LossModel;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.sharing.SharingModel;

/**
 * The machine that programs run on: the nodes, how messages share the network between them, what a message costs alone,
 * when it is lost, how ranks on one node reach each other, how fast nodes compute, and the default placement
 * of ranks. Immutable; thread-safe if its models are, as they must be.
 */
public final class Platform {
    private final Cluster cluster;
    private final IntraNodePath intraNode;
    private final SharingModel sharing;
    private final MessageCost cost;
    private final ImmutableList<CostRegime> costRegimes;
    private final LossModel loss;
    private final double computeScale;
    private final double computeSpeed;
    private final LocalWork localWork;
    private final @Nullable KernelModel kernels;
    private final PlacementRule placement;
    private final Validity validity;
    private final Residuals residuals;
    private final ImmutableList<String> warnings;

    private Platform(Builder builder) {
        this.cluster = required(builder.cluster, "a cluster: call cluster(…)");
        this.sharing =
                required(builder.sharing, "a bandwidth-sharing model: call sharing(…), or model(…) of a network");
        this.cost = required(builder.cost, "a message cost: call cost(…)");
        this.loss = required(builder.loss, "a loss model, which may be the one that loses nothing: call loss(…)");
        this.costRegimes = ImmutableList.copyOf(builder.costRegimes);
        this.intraNode = builder.intraNode;
        this.computeScale = builder.computeScale;
        this.computeSpeed = builder.computeSpeed;
        this.localWork = builder.localWork;
        this.kernels = builder.kernels;
        this.placement = builder.placement;
        this.validity = builder.validity;
        this.residuals = builder.residuals;
        this.warnings = ImmutableList.copyOf(builder.warnings);
    }

    private static <T> T required(@Nullable T value, String what) {
        if (value == null) {
            throw new IllegalStateException("a platform needs " + what);
        }
        return value;
    }

    /** An empty builder: cluster, sharing, cost and loss must be given. */
    public static Builder builder() {
        return new Builder();
    }

    /** A builder with everything as here. */
    public Builder toBuilder() {
        Builder builder = new Builder()
                .cluster(cluster)
                .intraNode(intraNode)
                .sharing(sharing)
                .cost(cost)
                .costRegimes(costRegimes)
                .loss(loss)
                .computeScale(computeScale)
                .localWork(localWork)
                .placement(placement)
                .validity(validity)
                .residuals(residuals)
                .kernels(kernels)
                .warnings(warnings);
        return hasComputeSpeed() ? builder.computeSpeed(computeSpeed) : builder;
    }

    /** The nodes. */
    public Cluster cluster() {
        return cluster;
    }

    /** The path between ranks on one node. */
    public IntraNodePath intraNode() {
        return intraNode;
    }

    /** The bandwidth-sharing model of messages between nodes. */
    public SharingModel sharing() {
        return sharing;
    }

    /** The cost of an undisturbed message. */
    public MessageCost cost() {
        return cost;
    }

    /**
     * Returns the platform as the first ranks of a placement see it: with the last cost of {@link Builder#costRegimes}
     * that holds for them, and with {@link IntraNodePath#sharedBy} the ranks of the fullest node. Replays on a network of
     * their own ask for it.
     */
    public Platform forRun(int ranks, Placement placement) {
        IntraNodePath inside =
                !intraNode.isLimited() ? intraNode : intraNode.sharedBy(placement.mostRanksOfAMachine(cluster));
        int nodes = costRegimes.isEmpty() ? 1 : placement.machines(cluster, ranks);
        MessageCost own = costRegimes.reverse().stream()
                .filter(regime -> regime.holds(ranks, nodes))
                .findFirst()
                .map(CostRegime::cost)
                .orElse(cost);
        return inside == intraNode && own == cost
                ? this
                : toBuilder().intraNode(inside).cost(own).build();
    }

    /** The loss model. */
    public LossModel loss() {
        return loss;
    }

    /** Factor of a program's compute times; finite, >= 0, and 0 drops them. */
    public double computeScale() {
        return computeScale;
    }

    /** True if the platform says how fast a core computes. */
    public boolean hasComputeSpeed() {
        return !Double.isNaN(computeSpeed);
    }

    /** Compute speed of a core, for programs that count operations: flop/s, finite, > 0; NaN if not given. */
    public double computeSpeed() {
        return computeSpeed;
    }

    /** Times of the work of collective operations at the ends of messages. */
    public LocalWork localWork() {
        return localWork;
    }

    /**
     * Returns the times of the local work of each of some ranks: where several share a node, those of {@link
     * LocalWork#sharedBy} for the fullest node. O(ranks log ranks) if the ranks of a node slow each other down.
     *
     * @param ranks number of ranks, >= 1
     * @param placed where they run; null for the platform's rule
     */
    public LocalWork localWork(int ranks, @Nullable Placement placed) {
        if (localWork.nodeSecondsPerByte() == 0) {
            return localWork;
        }
        return localWork.sharedBy(
                (placed == null ? placement.place(cluster, ranks) : placed).mostRanksOfAMachine(cluster));
    }

    /** How long calls of kernels take; null if the platform does not say. */
    public @Nullable KernelModel kernels() {
        return kernels;
    }

    /** The default placement rule of ranks. */
    public PlacementRule placement() {
        return placement;
    }

    /** What the numbers come from, and the runs that they hold for. */
    public Validity validity() {
        return validity;
    }

    /** How far measured times lie from predictions. */
    public Residuals residuals() {
        return residuals;
    }

    /**
     * Returns where the time of one collective operation lies; null if the platform says nothing about it.
     *
     * @param use with the operation, of one size
     * @param seconds its predicted time
     */
    public @Nullable Interval interval(Validity.Use use, double seconds) {
        Kind kind = use.operations().iterator().next();
        Interval factors = residuals.factors(
                kind, kind.bufferBytes(use.sizes().upperEndpoint(), use.ranks()), validity.doublings(use));
        return factors == null ? null : factors.times(seconds);
    }

    /**
     * Returns where the time of a program lies; null if the platform says nothing about it.
     *
     * @param computation of its last rank, seconds
     * @param meanBytes of its messages
     * @param seconds its predicted time
     */
    public @Nullable Interval interval(Validity.Use use, double computation, double meanBytes, double seconds) {
        Interval factors =
                residuals.rows().isEmpty() ? null : residuals.factorsOfMessages(meanBytes, validity.doublings(use));
        if (factors == null) {
            return null;
        }
        Interval messages = factors.times(seconds - computation);
        return new Interval(computation + messages.low(), computation + messages.high(), factors.coverage());
    }

    /** Returns where the time of a program that was measured as a whole lies; null if this one was not. */
    public @Nullable Interval interval(Validity.Use use, String program, double seconds) {
        boolean known = validity.doublings(use) == 0
                && residuals.programs().stream()
                        .anyMatch(each ->
                                each.name().equals(program) && each.ranks() == use.ranks() && each.from() <= seconds);
        return known ? residuals.factors(program).times(seconds) : null;
    }

    /** Returns how ranks use the platform by its own placement; {@link Validity#outside} compares it. O(ranks). */
    public Validity.Use use(int ranks) {
        return use(cluster, placement.place(cluster, ranks).nodes());
    }

    /** Returns how ranks use a cluster. O(ranks log ranks). */
    public static Validity.Use use(Cluster cluster, int[] nodeOfRank) {
        int[] machines =
                Arrays.stream(nodeOfRank).map(cluster::machineOf).sorted().toArray();
        int nodes = 1;
        int most = 1;
        int first = 0;
        for (int i = 1; i < machines.length; i++) {
            if (machines[i] != machines[first]) {
                first = i;
                nodes++;
            }
            most = Math.max(most, i - first + 1);
        }
        return new Validity.Use(
                nodeOfRank.length, nodes, most, cluster.hasGpus() ? Validity.Memory.GPU : Validity.Memory.HOST);
    }

    /** Unused parts of its description, a sentence each; part of the warnings of every result. */
    public List<String> warnings() {
        return warnings;
    }

    /** Collects the parts of a platform. */
    public static final class Builder {
        private @Nullable Cluster cluster;
        private @Nullable SharingModel sharing;
        private @Nullable MessageCost cost;
        private @Nullable LossModel loss;
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

        /** The nodes; required. */
        public Builder cluster(Cluster newCluster) {
            this.cluster = newCluster;
            return this;
        }

        /** The path between ranks on one node; {@link IntraNodePath#FREE} if not given. */
        public Builder intraNode(IntraNodePath path) {
            this.intraNode = path;
            return this;
        }

        /** The bandwidth-sharing model; required. */
        public Builder sharing(SharingModel model) {
            this.sharing = model;
            return this;
        }

        /** The message cost; required. */
        public Builder cost(MessageCost newCost) {
            this.cost = newCost;
            return this;
        }

        /**
         * Sets what replaces {@link #cost} for large programs, from small numbers of ranks to large ones; nothing if not
         * given.
         */
        public Builder costRegimes(List<CostRegime> regimes) {
            this.costRegimes = regimes;
            return this;
        }

        /** The loss model; required. */
        public Builder loss(LossModel model) {
            this.loss = model;
            return this;
        }

        /**
         * Sets the factor of compute times; 1 if not given.
         *
         * @param scale finite, >= 0
         */
        public Builder computeScale(double scale) {
            Preconditions.checkArgument(
                    scale >= 0 && scale < Double.POSITIVE_INFINITY, "compute scale must be finite and >= 0: %s", scale);
            this.computeScale = scale;
            return this;
        }

        /**
         * Sets the compute speed of a core; unknown if not given.
         *
         * @param flopsPerSecond finite, > 0
         */
        public Builder computeSpeed(double flopsPerSecond) {
            Preconditions.checkArgument(
                    flopsPerSecond > 0 && flopsPerSecond < Double.POSITIVE_INFINITY,
                    "compute speed must be finite and above 0: %s",
                    flopsPerSecond);
            this.computeSpeed = flopsPerSecond;
            return this;
        }

        /** Times of the work of collective operations at the ends of messages; none takes time if not given. */
        public Builder localWork(LocalWork work) {
            this.localWork = work;
            return this;
        }

        /** Sets how long calls of kernels take; null, as if not given, for flop over {@link #computeSpeed}. */
        public Builder kernels(@Nullable KernelModel model) {
            this.kernels = model;
            return this;
        }

        /** The rule for placing ranks; round-robin over the nodes if not given. */
        public Builder placement(PlacementRule rule) {
            this.placement = rule;
            return this;
        }

        /** What the numbers come from, and the runs that they hold for; nothing is said if not given. */
        public Builder validity(Validity known) {
            this.validity = known;
            return this;
        }

        /** How far measured times lie from predictions; nothing is known if not given. */
        public Builder residuals(Residuals known) {
            this.residuals = known;
            return this;
        }

        /** Sets the unused parts of the description, a sentence each; none if not given. */
        public Builder warnings(List<String> sentences) {
            this.warnings = sentences;
            return this;
        }

        /**
         * The platform.
         *
         * @throws IllegalStateException if a required part is missing
         */
        public Platform build() {
            return new Platform(this);
        }
    }
}
