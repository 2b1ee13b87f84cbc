package org.tailback.trace.nativeformat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.tailback.error.InputException;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceContent;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceReader;
import org.tailback.trace.TraceSample;

/**
 * Reads the library's own text format: one file with all ranks, which may be compressed with gzip. Memory: a buffer of
 * 1 to 16 KiB per open rank, and that of {@link NativeTextFile}. No file stays open.
 */
public final class NativeTextReader extends TraceReader {
    public static final String NAME = "tailback";

    static final String FIRST_WORD = "tailback-trace";

    /** The file with the head in a folder with a file per rank, as Tailback 0.3 wrote it. */
    private static final String RETIRED_HEAD = "head.tailback";

    public NativeTextReader() {
        super(
                NAME,
                "this library's own text, which holds all that a replay can use: a file (or .gz)",
                TraceContent.MESSAGES,
                TraceContent.COLLECTIVES,
                TraceContent.COMPUTE_SECONDS,
                TraceContent.TIMES,
                TraceContent.COMMUNICATORS);
    }

    @Override
    public boolean recognises(TraceSample sample) {
        return sample.isFolder()
                ? sample.names().contains(RETIRED_HEAD)
                        || String.valueOf(sample.path().getFileName()).endsWith(".tailback.d")
                : sample.firstLine()
                        .filter(line -> line.equals(FIRST_WORD) || line.startsWith(FIRST_WORD + " "))
                        .isPresent();
    }

    @Override
    public Optional<List<Path>> files(Path path) {
        return Optional.of(List.of(path));
    }

    @Override
    public Trace open(Path path, TraceOptions options) {
        if (TraceSample.of(path).isFolder()) {
            throw new InputException(path
                    + ": found native text as a folder with a file per rank, which is no longer"
                    + " read. Tailback 0.3 converts it: tailback convert OLD.tailback.d NEW.tailback.gz. Or join its files"
                    + " into one, the ranks in their order: { cat " + RETIRED_HEAD + "; tail -qn +2 rank-0.tailback"
                    + " rank-1.tailback …; } > OUT.tailback, with the lines 'note' of " + RETIRED_HEAD + " at the end");
        }
        return NativeTrace.of(NativeTextFile.open(path));
    }
}
