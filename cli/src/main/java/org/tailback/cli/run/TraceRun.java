package org.tailback.cli.run;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.console.Console;
import org.tailback.cli.console.Progress;
import org.tailback.collective.CollectiveExpansion;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.program.ParallelProgram;
import org.tailback.replay.Replay;
import org.tailback.replay.ReplayResult;
import org.tailback.trace.Trace;
import org.tailback.trace.Traces;
import org.tailback.units.Readable;

/** An opened trace on a chosen platform, with its collectives expanded; it can be replayed any number of times. */
public final class TraceRun implements AutoCloseable {
    private final Trace trace;
    private final ParallelProgram program;
    private final PlatformChoice platforms;
    private final Console console;

    private TraceRun(Trace trace, PlatformChoice platforms, Console console) {
        this.trace = trace;
        this.program = CollectiveExpansion.of(trace);
        this.platforms = platforms;
        this.console = console;
    }

    /**
     * Opens a trace.
     *
     * @param format its format, or null to recognise it
     * @param overrides the compute speed is taken from here or from the platform
     * @throws org.tailback.error.InputException if trace or platform cannot be used
     */
    public static TraceRun open(
            Path path, @Nullable String format, PlatformChoice platforms, Overrides overrides, Console console) {
        Trace trace = Traces.open(path, format, platforms.traceOptions(overrides));
        return new TraceRun(trace, platforms, console);
    }

    /** The trace itself. */
    public Trace trace() {
        return trace;
    }

    /** The platform under these overrides. */
    public Platform platform(Overrides overrides) {
        return platforms.onRanks(trace.ranks(), overrides);
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
        return replay(program, platform, seed, console, "replaying");
    }

    /** Replays any program; tells how far it is if that takes long. */
    public static ReplayResult replay(
            ParallelProgram program, Platform platform, long seed, Console console, String what) {
        Replay replay = Replay.builder(program, platform).seed(seed).build();
        return Progress.during(
                console, () -> what + ": " + Readable.seconds(replay.progressSeconds()) + " simulated", replay::run);
    }

    @Override
    public void close() {
        trace.close();
    }
}
