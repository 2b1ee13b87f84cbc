package org.tailback.trace.nativeformat;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tailback.error.InputException;
import org.tailback.program.Program;
import org.tailback.trace.RecordedTimes;
import org.tailback.trace.Trace;
import org.tailback.trace.io.LineReader;

/** An opened native trace. Programs of different ranks may be read by different threads. */
class NativeTrace implements Trace {
    private static final Logger LOG = LoggerFactory.getLogger(NativeTrace.class);

    final Source source;
    private final NativeHead head;

    /** The ranks of a trace as lines of files. Safe for use by several threads. */
    interface Source extends AutoCloseable {
        NativeHead head();

        List<String> notes();

        /** The name of a rank's file in messages. */
        String file(int rank);

        /** The number of the first line that {@link #lines} reads, in that file. */
        long firstLine(int rank);

        LineReader lines(int rank);

        @Override
        default void close() {}
    }

    private NativeTrace(Source source) {
        this.source = source;
        this.head = source.head();
        LOG.info(
                "{}: {} ranks, {} communicators, {} s recorded, {} recorded times",
                source.file(0),
                ranks(),
                communicators(),
                span(),
                head.timed() ? "with" : "without");
    }

    static NativeTrace of(Source source) {
        return source.head().timed() ? new Timed(source) : new NativeTrace(source);
    }

    private static final class Timed extends NativeTrace implements RecordedTimes {
        Timed(Source source) {
            super(source);
        }

        @Override
        public Cursor recordedTimes(int rank) {
            checkRank(rank);
            return new NativeTextTimes(source.lines(rank), source.file(rank), source.firstLine(rank));
        }

        @Override
        public double ticksPerSecond() {
            return source.head().ticksPerSecond();
        }
    }

    /** True: it may call some; what it does is known when it has been read. */
    @Override
    public boolean callsKernels() {
        return true;
    }

    final void checkRank(int rank) {
        if (rank < 0 || rank >= ranks()) {
            throw new InputException(
                    "There is no rank " + rank + " in " + source.file(0) + ", which has " + ranks() + " ranks");
        }
    }

    @Override
    public final String format() {
        return NativeTextReader.NAME;
    }

    @Override
    public final int ranks() {
        return head.ranks();
    }

    @Override
    public final double span() {
        return head.span();
    }

    @Override
    public final int communicators() {
        return head.communicators();
    }

    /** False where notes say that the program was derived from a recording. */
    @Override
    public final boolean hasExactSizes() {
        return source.notes().isEmpty();
    }

    @Override
    public final List<String> approximations() {
        return source.notes();
    }

    @Override
    public final Program open(int rank) {
        checkRank(rank);
        return new NativeTextProgram(
                source.file(rank), source.firstLine(rank), head.ranks(), head.timed(), 0, () -> source.lines(rank));
    }

    @Override
    public final void close() {
        source.close();
    }
}
