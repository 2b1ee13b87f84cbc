package org.tailback.study.workload;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.collective.CollectiveExpansion;
import org.tailback.collective.CollectiveSelector;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.error.InputException;
import org.tailback.generator.ExplicitProgram;
import org.tailback.model.loggops.LogGops;
import org.tailback.observe.Observer;
import org.tailback.platform.Platform;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.replay.Replay;
import org.tailback.replay.ReplayResult;
import org.tailback.replay.ScheduleReplay;
import org.tailback.schedule.Schedule;
import org.tailback.trace.ScheduleReader;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceFormat;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.Traces;

/**
 * What a study replays many times: a trace, a schedule or a generated program. Immutable and thread-safe: it can be replayed
 * by several threads at once.
 *
 * <p>A trace of at most {@link #MOST_OPERATIONS_HELD} operations is read into memory once; a longer one is read anew in every
 * replay, which takes time but not memory.
 */
public final class Workload {
    /** Longest trace that is held in memory: some 40 bytes each. */
    public static final long MOST_OPERATIONS_HELD = 20_000_000;

    private final String name;
    private final Content content;

    private Workload(String name, Content content) {
        this.name = name;
        this.content = content;
    }

    private sealed interface Content {
        int ranks();
    }

    /** A program in memory; without a selector its collective operations are messages already. */
    private record Held(ParallelProgram program, @Nullable CollectiveSelector selector) implements Content {
        @Override
        public int ranks() {
            return program.ranks();
        }
    }

    private record ReadAnew(Path path, String format, TraceOptions options, CollectiveSelector selector, int ranks)
            implements Content {}

    private record OfGraphs(Schedule schedule) implements Content {
        @Override
        public int ranks() {
            return schedule.ranks();
        }
    }

    /** A program that says what reading it approximated. */
    private record Remembered(ParallelProgram program, List<String> approximations) implements ParallelProgram {
        @Override
        public int ranks() {
            return program.ranks();
        }

        @Override
        public Program open(int rank) {
            return program.open(rank);
        }
    }

    /**
     * Opens a trace or schedule.
     *
     * @param format its format, or null to recognise it
     * @param collectives which algorithms stand for collective operations, see {@link CollectiveSelectors#parse}
     * @param options how to read it
     * @throws InputException if it cannot be used
     */
    public static Workload open(Path path, @Nullable String format, String collectives, TraceOptions options) {
        return open(path, format, collectives, options, MOST_OPERATIONS_HELD);
    }

    static Workload open(
            Path path, @Nullable String format, String collectives, TraceOptions options, long mostOperations) {
        CollectiveSelector selector = selector(collectives);
        TraceFormat found = Traces.formatOf(path, format);
        String name = String.valueOf(path.getFileName());
        if (found instanceof ScheduleReader reader) {
            return new Workload(name, new OfGraphs(reader.open(path)));
        }
        try (Trace trace = Traces.open(path, found.name(), options)) {
            Optional<ExplicitProgram> copy = ExplicitProgram.copyOf(trace, mostOperations);
            return new Workload(
                    name,
                    copy.isPresent()
                            ? new Held(new Remembered(copy.get(), trace.approximations()), selector)
                            : new ReadAnew(path, found.name(), options, selector, trace.ranks()));
        }
    }

    /**
     * A generated program.
     *
     * @param program can be opened by several threads at once
     */
    public static Workload of(String name, ParallelProgram program) {
        return new Workload(name, new Held(program, selector("basic")));
    }

    /**
     * A program whose collective operations are messages already, such as a {@link org.tailback.collective.CollectiveProgram}.
     *
     * @param program can be opened by several threads at once
     */
    public static Workload ofMessages(String name, ParallelProgram program) {
        return new Workload(name, new Held(program, null));
    }

    /** A schedule. */
    public static Workload of(String name, Schedule schedule) {
        return new Workload(name, new OfGraphs(schedule));
    }

    private static CollectiveSelector selector(String text) {
        try {
            return CollectiveSelectors.parse(text);
        } catch (InputException e) {
            throw new InputException("collectives " + e.getMessage(), e);
        }
    }

    /** What it is called: the last name of a trace's path. */
    public String name() {
        return name;
    }

    /** Number of ranks, >= 1. */
    public int ranks() {
        return content.ranks();
    }

    /** True if results may depend on which of several messages is there first: see {@link TimingDependence}. */
    public boolean dependsOnTiming() {
        return content instanceof Held held ? TimingDependence.of(held.program()) : !(content instanceof OfGraphs);
    }

    /**
     * Checks that this can be replayed on a platform at all.
     *
     * @param place what chose the platform, for the message
     * @throws InputException if the platform's cost is not for this, or it has too few cores
     */
    public void requireUsable(Platform platform, String place) {
        if (!(content instanceof OfGraphs) && platform.cost().name().equals(LogGops.NAME)) {
            throw InputException.at(
                    place,
                    "cost " + LogGops.NAME + " is for GOAL schedules, and " + name + " is none",
                    "Use loggps:latency=…,overhead=…,gap=…,gap-per-byte=…,eager-limit=…");
        }
        try {
            platform.placement().place(platform.cluster(), ranks());
        } catch (InputException e) {
            throw new InputException(place + ": " + name + ": " + e.getMessage(), e);
        }
    }

    /** Replays on a platform, placed by its rule. */
    public ReplayResult replay(Platform platform, long seed) {
        return replay(platform, platform.placement().place(platform.cluster(), ranks()), seed, null);
    }

    /**
     * Replays, with what each pair of ranks lost.
     *
     * @param placement where the ranks run
     * @param seed of everything random
     * @param observer is told of what happens, or null
     * @throws org.tailback.error.UnfinishedProgramException if the program cannot finish
     */
    public ReplayResult replay(Platform platform, Placement placement, long seed, @Nullable Observer observer) {
        if (content instanceof OfGraphs graphs) {
            ScheduleReplay.Builder builder = ScheduleReplay.builder(graphs.schedule(), platform)
                    .placement(placement)
                    .seed(seed)
                    .pairStatistics();
            return (observer == null ? builder : builder.observer(observer))
                    .build()
                    .run();
        }
        if (content instanceof Held held) {
            CollectiveSelector selector = held.selector();
            ParallelProgram program =
                    selector == null ? held.program() : CollectiveExpansion.of(held.program(), selector);
            return replay(program, platform, placement, seed, observer);
        }
        ReadAnew anew = (ReadAnew) content;
        try (Trace trace = Traces.open(anew.path(), anew.format(), anew.options())) {
            return replay(CollectiveExpansion.of(trace, anew.selector()), platform, placement, seed, observer);
        }
    }

    private static ReplayResult replay(
            ParallelProgram program, Platform platform, Placement placement, long seed, @Nullable Observer observer) {
        Replay.Builder builder = Replay.builder(program, platform)
                .placement(placement)
                .seed(seed)
                .pairStatistics();
        return (observer == null ? builder : builder.observer(observer)).build().run();
    }
}
