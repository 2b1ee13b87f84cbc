package org.tailback.trace.nativeformat;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tailback.error.InputException;
import org.tailback.program.Program;
import org.tailback.trace.RecordedTimes;
import org.tailback.trace.Trace;

/** An opened native trace. Programs of different ranks may be read by different threads. */
class NativeTrace implements Trace {
    private static final Logger LOG = LoggerFactory.getLogger(NativeTrace.class);

    private final String format;
    private final Content content;

    /** The content of a trace in one of the forms. Safe for use by several threads. */
    interface Content extends AutoCloseable {
        NativeHead head();

        List<String> notes();

        /** Returns the name of the file in messages. */
        String place();

        /** Opens the program of a rank that exists. */
        Program open(int rank);

        /** Opens the times of a rank that exists, in a trace with times. */
        RecordedTimes.Cursor times(int rank);

        @Override
        default void close() {}
    }

    private NativeTrace(String format, Content content) {
        this.format = format;
        this.content = content;
        LOG.info(
                "{}: {} ranks, {} communicators, {} s recorded, {} recorded times",
                content.place(),
                ranks(),
                communicators(),
                span(),
                content.head().timed() ? "with" : "without");
    }

    /** It may; what it does is known when it has been read. */
    @Override
    public boolean callsKernels() {
        return true;
    }

    static NativeTrace of(String format, Content content) {
        return content.head().timed() ? new Timed(format, content) : new NativeTrace(format, content);
    }

    /** A trace with recorded times. */
    private static final class Timed extends NativeTrace implements RecordedTimes {
        private final Content timed;

        Timed(String format, Content content) {
            super(format, content);
            timed = content;
        }

        @Override
        public Cursor recordedTimes(int rank) {
            checkRank(rank);
            return timed.times(rank);
        }

        @Override
        public double ticksPerSecond() {
            return timed.head().ticksPerSecond();
        }
    }

    final void checkRank(int rank) {
        if (rank < 0 || rank >= ranks()) {
            throw new InputException(
                    "There is no rank " + rank + " in " + content.place() + ", which has " + ranks() + " ranks");
        }
    }

    @Override
    public final String format() {
        return format;
    }

    @Override
    public final int ranks() {
        return content.head().ranks();
    }

    @Override
    public final double span() {
        return content.head().span();
    }

    @Override
    public final int communicators() {
        return content.head().communicators();
    }

    /** Returns false where notes say that the program was derived from a recording. */
    @Override
    public final boolean hasExactSizes() {
        return content.notes().isEmpty();
    }

    @Override
    public final List<String> approximations() {
        return content.notes();
    }

    @Override
    public final Program open(int rank) {
        checkRank(rank);
        return content.open(rank);
    }

    @Override
    public final void close() {
        content.close();
    }
}
