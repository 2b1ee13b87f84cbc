package org.tailback.trace.nativeformat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceContent;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceReader;
import org.tailback.trace.TraceSample;

/**
 * Reader of the library's own text format: one file with all ranks, optionally compressed with gzip. Memory: a buffer
 * of 1 to 16 KiB per open rank, and the memory of {@link NativeTextFile}. No file stays open.
 */
public final class NativeTextReader extends TraceReader {
    public static final String NAME = "tailback";

    static final String FIRST_WORD = "tailback-trace";

    public NativeTextReader() {
        super(
                NAME,
                "Tailback's native text, with all data that a replay can use: a file (or .gz)",
                TraceContent.MESSAGES,
                TraceContent.COLLECTIVES,
                TraceContent.COMPUTE_SECONDS,
                TraceContent.TIMES,
                TraceContent.COMMUNICATORS);
    }

    @Override
    public boolean recognises(TraceSample sample) {
        return sample.firstLine()
                .filter(line -> line.equals(FIRST_WORD) || line.startsWith(FIRST_WORD + " "))
                .isPresent();
    }

    @Override
    public Optional<List<Path>> files(Path path) {
        return Optional.of(List.of(path));
    }

    @Override
    public Trace open(Path path, TraceOptions options) {
        return NativeTrace.of(NativeTextFile.open(path));
    }
}
