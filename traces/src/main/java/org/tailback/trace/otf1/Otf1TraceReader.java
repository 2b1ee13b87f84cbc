package org.tailback.trace.otf1;

import java.nio.file.Path;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceSample;
import org.tailback.trace.mpi.RecordedTrace;
import org.tailback.trace.mpi.RecordedTraceReader;

/**
 * Reader of archives of OTF 1 (VampirTrace, 2005 to 2014) in their short form: {@code name.otf}, {@code name.0.def} and
 * a file {@code name.N.events} per stream, plain or zlib ({@code .z}). The long form with blanks is rejected.
 *
 * <ul>
 *   <li><b>Ranks</b> are the members of the process group {@code __MPI_COMM_WORLD__} in its order; without such a
 *       group, the processes without a parent.
 *   <li><b>Requests</b> are not recorded: receives are assumed to complete in the order in which a rank starts them,
 *       and no operation waits for non-blocking sends.
 *   <li><b>Collective operations</b> have sizes as counted by VampirTrace; operations with counts per rank have sums,
 *       which are assumed to be spread evenly.
 * </ul>
 *
 * <p>Cost: every stream is read once when the archive is opened, and once per process and run. Memory: a buffer of 4 to
 * 64 KiB per open rank (40 KiB more for zlib), the definitions, and the operations since the start of the oldest
 * receive in progress (at most 65 536 per rank).
 */
public final class Otf1TraceReader extends RecordedTraceReader {
    public Otf1TraceReader() {
        super("otf1", "Open Trace Format 1 (VampirTrace): an archive's .otf file, or its folder");
    }

    @Override
    public boolean recognises(TraceSample sample) {
        return Otf1Files.recognises(sample);
    }

    @Override
    public Trace open(Path path, TraceOptions options) {
        Otf1Files files = new Otf1Files(path);
        return new RecordedTrace(name(), files.control, new Otf1World(files));
    }
}
