package org.tailback.study.workload;

import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.collective.CollectiveSelector;
import org.tailback.collective.ExpansionListener;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.observe.Observer;
import org.tailback.platform.Interval;
import org.tailback.platform.Platform;
import org.tailback.program.ParallelProgram;
import org.tailback.replay.Replay;
import org.tailback.replay.ReplayBuilder;
import org.tailback.replay.ReplayResult;
import org.tailback.schedule.Schedule;
import org.tailback.study.jitter.Jitter;
import org.tailback.study.jitter.JitterDraws;
import org.tailback.study.jitter.JitteredProgram;

/** One replay of a {@link Workload} on a platform: its settings, and its run. For one thread. */
public final class WorkloadReplay {
    private final String name;
    private final Workload.Content content;
    private final Jitter.Scaled jitter;
    private final Platform platform;
    private long seed = 1;
    private boolean pairStatistics;
    private double workDisturbance;
    private Map<Integer, Double> computeFactors = Map.of();
    private @Nullable CollectiveSelector collectives;
    private @Nullable Placement placement;
    private @Nullable Observer observer;
    private ExpansionListener listener = ExpansionListener.NONE;
    private volatile DoubleSupplier progress = () -> 0;
    private List<String> approximations = List.of();

    WorkloadReplay(String name, Workload.Content content, Jitter.Scaled jitter, Platform platform) {
        this.name = name;
        this.content = content;
        this.jitter = jitter;
        this.platform = platform;
    }

    /** Sets the seed of everything random; 1 unless given. */
    public WorkloadReplay seed(long value) {
        seed = value;
        return this;
    }

    /** Sets the nodes of the ranks; by the platform's rule unless given. */
    public WorkloadReplay placement(Placement value) {
        placement = value;
        return this;
    }

    /** Also keeps what each pair of ranks lost to contention; costs memory for every pair that exchanges messages. */
    public WorkloadReplay pairStatistics() {
        pairStatistics = true;
        return this;
    }

    /**
     * Disturbs the work of each message in the network; see {@link Sensitivity}.
     *
     * @param relative part of the work, 0 to 0.5; 0 unless given
     */
    public WorkloadReplay workDisturbance(double relative) {
        workDisturbance = relative;
        return this;
    }

    /**
     * Sets factors of the computations of ranks, but for those of non-blocking collective operations.
     *
     * @param factors by rank, finite, >= 0; 1 for ranks that it does not name
     */
    public WorkloadReplay computeFactors(Map<Integer, Double> factors) {
        computeFactors = Map.copyOf(factors);
        return this;
    }

    /** Sets other algorithms of collective operations; null for the workload's own. */
    public WorkloadReplay collectives(@Nullable CollectiveSelector value) {
        collectives = value;
        return this;
    }

    /** Sets the observer of operations, messages and rates; null for none, the default. */
    public WorkloadReplay observer(@Nullable Observer value) {
        observer = value;
        return this;
    }

    /** Sets the listener to the expansion of collective operations; none by default. */
    public WorkloadReplay expansions(ExpansionListener value) {
        listener = value;
        return this;
    }

    /** Returns the progress of the replay in simulated seconds; may be called by any thread. */
    public double simulatedSeconds() {
        return progress.getAsDouble();
    }

    /** Returns the approximations of recording and reading the program, possible reasons why it cannot finish. */
    public List<String> approximations() {
        return approximations;
    }

    /**
     * Replays from the beginning to the end.
     *
     * @throws org.tailback.error.InputException if the trace is malformed or the platform has too few cores
     * @throws UnfinishedProgramException if the program cannot finish
     */
    public ReplayResult run() {
        ReplayResult result = content instanceof Workload.OfPrograms programs
                ? run(programs)
                : run(((Workload.OfGraphs) content).source());
        Interval measured = platform.residuals().programs().isEmpty()
                ? null
                : platform.interval(
                        placement == null
                                ? platform.use(content.ranks())
                                : Platform.use(platform.cluster(), placement.nodes()),
                        name.substring(0, Math.max(0, name.indexOf(':'))),
                        result.makespan());
        return measured == null ? result : result.withInterval(measured);
    }

    private ReplayResult run(ScheduleSource source) {
        Schedule schedule = source.on(platform, collectives, placement);
        Replay replay = configured(Replay.builder(schedule, platform))
                .remarks(source.remarks(platform))
                .build();
        progress = replay::progressSeconds;
        approximations = schedule.approximations();
        return replay.run();
    }

    private ReplayResult run(Workload.OfPrograms programs) {
        ParallelProgram program = programs.source().take();
        try {
            Replay replay = configured(
                            builder(programs.messages(program, platform, collectives, placement, listener, seed)))
                    .build();
            progress = replay::progressSeconds;
            return replay.run();
        } finally {
            approximations = program.approximations();
            programs.source().giveBack(program);
        }
    }

    private ReplayBuilder configured(ReplayBuilder builder) {
        ReplayBuilder set = builder.seed(seed)
                .workDisturbance(workDisturbance)
                .placement(placement)
                .observer(observer);
        return pairStatistics ? set.pairStatistics() : set;
    }

    private ReplayBuilder builder(ParallelProgram program) {
        ParallelProgram messages = computeFactors.isEmpty()
                ? program
                : new JitteredProgram(program, rank -> () -> computeFactors.getOrDefault(rank, 1.0));
        if (jitter.isNone()) {
            return Replay.builder(messages, platform);
        }
        JitterDraws draws = new JitterDraws(jitter, seed, messages.ranks());
        return Replay.builder(draws.disturbed(messages), platform).disturbance(draws);
    }
}
