package org.tailback.trace.generated;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.platform.Platform;
import org.tailback.platform.PlatformProgram;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceContent;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceReader;
import org.tailback.trace.TraceSample;

/**
 * Generated programs in the place of traces; the path is the text that names them, such as {@code
 * ring:ranks=4096,bytes=100kB,iterations=100}. Nothing is held in memory for its operations, however many there are.
 */
public final class GeneratedProgramReader extends TraceReader {
    public static final String NAME = "generated";

    public GeneratedProgramReader() {
        super(
                NAME,
                "generated program, NAME:key=value,…; NAME is one of " + String.join(", ", ProgramPattern.NAMES),
                TraceContent.MESSAGES,
                TraceContent.COLLECTIVES,
                TraceContent.COMPUTE_SECONDS);
    }

    @Override
    public boolean recognises(TraceSample sample) {
        return false;
    }

    @Override
    public boolean isNamedBy(String text) {
        return PatternNames.isAmong(ProgramPattern.NAMES, text);
    }

    @Override
    public List<String> runs(Path folder, String text) {
        return HplPattern.namesFile(text) ? HplDat.runs(folder.resolve(HplPattern.file(text))) : List.of(text);
    }

    @Override
    public Trace open(Path path, TraceOptions options) {
        return new Generated(ProgramPattern.of(PatternNames.required(ProgramPattern.NAMES, path)));
    }

    private record Generated(ParallelProgram program) implements Trace, PlatformProgram {
        @Override
        public ParallelProgram on(Platform platform, @Nullable Placement placement, long seed) {
            return program instanceof PlatformProgram bound ? bound.on(platform, placement, seed) : program;
        }

        @Override
        public int ranks() {
            return program.ranks();
        }

        @Override
        public Program open(int rank) {
            return program.open(rank);
        }

        @Override
        public boolean callsKernels() {
            return program.callsKernels();
        }

        @Override
        public boolean dependsOnProbes() {
            return program.dependsOnProbes();
        }

        @Override
        public String format() {
            return NAME;
        }
    }
}
