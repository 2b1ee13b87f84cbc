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

    final NativeTextFile file;
    private final NativeHead head;

    private NativeTrace(NativeTextFile file) {
        this.file = file;
        this.head = file.head;
        LOG.info(
                "{}: {} ranks, {} communicators, {} s recorded, {} recorded times",
                file.path,
                ranks(),
                communicators(),
                span(),
                head.timed() ? "with" : "without");
    }

    static NativeTrace of(NativeTextFile file) {
        return file.head.timed() ? new Timed(file) : new NativeTrace(file);
    }

    private static final class Timed extends NativeTrace implements RecordedTimes {
        Timed(NativeTextFile file) {
            super(file);
        }

        @Override
        public Cursor recordedTimes(int rank) {
            checkRank(rank);
            return new NativeTextTimes(file.lines(rank));
        }

        @Override
        public double ticksPerSecond() {
            return file.head.ticksPerSecond();
        }
    }

    /** Returns true, because a trace may call kernels, which is known only after the trace has been read. */
    @Override
    public boolean callsKernels() {
        return true;
    }

    final void checkRank(int rank) {
        if (rank < 0 || rank >= ranks()) {
            throw new InputException(
                    "There is no rank " + rank + " in " + file.path + ", which has " + ranks() + " ranks");
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

    /** Returns whether sizes are exact: false if notes state that the program was derived from a recording. */
    @Override
    public final boolean hasExactSizes() {
        return file.notes.isEmpty();
    }

    @Override
    public final List<String> approximations() {
        return file.notes;
    }

    @Override
    public final Program open(int rank) {
        checkRank(rank);
        return new NativeTextProgram(head.ranks(), head.timed(), 0, () -> file.lines(rank));
    }

    @Override
    public final void close() {
        file.close();
    }
}
