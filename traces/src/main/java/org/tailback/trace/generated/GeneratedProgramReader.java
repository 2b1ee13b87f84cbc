package org.tailback.trace.generated;

import java.nio.file.Path;
import java.util.List;
import org.tailback.generator.Programs;
import org.tailback.trace.ProgramTrace;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceContent;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceReader;
import org.tailback.trace.TraceSample;

/**
 * Reader of generated programs, which are used as traces. The path is a text with name and settings, such as {@code
 * ring:ranks=4096,bytes=100kB,iterations=100}. Operations are not held in memory.
 */
public final class GeneratedProgramReader extends TraceReader {
    public static final String NAME = "generated";

    public GeneratedProgramReader() {
        super(
                NAME,
                "generated program, NAME:key=value,…; NAME is one of " + String.join(", ", Programs.names()),
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
        return Programs.isName(text);
    }

    @Override
    public List<String> runs(Path folder, String text) {
        return Programs.runs(folder, text);
    }

    @Override
    public Trace open(Path path, TraceOptions options) {
        return new ProgramTrace(NAME, Programs.of(path.toString()));
    }
}
