package org.tailback.cli.option;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.simulation.Workload;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.Traces;

/** The trace that a command reads. */
public final class TraceArguments extends Options {
    private final Given<Path> trace = argument(Path.class, null, "0", "", "TRACE");

    private final Given<@Nullable String> inputFormat = text("--input-format", "NAME");

    private final UnmatchedOption unmatched = with(new UnmatchedOption());
    private final GpuStreamsOption gpuStreams = with(new GpuStreamsOption());

    /** Returns the file or folder, or the words of a generated program. */
    public Path path() {
        return trace.value();
    }

    public String name() {
        return Traces.label(trace.value());
    }

    /** Returns the name of its format; null if it is to be recognised. */
    public @Nullable String format() {
        return inputFormat.value();
    }

    /**
     * Replays the trace; if it cannot finish, the error names an option that may help.
     *
     * @throws UnfinishedProgramException as the replay does
     */
    public <T> T replaying(Supplier<T> replay) {
        try {
            return replay.get();
        } catch (UnfinishedProgramException e) {
            throw unmatched.hinted(e);
        }
    }

    /** Returns the runs of the argument: the trace itself, or all of a file such as an HPL.dat. */
    public List<Path> runs() {
        return Traces.runsIn(Path.of(""), trace.value().toString());
    }

    /**
     * Opens one of the {@link #runs} to replay it often.
     *
     * @param options how to read it, without the treatment of unmatched messages
     */
    public Workload open(Path run, CollectivesOption collectives, TraceOptions options) {
        return Workload.open(run, inputFormat.value(), collectives.selector(), on(options));
    }

    public TraceOptions on(TraceOptions options) {
        return gpuStreams.on(unmatched.on(options));
    }
}
