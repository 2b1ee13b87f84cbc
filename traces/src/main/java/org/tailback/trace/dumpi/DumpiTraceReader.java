package org.tailback.trace.dumpi;

import java.nio.file.Path;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceSample;
import org.tailback.trace.mpi.RecordedTrace;
import org.tailback.trace.mpi.RecordedTraceReader;

/**
 * Reader of DUMPI traces (libdumpi of the SST suite), versions 0.6.9 and newer: {@code prefix.meta} and {@code
 * prefix-0000.bin} and so on, one file per rank.
 *
 * <p>Records contain all arguments of a call. The members of communicators follow from the calls that create them.
 * Receives from any source match the same messages as in the recorded run if the statuses were recorded. The size of a
 * message is its count times the size of its datatype. The files contain the sizes of C's types; the sizes of derived
 * types follow from the calls that create them. Sizes of Fortran's types are unknown, and reported. Computation is the
 * wall-clock time between calls.
 *
 * <p>Cost: all files are read once when the trace is opened. Memory: the calls that create communicators, and per open
 * rank a buffer of 4 to 64 KiB and the operations since the start of the oldest receive from any source in progress (at
 * most 65 536). No file stays open.
 */
public final class DumpiTraceReader extends RecordedTraceReader {
    public DumpiTraceReader() {
        super(
                "dumpi",
                "DUMPI of the SST suite: prefix.meta, with prefix-0000.bin and so on next to it, or their folder");
    }

    @Override
    public boolean recognises(TraceSample sample) {
        return DumpiFiles.recognises(sample);
    }

    @Override
    public Trace open(Path path, TraceOptions options) {
        return new RecordedTrace(name(), path, new DumpiWorld(DumpiFiles.find(path)));
    }
}
