package org.tailback.trace.nativeformat;

import java.util.List;
import org.tailback.error.InputException;
import org.tailback.program.Program;
import org.tailback.trace.RecordedTimes;
import org.tailback.trace.Trace;

/** An opened native text. Programs of different ranks may be read by different threads. */
class NativeTextTrace implements Trace {
    private final NativeTextSource source;

    NativeTextTrace(NativeTextSource source) {
        this.source = source;
    }

    static NativeTextTrace of(NativeTextSource source) {
        return source.head().timed() ? new Timed(source) : new NativeTextTrace(source);
    }

    /** One with recorded times. */
    static final class Timed extends NativeTextTrace implements RecordedTimes {
        Timed(NativeTextSource source) {
            super(source);
        }

        @Override
        public Cursor recordedTimes(int rank) {
            NativeTextSource lines = source();
            return new NativeTextTimes(lines.open(checked(rank)), lines.file(rank), lines.firstLine(rank));
        }

        @Override
        public double ticksPerSecond() {
            return source().head().ticksPerSecond();
        }
    }

    final NativeTextSource source() {
        return source;
    }

    final int checked(int rank) {
        if (rank < 0 || rank >= ranks()) {
            throw new InputException(
                    "There is no rank " + rank + " in " + source.file(0) + ", which has " + ranks() + " ranks");
        }
        return rank;
    }

    @Override
    public String format() {
        return NativeTextReader.NAME;
    }

    @Override
    public int ranks() {
        return source.head().ranks();
    }

    @Override
    public double span() {
        return source.head().span();
    }

    @Override
    public int communicators() {
        return source.head().communicators();
    }

    /** False where notes tell that the program was derived from a recording. */
    @Override
    public boolean hasExactSizes() {
        return source.notes().isEmpty();
    }

    @Override
    public List<String> approximations() {
        return source.notes();
    }

    @Override
    public Program open(int rank) {
        checked(rank);
        NativeHead head = source.head();
        return new NativeTextProgram(
                source.file(rank), source.firstLine(rank), head.ranks(), head.timed(), 0, () -> source.open(rank));
    }

    @Override
    public void close() {
        source.close();
    }
}
