package org.tailback.trace.clog2;

import org.tailback.trace.RefusedFormat;
import org.tailback.trace.TraceSample;

/**
 * A format that recognises SLOG-2 files, Jumpshot's drawings of CLOG-2 files, to suggest an alternative. They contain
 * rectangles and arrows in a tree of frames, partly as previews only. Communicators and the order of calls are missing.
 */
public final class Slog2Refusal extends RefusedFormat {
    /** Beginning of the file's version as written by Java's writeUTF: after a length of two bytes, this text. */
    private static final String SIGNATURE = "SLOG 2.";

    public Slog2Refusal() {
        super(
                "slog2",
                "SLOG-2 of Jumpshot (.slog2): not supported, as it is made for drawing; use the CLOG-2 file that it was"
                        + " made of",
                "found a SLOG-2 file, which is made for drawing and lacks data that a replay needs. "
                        + "Use the CLOG-2 file (.clog2) from which it was made; MPE writes it when the program ends, "
                        + "and clog2TOslog2 keeps it. If it is lost, record the program again");
    }

    @Override
    public boolean recognises(TraceSample sample) {
        return sample.leadingText().startsWith(SIGNATURE, 2);
    }
}
