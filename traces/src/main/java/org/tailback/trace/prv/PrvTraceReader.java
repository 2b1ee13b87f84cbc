package org.tailback.trace.prv;

import java.nio.file.Path;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceSample;
import org.tailback.trace.mpi.RecordedTrace;
import org.tailback.trace.mpi.RecordedTraceReader;

/**
 * Reader of Paraver traces (Extrae), plain or gzip. The names of MPI calls are taken from the .pcf next to the .prv.
 *
 * <ul>
 *   <li><b>Ranks</b> are the tasks of the applications that have MPI calls or messages, one application after the
 *       other. Operations of threads other than a task's first are omitted and counted.
 *   <li><b>Messages</b> are the communication records, which contain both ends: the times of sending and receiving
 *       (logical times) and the time at which the data arrived (physical receive). Therefore either both the send and
 *       the receive of a message are replayed, or neither. Calls without records at the borders of a cut trace are
 *       counted.
 *   <li><b>Requests</b> are not recorded. A receive is completed by the call that contains its physical receive. A send
 *       is completed by the first MPI_Waitall that ends after the start of its receive. An MPI_Wait without a completed
 *       receive completes the oldest such send. With this rule, the replay can repeat every order of the recorded run.
 *   <li><b>Collective operations</b> have sizes and communicators. The root is marked only in its own record, which is
 *       searched for. If the ranks of a cut trace have different numbers of operations, operations without partners are
 *       omitted.
 * </ul>
 *
 * <p>Cost: when the trace is opened, the file is read once and its MPI records are sorted by task, in memory up to 32
 * MiB of records (of 48 bytes; three per message) and in temporary files above that size. Other memory: 6 KiB per open
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
