package org.tailback.simulation;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tailback.cluster.Placement;
import org.tailback.collective.CollectiveAlgorithms;
import org.tailback.collective.CollectiveProgram;
import org.tailback.collective.CollectiveSelector;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.collective.ExpansionListener;
import org.tailback.error.InputException;
import org.tailback.model.loggops.LogGops;
import org.tailback.network.SharedNetwork;
import org.tailback.observe.Observer;
import org.tailback.platform.Platform;
import org.tailback.platform.Use;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.program.ParallelProgram;
import org.tailback.replay.Replay;
import org.tailback.replay.ReplayBuilder;
import org.tailback.replay.ReplayResult;
import org.tailback.schedule.Schedule;
import org.tailback.simulation.Content.OfPrograms;
import org.tailback.simulation.jitter.Jitter;
import org.tailback.stability.Beta;
import org.tailback.trace.RecordedTimes;
import org.tailback.trace.ScheduleReader;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceContent;
import org.tailback.trace.TraceFormat;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.Traces;
import org.tailback.trace.Unmatched;
import org.tailback.trace.generated.GeneratedProgramReader;

/**
 * A workload for one or many replays: a trace, a schedule or a generated program, with the algorithms of its collective
 * operations. Thread-safe: it can be replayed by several threads at once.
 *
 * <pre>{@code
 * Workload workload = Workload.open(path, null, selector, TraceOptions.DEFAULTS);
 * ReplayResult result = workload.on(platform).seed(1).run();
 * }</pre>
 */
@Beta
public final class Workload implements AutoCloseable {
    /** Largest number of operations of a trace that {@link #open} holds in memory: about 40 bytes each. */
    public static final long MOST_OPERATIONS_HELD = 20_000_000;

    private static final Logger LOG = LoggerFactory.getLogger(Workload.class);
    private static final Jitter.Scaled UNDISTURBED = Jitter.NONE.scaledBy(0);

    private final String name;
    private final String format;
    private final Content content;
    private final Jitter.Scaled jitter;

    private Workload(String name, String format, Content content, Jitter.Scaled jitter) {
        this.name = name;
        this.format = format;
        this.content = content;
        this.jitter = jitter;
    }

    /**
     * Returns a selector for ranks on a platform.
     *
     * @throws InputException if it requires GPUs, and the platform has none
     */
    public static CollectiveSelector placed(
            CollectiveSelector selector, Platform platform, @Nullable Placement placement, int ranks) {
        if (selector.needsGpus()) {
            GpuPlatforms.require(platform, "collectives by " + selector.name());
        }
        return selector.on(platform, placement, ranks);
    }

    /**
     * Returns a program in the form that is written for a platform: kernel calls are computations with the platform's
     * times, and collective operations are expanded into messages.
     *
     * @param program program, which the caller closes if necessary
     * @param selector algorithms; null to keep collective operations as they are
     * @param seed seed of the kernels' noise
     */
    public static ParallelProgram written(
            ParallelProgram program, Platform platform, @Nullable CollectiveSelector selector, long seed) {
        return new OfPrograms(ProgramSource.of(program), program.ranks(), selector, false)
                .messages(program, platform, null, null, ExpansionListener.NONE, seed);
    }

    /**
     * Opens a trace or schedule for many replays. A trace of at most {@link #MOST_OPERATIONS_HELD} operations is read
     * into memory immediately; a longer trace is opened and read again in every replay, which takes time but no memory.
     * A generated program is never held in memory. No file remains open.
     *
     * @param format format, or null to recognise it
     * @param selector algorithms of collective operations
     * @param options options of reading
     * @throws InputException if the trace or schedule cannot be used
     */
    public static Workload open(Path path, @Nullable String format, CollectiveSelector selector, TraceOptions options) {
        return open(path, format, selector, options, MOST_OPERATIONS_HELD);
    }

    static Workload open(
            Path path,
            @Nullable String format,
            CollectiveSelector selector,
            TraceOptions options,
            long mostOperations) {
        TraceFormat found = Traces.formatOf(path, format);
        if (found instanceof ScheduleReader reader) {
            return ofGraphs(path, reader, selector, options);
        }
        try (Trace trace = Traces.open(path, found.name(), options)) {
            if (found.name().equals(GeneratedProgramReader.NAME)) {
                return ofTrace(path, found, trace, ProgramSource.of(trace), selector);
            }
            ProgramSource source =
                    ProgramSource.of(trace, mostOperations, () -> Traces.open(path, found.name(), options));
            LOG.debug("{}: {}", path, source.shared() != null ? "held in memory" : "read anew in every replay");
            return ofTrace(path, found, trace, source, selector);
        }
    }

    /**
     * Opens a trace or schedule for a few replays. It is never held in memory, and remains open until it is closed.
     *
     * @param format format, or null to recognise it
     * @param selector algorithms of collective operations
     * @param options options of reading
     * @throws InputException if the trace or schedule cannot be used
     */
    public static Workload stream(
            Path path, @Nullable String format, CollectiveSelector selector, TraceOptions options) {
        TraceFormat found = Traces.formatOf(path, format);
        if (found instanceof ScheduleReader reader) {
            return ofGraphs(path, reader, selector, options);
        }
        ProgramSource source = ProgramSource.of(() -> Traces.open(path, found.name(), options), true);
        return ofTrace(path, found, Objects.requireNonNull(source.first()), source, selector);
    }

    /** Returns the workload with other algorithms of collective operations; unchanged without collective operations. */
    Workload with(CollectiveSelector selector) {
        return new Workload(name, format, content.with(selector), jitter);
    }

    /** Returns the source of the programs; null for a schedule. */
    private @Nullable ProgramSource source() {
        return content instanceof OfPrograms programs ? programs.source() : null;
    }

    /** Returns the number of operations held in memory; 0 if they are read again in every replay. */
    long operationsHeld() {
        ProgramSource source = source();
        return source == null ? 0 : source.operationsHeld();
    }

    private static Workload ofGraphs(
            Path path, ScheduleReader reader, CollectiveSelector selector, TraceOptions options) {
        if (options.unmatched() != Unmatched.REFUSE) {
            throw new InputException(path + ": is a schedule of dependency graphs (format " + reader.name()
                    + "). Unmatched operations of a schedule cannot be omitted or paired ("
                    + options.unmatched().label()
                    + "); those of a program can");
        }
        return new Workload(
                Traces.label(path), reader.name(), ScheduleSource.of(path, reader, selector, options), UNDISTURBED);
    }

    /** Creates the workload of a trace; without collective operations, its ranks need no expansion. */
    private static Workload ofTrace(
            Path path, TraceFormat found, Trace trace, ProgramSource source, CollectiveSelector selector) {
        boolean hasCollectives = found.carries().contains(TraceContent.COLLECTIVES);
        return new Workload(
                Traces.label(path),
                trace.format(),
                new OfPrograms(source, trace.ranks(), hasCollectives ? selector : null, found.isOfGpus()),
                UNDISTURBED);
    }

    /**
     * Returns a workload of a generated program.
     *
     * @param program program that several threads can open at once
     */
    public static Workload of(String name, ParallelProgram program) {
        return of(name, program, CollectiveSelectors.parse(CollectiveSelectors.DEFAULT));
    }

    /**
     * Returns a workload of one collective operation of all ranks.
     *
     * @param algorithm as in {@link CollectiveProgram#of(Kind, String, int, long)}, or {@link CollectiveProgram#NCCL}
     * @param ranks number of ranks, >= 1
     * @param bytes size, see {@link CollectiveProgram#calls}
     * @throws InputException if there is no such algorithm or it does not support this number of ranks
     */
    public static Workload ofCollective(Kind kind, String algorithm, int ranks, long bytes) {
        String name = kind.label() + "/" + algorithm;
        return CollectiveProgram.isExchange(kind, algorithm)
                ? of(name, CollectiveProgram.of(kind, algorithm, ranks, bytes), null)
                : of(
                        name,
                        CollectiveProgram.calls(kind, ranks, bytes),
                        algorithm.equals(CollectiveProgram.NCCL)
                                ? CollectiveSelectors.parse(algorithm)
                                : CollectiveSelector.always(CollectiveAlgorithms.named(kind, algorithm)));
    }

    /**
     * Returns a workload of a generated program whose collective operations a selector expands.
     *
     * @param program program that several threads can open at once
     * @param selector selector; null if collective operations are already messages, or there are none
     */
    public static Workload of(String name, ParallelProgram program, @Nullable CollectiveSelector selector) {
        return new Workload(
                name, "", new OfPrograms(ProgramSource.of(program), program.ranks(), selector, false), UNDISTURBED);
    }

    /** Returns a workload of a schedule whose collective operations are already messages. */
    static Workload of(String name, Schedule schedule) {
        return new Workload(name, "", ScheduleSource.of(schedule), UNDISTURBED);
    }

    /**
     * Returns a copy that is disturbed in every replay by random draws from the seed of the replay. The copy need not
     * be closed.
     *
     * @throws InputException if the workload is a schedule
     */
    public Workload disturbedBy(Jitter.Scaled by) {
        if (isSchedule() && !by.isNone()) {
            throw new InputException("a schedule cannot be disturbed. Convert it from a trace, and replay the trace");
        }
        return new Workload(name, format, content, by);
    }

    /** Returns the name of the workload: the last name of a trace's path. */
    public String name() {
        return name;
    }

    /** Returns the format of the trace; empty for a generated program. */
    public String format() {
        return format;
    }

    /**
     * Returns whether computations may depend on the compute speed of a platform: the trace can count floating-point
     * operations, or calls kernels for which the platform has no times.
     */
    public boolean dependsOnComputeSpeed(Platform platform) {
        return format.isEmpty()
                || Traces.named(format).carries().contains(TraceContent.COMPUTE_FLOPS)
                || platform.kernels() == null && callsKernels();
    }

    /**
     * Returns whether the computations of a rank depend on its node and its position there: the program calls kernels
     * for which the platform has times.
     */
    public boolean computesByNode(Platform platform) {
        return platform.kernels() != null && callsKernels();
    }

    private boolean callsKernels() {
        return ofProgram(false, ParallelProgram::callsKernels);
    }

    /**
     * Returns the use of a platform by the ranks, with the settings of the program if the platform has residuals of
     * whole programs. O(ranks log ranks).
     *
     * @param placement placement of the ranks; null for the platform's rule
     */
    public Use use(Platform platform, @Nullable Placement placement) {
        Use ranks = Platform.use(
                platform.cluster(), platform.placed(placement, ranks()).nodes());
        if (platform.residuals().programs().entries().isEmpty()) {
            return ranks;
        }
        Use named = format.equals(GeneratedProgramReader.NAME)
                ? ranks.with(Map.of(Use.PROGRAM, name.split(":", 2)[0]))
                : ranks;
        return named.with(ofProgram(Map.<String, Object>of(), ParallelProgram::configuration));
    }

    /** Returns a property of the program, or {@code other} for a schedule. */
    private <T> T ofProgram(T other, Function<ParallelProgram, T> property) {
        ProgramSource source = source();
        if (source == null) {
            return other;
        }
        ParallelProgram program = source.take();
        try {
            return property.apply(program);
        } finally {
            source.giveBack(program);
        }
    }

    /** Returns whether the workload is a schedule of dependency graphs instead of a program. */
    public boolean isSchedule() {
        return content instanceof ScheduleSource;
    }

    /**
     * Returns the schedule of dependency graphs on a platform; empty for a program.
     *
     * @param placement placement of the ranks; null for the platform's rule
     */
    public Optional<Schedule> schedule(Platform platform, @Nullable Placement placement) {
        return content instanceof ScheduleSource schedule
                ? Optional.of(schedule.on(platform, null, placement))
                : Optional.empty();
    }

    /** Returns the algorithms of collective operations; empty if there is no choice. */
    public Optional<CollectiveSelector> collectives() {
        return Optional.ofNullable(content.selector());
    }

    /** Returns the number of ranks, >= 1. */
    public int ranks() {
        return content.ranks();
    }

    /**
     * Returns the times of the operations in the recorded run; empty if the workload is not {@link #stream}ed or the
     * trace has no times.
     */
    public Optional<RecordedTimes> recordedTimes() {
        ProgramSource source = source();
        return source != null && source.first() instanceof RecordedTimes times ? Optional.of(times) : Optional.empty();
    }

    /** Returns whether results may depend on the order in which messages arrive, see {@link TimingDependence}. */
    public boolean dependsOnTiming() {
        ProgramSource source = source();
        return source != null && (source.shared() == null || TimingDependence.of(source.shared()));
    }

    /**
     * Checks that this workload can be replayed on a platform.
     *
     * @param place source of the platform, for the message
     * @throws InputException if the platform's cost does not suit this workload, or the platform has too few cores
     */
    public void requireUsable(Platform platform, String place) {
        requireCost(platform, place);
        try {
            platform.placement().place(platform.cluster(), ranks());
        } catch (InputException e) {
            throw e.at(place + ": " + name);
        }
    }

    /**
     * Checks that a platform's cost suits this workload.
     *
     * @param place source of the cost, for the message
     */
    public void requireCost(Platform platform, String place) {
        if (!isSchedule() && platform.cost().name().equals(LogGops.NAME)) {
            throw InputException.at(
                    place,
                    "cost " + LogGops.NAME + " is for GOAL schedules, and "
                            + (format.isEmpty() ? name + " is none" : "the trace has the format " + format),
                    "Use loggps:latency=…,overhead=…,gap=…,gap-per-byte=…,eager-limit=…");
        }
    }

    Content content() {
        return content;
    }

    Jitter.Scaled jitter() {
        return jitter;
    }

    /**
     * Returns a new simulation on the platform of a job. It has not been run yet.
     *
     * @param platform platform returned by {@link Platforms#forJob}, possibly changed by a study; used unchanged
     */
    public Simulation on(Platform platform) {
        return Simulation.of(this, platform);
    }

    /**
     * Begins a use of this workload by replays on shared networks.
     *
     * @param seed seed of the kernels' noise
     */
    public Shared shared(long seed) {
        return new Shared(seed);
    }

    /** Use of a workload by replays on networks that they share with other replays or messages. For one thread. */
    public final class Shared implements AutoCloseable {
        private final @Nullable ProgramSource source = source();
        private final @Nullable ParallelProgram program = source == null ? null : source.take();
        private final long seed;

        private Shared(long seed) {
            this.seed = seed;
        }

        /**
         * Starts a replay at the present instant of the network's clock.
         *
         * @param placement node of each rank
         * @param observer of operations, messages and rates; null for none
         * @param whenDone consumer of the result
         * @return the running replay
         */
        public Replay start(
                SharedNetwork network,
                Placement placement,
                @Nullable Observer observer,
                Consumer<ReplayResult> whenDone) {
            Replay replay = builder(network.platform(), placement)
                    .on(network)
                    .placement(placement)
                    .observer(observer)
                    .whenDone(whenDone)
                    .build();
            replay.start();
            return replay;
        }

        private ReplayBuilder builder(Platform platform, Placement placement) {
            if (content instanceof OfPrograms programs && program != null) {
                return Replay.builder(
                        programs.messages(program, platform, null, placement, ExpansionListener.NONE, seed), platform);
            }
            ScheduleSource schedule = (ScheduleSource) content;
            return Replay.builder(schedule.on(platform, null, placement), platform)
                    .remarks(schedule.remarks(platform));
        }

        /** Ends the use. All replays must have ended. */
        @Override
        public void close() {
            if (source != null && program != null) {
                source.giveBack(program);
            }
        }
    }

    /** Closes the traces that are open. */
    @Override
    public void close() {
        ProgramSource source = source();
        if (source != null) {
            source.close();
        }
    }
}
