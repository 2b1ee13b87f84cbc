package org.tailback.cli.option;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.simulation.Workload;
import org.tailback.trace.GpuStreams;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.Traces;
import org.tailback.trace.Unmatched;

/** Argument for the trace of a command, and options for reading it. */
public final class TraceArguments extends Options {
    private final Given<Path> trace;
    private final Given<@Nullable String> inputFormat = text("--input-format", "NAME");
    private final Given<Unmatched> unmatched =
            choice(Unmatched.class, Unmatched.REFUSE, "--unmatched", "refuse|pair|drop");
    private final Given<LeftOut> leftOut = choice(LeftOut.class, LeftOut.KEEP, "--left-out", "keep|drop");
    private final Given<GpuStreams> gpuStreams =
            choice(GpuStreams.class, GpuStreams.RECORDED, "--gpu-streams", "recorded|one");

    /** The treatment of recorded time in file input and output. */
    enum LeftOut {
        KEEP,
        DROP
    }

    public TraceArguments() {
        this("TRACE");
    }

    /** @param label name of the trace's argument in the help */
    public TraceArguments(String label) {
        trace = argument(Path.class, null, "0", "", label);
    }

    /** Returns the file or folder, or the words of a generated program. */
    public Path path() {
        return trace.value();
    }

    public String name() {
        return Traces.label(trace.value());
    }

    /** Returns the name of the trace's format; null to recognise it. */
    public @Nullable String format() {
        return inputFormat.value();
    }

    /**
     * Performs a replay of the trace and returns its result; if the replay cannot finish, the error names an option
     * that may help.
     *
     * @throws UnfinishedProgramException if the replay cannot finish
     */
    public <T> T replaying(Supplier<T> replay) {
        try {
            return replay.get();
        } catch (UnfinishedProgramException e) {
            throw unmatched.value() == Unmatched.REFUSE
                    ? e.withHint("If the tracer lost records of the run, add --unmatched pair (or drop)")
                    : e;
        }
    }

    /** Returns the runs of the argument: the trace itself, or all runs of a file such as an HPL.dat. */
    public List<Path> runs() {
        return Traces.runsIn(Path.of(""), trace.value().toString());
    }

    /**
     * Opens one of the {@link #runs}, for several replays.
     *
     * @param options options for reading the trace, without the treatment of unmatched messages
     */
    public Workload open(Path run, CollectivesOption collectives, TraceOptions options) {
        return Workload.open(run, inputFormat.value(), collectives.selector(), on(options));
    }

    public TraceOptions on(TraceOptions options) {
        TraceOptions read = options.withUnmatched(unmatched.value()).withGpuStreams(gpuStreams.value());
        return leftOut.value() == LeftOut.DROP ? read.withoutFiles() : read;
    }
}
