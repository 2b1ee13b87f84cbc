package org.tailback.cli.replay;

import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.error.InputException;
import org.tailback.explain.ChainSearch;
import org.tailback.explain.CriticalChain;
import org.tailback.explain.Segment;
import org.tailback.platform.Platform;
import org.tailback.table.ResultFile;
import picocli.CommandLine.Option;

/** The options that ask why a replay takes as long as it does. */
final class WhyOptions {
    @Option(
            names = "--why",
            description = "the chain of computations and messages that determines the time, and its culprits")
    private boolean why;

    @Option(
            names = "--why-csv",
            paramLabel = "FILE.csv",
            description = "write all segments of that chain, the latest first (means --why)")
    private @Nullable Path file;

    /** Returns whether to explain at all. */
    boolean areAsked() {
        return why || file != null;
    }

    /** Checks what can be checked before the replay. */
    void check() {
        ResultFile.requireEnding(file, "the chain", ".csv");
    }

    /** Returns the chain of a run, which is replayed for it, or null if not asked for. */
    @Nullable
    CriticalChain chain(TraceOnPlatform run, Platform platform, long seed) {
        if (!areAsked()) {
            return null;
        }
        return file == null
                ? chain(run, platform, seed, segment -> {})
                : WhyOutput.writing(file, segments -> chain(run, platform, seed, segments));
    }

    private static CriticalChain chain(TraceOnPlatform run, Platform platform, long seed, Consumer<Segment> segments) {
        Placement placement =
                platform.placement().place(platform.cluster(), run.workload().ranks());
        return ChainSearch.of(placement)
                .segments(segments)
                .find(observer -> run.run(
                        run.on(platform, seed).placement(placement).observer(observer)));
    }

    /** Returns the error of a trace without programs. */
    static InputException noPrograms(Path trace, String format) {
        return InputException.at(
                "--why " + trace,
                "is a schedule of dependency graphs (format " + format + "), whose chain is not known",
                "Replay the trace that it was made from");
    }
}
