package org.tailback.simulation;

import static com.google.common.base.Preconditions.checkArgument;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.collective.CollectiveSelector;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.collective.ExpansionListener;
import org.tailback.error.InputException;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.fold.FoldedReplay;
import org.tailback.observe.LinkLoads;
import org.tailback.observe.Observer;
import org.tailback.platform.Platform;
import org.tailback.platform.Use;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlacementText;
import org.tailback.program.ParallelProgram;
import org.tailback.replay.Replay;
import org.tailback.replay.ReplayBuilder;
import org.tailback.replay.ReplayResult;
import org.tailback.schedule.Schedule;
import org.tailback.simulation.jitter.Jitter;
import org.tailback.simulation.jitter.JitterDraws;
import org.tailback.simulation.jitter.JitteredProgram;
import org.tailback.stability.Beta;
import org.tailback.trace.RecordedRun;

/**
 * Simulation of a program on a platform for a job: the entry point for predicting a run time. The command, the studies
 * and the fits use it, too.
 *
 * <pre>{@code
 * ReplayResult result = Simulation.of(Programs.alltoallB(32, 65536)).on("fugaku").run();
 * ReplayResult onFour = Simulation.of(Path.of("traces/allreduce.tailback")).on("lumi").nodes(4).run();
 * }</pre>
 *
 * <p>Collective operations become the messages of their algorithms, with the platform's times of reductions and copies;
 * calls of kernels take the platform's times; a template is enlarged to the nodes of the job, and a platform with a
 * separate torus per job ({@link Platforms}) provides the torus of this job. The result contains the interval of the
 * time if the platform has residuals, and a warning for each key for which the job is outside the domain of the
 * platform's numbers.
 *
 * <p>If a setting is made repeatedly, the last call applies. A simulation can be run repeatedly; it is not thread-safe,
 * except {@link #simulatedSeconds}.
 */
public final class Simulation {
    private final @Nullable Path trace;
    private final @Nullable Workload workload;
    private @Nullable Platforms platforms;
    private @Nullable Platform adapted;
    private Overrides overrides = Overrides.NONE;
    private int nodes;
    private int ranksPerNode;
    private @Nullable Path allocation;
    private Jitter.@Nullable Scaled jitter;
    private boolean pairStatistics;
    private boolean measuresLinks;
    private Optional<LinkLoads> links = Optional.empty();
    private double workDisturbance;
    private Map<Integer, Double> computeFactors = Map.of();
    private @Nullable CollectiveSelector collectives;
    private @Nullable Placement placement;
    private @Nullable Observer observer;
    private ExpansionListener listener = ExpansionListener.NONE;
    private volatile DoubleSupplier progress = () -> 0;
    private List<String> approximations = List.of();
    private @Nullable RecordedRun recorded;

    private Simulation(@Nullable Path trace, @Nullable Workload workload, @Nullable Platform adapted) {
        this.trace = trace;
        this.workload = workload;
        this.adapted = adapted;
    }

    /** Returns a simulation of a workload on the platform of its job. */
    static Simulation of(Workload workload, Platform adapted) {
        return new Simulation(null, workload, adapted);
    }

    /** Returns the simulation of a program. */
    public static Simulation of(ParallelProgram program) {
        return new Simulation(null, Workload.of("program", Objects.requireNonNull(program, "program")), null);
    }

    /** Returns the simulation of a schedule of dependency graphs whose collective operations are already messages. */
    @Beta
    public static Simulation of(Schedule schedule) {
        return new Simulation(null, Workload.of("schedule", Objects.requireNonNull(schedule, "schedule")), null);
    }

    /**
     * Returns the simulation of a trace or schedule, whose format is recognised when it runs.
     *
     * @param trace file or folder
     */
    public static Simulation of(Path trace) {
        return new Simulation(Objects.requireNonNull(trace, "trace"), null, null);
    }

    /**
     * Returns the simulation of a trace, schedule or generated program.
     *
     * @param trace in the notation of the command: a path, or words such as {@code hpl:n=1000,nb=100,p=2,q=4}
     */
    public static Simulation of(String trace) {
        return of(Path.of(Objects.requireNonNull(trace, "trace")));
    }

    /**
     * Sets the platform.
     *
     * @param platform name of a bundled platform, or path of a platform file
     * @throws InputException if there is no such platform, or it cannot be read
     */
    public Simulation on(String platform) {
        return on(Platforms.named(Objects.requireNonNull(platform, "platform")));
    }

    /** Sets the platform; a platform built by a program is used unchanged. */
    public Simulation on(Platform platform) {
        return on(Platforms.of(Objects.requireNonNull(platform, "platform")));
    }

    /** Sets the platform; by default a star with one node per rank. */
    public Simulation on(Platforms platform) {
        platforms = Objects.requireNonNull(platform, "platform");
        adapted = null;
        return this;
    }

    /**
     * Sets the number of nodes. The job uses the first nodes of the platform, and ranks fill them one after the other.
     *
     * @param value number of nodes, >= 1; by default the nodes that the platform's placement uses
     */
    public Simulation nodes(int value) {
        checkArgument(value >= 1, "nodes must be at least 1: %s", value);
        nodes = value;
        return this;
    }

    /**
     * Sets the number of ranks per node; nodes are filled one after the other.
     *
     * @param value number of ranks per node, >= 1; by default determined by the platform's placement
     */
    public Simulation ranksPerNode(int value) {
        checkArgument(value >= 1, "ranksPerNode must be at least 1: %s", value);
        ranksPerNode = value;
        return this;
    }

    /**
     * Sets a file with the nodes of the job in a scheduler's format: one line per rank, or per node with several ranks.
     */
    public Simulation allocation(Path file) {
        allocation = Objects.requireNonNull(file, "file");
        return this;
    }

    /**
     * Sets the rule for placing ranks; by default the platform's rule.
     *
     * @param rule one of {@link PlacementText#FORMS}
     */
    public Simulation placement(String rule) {
        overrides = overrides.withPlacement(Objects.requireNonNull(rule, "rule"));
        return this;
    }

    /** Sets the nodes of the ranks; by default determined by the platform's rule. */
    public Simulation placement(Placement value) {
        placement = Objects.requireNonNull(value, "placement");
        return this;
    }

    /** Sets replacements for parts of the platform: models, cost, kernels, compute scale, placement and seed. */
    public Simulation overrides(Overrides value) {
        overrides = Objects.requireNonNull(value, "overrides");
        return this;
    }

    /** Sets the seed of all random numbers; 1 by default. */
    public Simulation seed(long value) {
        overrides = overrides.withSeed(value);
        return this;
    }

    /**
     * Sets the algorithms of collective operations.
     *
     * @param selector in the notation of the command, such as {@code openmpi} or {@code fixed:allreduce=ring}
     * @throws InputException if there is no such selector
     */
    public Simulation collectives(String selector) {
        return collectives(CollectiveSelectors.parse(Objects.requireNonNull(selector, "selector")));
    }

    /**
     * Sets the algorithms of collective operations. With null, the program defines them or, if it does not, the kind of
     * the platform.
     */
    @Beta
    public Simulation collectives(@Nullable CollectiveSelector value) {
        collectives = value;
        return this;
    }

    /**
     * Sets random delays and factors of computation, drawn from the seed; none by default.
     *
     * @param text in the notation of the command, such as {@code start=exponential:50us}
     * @throws InputException if the text cannot be used
     */
    public Simulation jitter(String text) {
        jitter = Jitter.parse(Objects.requireNonNull(text, "text")).scaledBy(1);
        return this;
    }

    /** Records the contention of each pair of ranks; uses memory for every pair that exchanges messages. */
    public Simulation pairStatistics() {
        pairStatistics = true;
        return this;
    }

    /**
     * Disturbs the work of each message in the network at random; see {@link Sensitivity}.
     *
     * @param relative largest change relative to the work, 0 to 0.5; 0 by default
     */
    @Beta
    public Simulation workDisturbance(double relative) {
        workDisturbance = relative;
        return this;
    }

    /**
     * Sets factors of the computations of ranks, except computations of non-blocking collective operations.
     *
     * @param factors by rank, finite, >= 0; 1 for ranks without an entry
     */
    @Beta
    public Simulation computeFactors(Map<Integer, Double> factors) {
        Objects.requireNonNull(factors, "factors")
                .forEach((rank, factor) -> checkArgument(
                        rank >= 0 && factor >= 0 && factor < Double.POSITIVE_INFINITY,
                        "factors must be finite and >= 0, and ranks >= 0: rank %s has %s",
                        rank,
                        factor));
        computeFactors = Map.copyOf(factors);
        return this;
    }

    /** Sets the observer of operations, messages and rates; null for none, the default. */
    public Simulation observer(@Nullable Observer value) {
        observer = value;
        return this;
    }

    /** Sets the listener to the expansion of collective operations; none by default. */
    @Beta
    public Simulation expansions(ExpansionListener value) {
        listener = Objects.requireNonNull(value, "expansions");
        return this;
    }

    /** Returns the progress of the run in simulated seconds; may be called by any thread. */
    public double simulatedSeconds() {
        return progress.getAsDouble();
    }

    /** Returns the recorded run, after {@link #run}; null if the workload has no recorded times. */
    @Beta
    public @Nullable RecordedRun recorded() {
        return recorded;
    }

    /** Measures the loads of links. All ranks are then replayed, instead of a few representative ranks. */
    @Beta
    public Simulation measureLinks() {
        measuresLinks = true;
        return this;
    }

    /**
     * Returns the loads of the links, after {@link #run}; empty if they were not measured, or the model has no links.
     */
    @Beta
    public Optional<LinkLoads> linkLoads() {
        return links;
    }

    /**
     * Returns the approximations made by recording and reading the program, which may be reasons why it cannot finish.
     */
    public List<String> approximations() {
        return approximations;
    }

    /**
     * Runs the simulation to its end. The cost is the time to read the program, plus O(operations) and the cost of the
     * models.
     *
     * @throws InputException if the program is malformed, or the platform cannot be read or has too few cores
     * @throws UnfinishedProgramException if the program cannot finish
     */
    public ReplayResult run() {
        Platform platform = adapted;
        if (platform != null) {
            return runOn(platform, Objects.requireNonNull(workload));
        }
        Overrides all = allOverrides();
        Platforms chosen = platforms == null ? Platforms.stars() : platforms;
        if (workload != null) {
            return runForJob(chosen, all, workload);
        }
        try (Workload opened = Workload.stream(
                Objects.requireNonNull(trace),
                null,
                CollectiveSelectors.parse(CollectiveSelectors.DEFAULT),
                chosen.traceOptions(all))) {
            return runForJob(chosen, all, opened);
        }
    }

    private Overrides allOverrides() {
        String rule = PlacementText.ofJob(nodes, ranksPerNode, null, allocation);
        if (rule == null) {
            return overrides;
        }
        if (overrides.placement() != null || placement != null) {
            throw new InputException("nodes, ranksPerNode and allocation set a placement, but another one is given."
                    + " Leave one of them out");
        }
        return overrides.withPlacement(rule);
    }

    private ReplayResult runForJob(Platforms chosen, Overrides all, Workload program) {
        Platform platform =
                placement == null ? chosen.forJob(program.ranks(), all) : chosen.forPlacement(placement, all);
        program.requireCost(platform, all.cost() == null ? chosen.name() : "cost " + all.cost());
        ReplayResult result = runOn(platform, jitter == null ? program : program.disturbedBy(jitter));
        List<String> outside = platform.outside(program.use(platform, placement));
        return result.withWarnings(Stream.of(result.warnings(), outside, chosen.warnings())
                .flatMap(List::stream)
                .distinct()
                .toList());
    }

    private ReplayResult runOn(Platform platform, Workload program) {
        ReplayResult result = program.content() instanceof Content.OfPrograms programs
                ? run(programs, platform, program.jitter())
                : run((ScheduleSource) program.content(), platform);
        if (platform.residuals().programs().entries().isEmpty()) {
            return result;
        }
        Use use = program.use(platform, placement);
        boolean isKnown = platform.residuals().programs().hasProgramOf(use);
        List<String> outside = platform.residuals().programs().outside(use);
        return (isKnown ? result.withInterval(platform.intervalOfProgram(use, result.makespan())) : result)
                .withWarnings(Stream.of(result.warnings(), outside)
                        .flatMap(List::stream)
                        .distinct()
                        .toList());
    }

    private ReplayResult run(ScheduleSource source, Platform platform) {
        if (!computeFactors.isEmpty()) {
            throw new InputException("the computations of single ranks of a schedule cannot be changed:"
                    + " leave computeFactors out, or replay a trace");
        }
        Schedule schedule = source.on(platform, collectives, placement);
        Replay replay = configured(Replay.builder(schedule, platform))
                .remarks(source.remarks(platform))
                .build();
        progress = replay::progressSeconds;
        approximations = schedule.approximations();
        return run(replay);
    }

    private ReplayResult run(Content.OfPrograms programs, Platform platform, Jitter.Scaled disturbance) {
        ParallelProgram program = programs.source().take();
        try {
            ParallelProgram messages =
                    programs.messages(program, platform, collectives, placement, listener, overrides.seed());
            ReplayResult folded = programs.source().shared() != null && hasNoSettings(disturbance)
                    ? folded(messages, platform)
                    : null;
            if (folded != null) {
                return folded;
            }
            Replay replay = configured(builder(messages, platform, disturbance)).build();
            progress = replay::progressSeconds;
            return run(replay);
        } finally {
            approximations = program.approximations();
            recorded = program instanceof RecordedRun.Source source ? source.recordedRun() : null;
            programs.source().giveBack(program);
        }
    }

    private ReplayResult run(Replay replay) {
        ReplayResult result = replay.run();
        links = replay.linkLoads();
        return result;
    }

    /** Returns true for a run without random disturbances, observers and pair statistics. */
    private boolean hasNoSettings(Jitter.Scaled disturbance) {
        return disturbance.isNone()
                && observer == null
                && !measuresLinks
                && listener == ExpansionListener.NONE
                && workDisturbance == 0
                && computeFactors.isEmpty()
                && !pairStatistics;
    }

    /** Returns the result from a few nodes that represent all nodes; null if there are no such nodes. */
    private @Nullable ReplayResult folded(ParallelProgram messages, Platform platform) {
        return FoldedReplay.of(
                messages,
                platform,
                platform.placed(placement, messages.ranks()),
                overrides.seed(),
                replay -> progress = replay::progressSeconds);
    }

    private ReplayBuilder configured(ReplayBuilder builder) {
        ReplayBuilder set = builder.seed(overrides.seed())
                .workDisturbance(workDisturbance)
                .placement(placement)
                .observer(observer);
        if (measuresLinks) {
            set.measureLinks();
        }
        return pairStatistics ? set.pairStatistics() : set;
    }

    private ReplayBuilder builder(ParallelProgram program, Platform platform, Jitter.Scaled disturbance) {
        computeFactors.keySet().stream()
                .filter(rank -> rank >= program.ranks())
                .findFirst()
                .ifPresent(rank -> {
                    throw new InputException("computeFactors name rank " + rank + ", and the program has ranks 0 to "
                            + (program.ranks() - 1));
                });
        ParallelProgram messages = computeFactors.isEmpty()
                ? program
                : new JitteredProgram(program, rank -> () -> computeFactors.getOrDefault(rank, 1.0));
        if (disturbance.isNone()) {
            return Replay.builder(messages, platform);
        }
        JitterDraws draws = new JitterDraws(disturbance, overrides.seed(), messages.ranks());
        return Replay.builder(draws.disturbed(messages), platform).disturbance(draws);
    }
}
