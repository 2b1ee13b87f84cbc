package org.tailback.trace.clog2;

import com.google.common.collect.ImmutableSet;
import java.nio.file.Path;
import java.util.Set;
import org.tailback.error.InputException;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceContent;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceReader;
import org.tailback.trace.TraceSample;

/**
 * Recognises SLOG-2 files, Jumpshot's drawings of CLOG-2 files, to say what to do instead: they hold rectangles and arrows in
 * a tree of frames, some of them drawn as previews only, without communicators and the order of calls.
 */
public final class Slog2Refusal implements TraceReader {
    /** Its version as Java's writeUTF writes it: a length of two bytes, then the text. */
    private static final String SIGNATURE = "SLOG 2.";

    @Override
    public String name() {
        return "slog2";
    }

    @Override
    public String summary() {
        return "SLOG-2 of Jumpshot (.slog2): not supported, as it is made for drawing; use the CLOG-2 file that it was made of";
    }

    @Override
    public boolean isRead() {
        return false;
    }

    @Override
    public Set<TraceContent> carries() {
        return ImmutableSet.of();
    }

    @Override
    public boolean recognises(TraceSample sample) {
        return sample.leadingText().startsWith(SIGNATURE, 2);
    }

    @Override
    public Trace open(Path path, TraceOptions options) {
        throw new InputException(
                path + ": found a SLOG-2 file, which is made for drawing and lacks what a replay needs. "
                        + "Use the CLOG-2 file (.clog2) that it was made of; MPE writes one when the program ends, and "
                        + "clog2TOslog2 keeps it. If it is lost, record the program again");
    }
}
