package org.tailback.cli.run;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.console.Console;
import org.tailback.cli.console.Progress;
import org.tailback.collective.CollectiveExpansion;
import org.tailback.collective.CollectiveSelector;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.collective.ExpansionListener;
import org.tailback.error.InputException;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.model.loggops.LogGops;
import org.tailback.observe.Observer;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.program.ParallelProgram;
import org.tailback.replay.Replay;
import org.tailback.replay.ReplayResult;
import org.tailback.replay.ScheduleReplay;
import org.tailback.schedule.Schedule;
import org.tailback.study.jitter.Jitter;
import org.tailback.study.jitter.JitterDraws;
import org.tailback.trace.RecordedTimes;
import org.tailback.trace.ScheduleReader;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceContent;
import org.tailback.trace.TraceFormat;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.Traces;
import org.tailback.units.Readable;

/**
 * An opened trace on a chosen platform, a program with its collectives expanded or a schedule; it can be replayed any number
 * of times.
 */
public final class TraceRun implements AutoCloseable {
    private static final Jitter.Scaled NOT_DISTURBED = Jitter.NONE.scaledBy(0);

    private final Content content;
    private final PlatformChoice platforms;
    private final Console console;
    private final Jitter.Scaled jitter;
    private final boolean tellsProgress;

    private TraceRun(
            Content content, PlatformChoice platforms, Console console, Jitter.Scaled jitter, boolean tellsProgress) {
        this.content = content;
        this.platforms = platforms;
        this.console = console;
        this.jitter = jitter;
        this.tellsProgress = tellsProgress;
    }

    /** What is replayed. */
    private sealed interface Content {
        int ranks();

        String format();

        void close();
    }

    /** @param anew opens the same trace once more */
    private record OfPrograms(Trace trace, @Nullable CollectiveSelector selector, Supplier<Trace> anew)
            implements Content {
        /** Without a selector there are no collective operations, and what each rank would need for them is spared. */
        ParallelProgram program(ExpansionListener listener) {
            return selector == null ? trace : CollectiveExpansion.of(trace, selector, listener);
        }

        @Override
        public int ranks() {
            return trace.ranks();
        }

        @Override
        public String format() {
            return trace.format();
        }

        @Override
        public void close() {
            trace.close();
        }
    }

    private record OfGraphs(Schedule schedule, String format) implements Content {
        @Override
        public int ranks() {
            return schedule.ranks();
        }

        @Override
        public void close() {
            // nothing is held open
        }
    }

    /**
     * Opens a trace.
     *
     * @param format its format, or null to recognise it
     * @param collectives which algorithms stand for collective operations, see {@link CollectiveSelectors#parse}
     * @param overrides the compute speed is taken from here or from the platform
     * @throws InputException if trace or platform cannot be used
     */
    public static TraceRun open(
            Path path,
            @Nullable String format,
            String collectives,
            PlatformChoice platforms,
            Overrides overrides,
            Console console) {
        return open(path, format, collectives, platforms, platforms.traceOptions(overrides), console);
    }

    /** As the other, with these options for reading the trace. */
    public static TraceRun open(
            Path path,
            @Nullable String format,
            String collectives,
            PlatformChoice platforms,
            TraceOptions options,
            Console console) {
        CollectiveSelector selector = selector(collectives);
        TraceFormat found = Traces.formatOf(path, format);
        if (found instanceof ScheduleReader reader) {
            return new TraceRun(
                    new OfGraphs(reader.open(path), reader.name()), platforms, console, NOT_DISTURBED, true);
        }
        boolean hasCollectives = found.carries().contains(TraceContent.COLLECTIVES);
        Supplier<Trace> anew = () -> Traces.open(path, found.name(), options);
        return new TraceRun(
                new OfPrograms(anew.get(), hasCollectives ? selector : null, anew),
                platforms,
                console,
                NOT_DISTURBED,
                true);
    }

    /**
     * The same, disturbed in the same way, for another thread: one and the same trace must not be replayed by two at once. To be closed by
     * whoever asks for it. Its replays do not tell how far they are.
     */
    public TraceRun again() {
        Content opened = content instanceof OfPrograms programs
                ? new OfPrograms(programs.anew().get(), programs.selector(), programs.anew())
                : content;
        return new TraceRun(opened, platforms, console, jitter, false);
    }

    /**
     * Who chooses the algorithms, from the text of {@code --collectives}.
     *
     * @throws InputException if it says nothing known
     */
    public static CollectiveSelector selector(String text) {
        try {
            return CollectiveSelectors.parse(text);
        } catch (InputException e) {
            throw new InputException("--collectives " + e.getMessage(), e);
        }
    }

    /** When the operations happened in the recorded run; empty if the trace does not tell. */
    public Optional<RecordedTimes> recordedTimes() {
        return content instanceof OfPrograms programs && programs.trace() instanceof RecordedTimes times
                ? Optional.of(times)
                : Optional.empty();
    }

    /** How many ranks the trace has. */
    public int ranks() {
        return content.ranks();
    }

    /**
     * The same trace, disturbed in every replay by the draws of its seed.
     *
     * @throws InputException if it is a schedule
     */
    public TraceRun disturbedBy(Jitter.Scaled by) {
        if (content instanceof OfGraphs && !by.isNone()) {
            throw new InputException(
                    "--jitter: a schedule cannot be disturbed. Convert it from a trace, and replay the trace");
        }
        return new TraceRun(content, platforms, console, by, tellsProgress);
    }

    /** The format of the trace. */
    public String format() {
        return content.format();
    }

    /**
     * The platform under these overrides.
     *
     * @throws InputException if its cost is not for such traces
     */
    public Platform platform(Overrides overrides) {
        Platform platform = platforms.onRanks(content.ranks(), overrides);
        if (content instanceof OfPrograms && platform.cost().name().equals(LogGops.NAME)) {
            throw InputException.at(
                    overrides.cost() == null ? platforms.name() : "--cost " + overrides.cost(),
                    "cost " + LogGops.NAME + " is for GOAL schedules, and this is a trace of format " + format(),
                    "Use loggps:latency=…,overhead=…,gap=…,gap-per-byte=…,eager-limit=…");
        }
        return platform;
    }

    /**
     * Replays the trace; tells how far it is if that takes long.
     *
     * @param overrides what differs from the platform file, and the seed
     */
    public ReplayResult replay(Overrides overrides) {
        return replay(platform(overrides), overrides.seed());
    }

    /** Replays the trace on a platform of {@link #platform}. */
    public ReplayResult replay(Platform platform, long seed) {
        return replay(platform, seed, null, ExpansionListener.NONE);
    }

    /**
     * Replays the trace with somebody watching.
     *
     * @param observer null for nobody
     * @param listener told how collectives are expanded, if there are any
     */
    public ReplayResult replay(Platform platform, long seed, @Nullable Observer observer, ExpansionListener listener) {
        if (content instanceof OfGraphs graphs) {
            ScheduleReplay.Builder builder = ScheduleReplay.builder(graphs.schedule(), platform)
                    .seed(seed)
                    .pairStatistics();
            ScheduleReplay replay = (observer == null ? builder : builder.observer(observer)).build();
            return tellsProgress
                    ? Progress.during(
                            console,
                            () -> "replaying: " + Readable.seconds(replay.progressSeconds()) + " simulated",
                            replay::run)
                    : replay.run();
        }
        OfPrograms programs = (OfPrograms) content;
        ParallelProgram program = programs.program(listener);
        Replay.Builder builder;
        if (jitter.isNone()) {
            builder = Replay.builder(program, platform);
        } else {
            JitterDraws draws = new JitterDraws(jitter, seed, program.ranks());
            builder = Replay.builder(draws.disturbed(program), platform).disturbance(draws);
        }
        builder.seed(seed).pairStatistics();
        Replay replay = (observer == null ? builder : builder.observer(observer)).build();
        try {
            return tellsProgress ? run(replay, console, "replaying") : replay.run();
        } catch (UnfinishedProgramException e) {
            // what the tracer lost may be the reason
            programs.trace().approximations().forEach(console::warning);
            throw e;
        }
    }

    /** Replays any program; tells how far it is if that takes long. */
    public static ReplayResult replay(
            ParallelProgram program, Platform platform, long seed, Console console, String what) {
        return run(Replay.builder(program, platform).seed(seed).build(), console, what);
    }

    private static ReplayResult run(Replay replay, Console console, String what) {
        return Progress.during(
                console, () -> what + ": " + Readable.seconds(replay.progressSeconds()) + " simulated", replay::run);
    }

    @Override
    public void close() {
        content.close();
    }
}
