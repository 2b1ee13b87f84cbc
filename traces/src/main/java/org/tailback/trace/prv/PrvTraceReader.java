package org.tailback.trace.prv;

import java.nio.file.Path;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceSample;
import org.tailback.trace.mpi.RecordedTrace;
import org.tailback.trace.mpi.RecordedTraceReader;

/**
 * Reads Paraver traces (Extrae), plain or gzip. The names of MPI calls are taken from the .pcf next to the .prv.
 *
 * <ul>
 *   <li><b>Ranks</b> are the tasks of the applications that have MPI calls or messages, one application after the
 *       other; operations of threads other than a task's first are left out and counted.
 *   <li><b>Messages</b> are the communication records, which have both ends: the times at which they were sent and
 *       received (logical times) and when the receiver had them (physical receive). So a message is replayed either on
 *       both sides or on none. Calls at the borders of a cut trace whose records are missing are counted.
 *   <li><b>Requests</b> are not recorded. A receive is completed by the call in which its physical receive lies. A send
 *       is completed by the first MPI_Waitall (or MPI_Wait without a completed receive, the oldest first) that ends
 *       after its receive had been started: then the replay can repeat every order of the recorded run.
 *   <li><b>Collective operations</b> have sizes and communicators; only the root's record marks it, and is
 *       searched for. Where the ranks of a cut trace have different numbers of them, those without partners are
 *       left out.
 * </ul>
 *
 * <p>Cost: when the trace is opened, the file is read once and its MPI records are sorted by task, in memory up to 32
 * MiB of records (of 48 bytes; a message makes three) and in temporary files beyond. Other memory: 6 KiB per open
 * rank and communicator with roots, about 600 bytes per rank and communicator, and the requests in progress.
 */
public final class PrvTraceReader extends RecordedTraceReader {
    public PrvTraceReader() {
        super("paraver", "Paraver trace of Extrae: a .prv file, plain or gzip, with its .pcf next to it");
    }

    @Override
    public boolean recognises(TraceSample sample) {
        return PrvFiles.recognises(sample);
    }

    @Override
    public Trace open(Path path, TraceOptions options) {
        PrvFiles files = PrvFiles.locate(path);
        return new RecordedTrace(name(), files.records(), new PrvWorld(files));
    }
}
