package org.tailback.trace.allprof;

import java.nio.file.Path;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceSample;
import org.tailback.trace.mpi.RecordedTrace;
import org.tailback.trace.mpi.RecordedTraceReader;

/**
 * Reader of text traces of liballprof (version 0.9, C and Fortran programs). Each rank has a file named {@code
 * …rank-R.txt} or {@code .dat}, plain or gzip. A call is a line {@code MPI_Name:start:arguments:end}, with times in
 * microseconds. The path may be the folder of the files or any of the files.
 *
 * <ul>
 *   <li><b>Clocks</b> are corrected by adding the recorded differences to rank 0's clock ({@code clockdiff},
 *       microseconds), interpolated linearly in time between the differences at MPI_Init and at MPI_Finalize.
 *   <li><b>Communicators.</b> A line contains a communicator's address and size, and the rank in the communicator. The
 *       members are determined from the calls of MPI_Comm_split, MPI_Comm_dup and MPI_Cart_create; where this is not
 *       possible, the trace is rejected.
 *   <li><b>Requests</b> are identified by their addresses. Completions of MPI_Waitany and MPI_Waitsome are not
 *       recorded; these calls wait for the first message that arrives in the replay. The success of tests is not
 *       recorded either; requests that only tests name are awaited where their address is used again or the program
 *       ends.
 *   <li><b>Receives from any source</b> remain receives from any source, because the sources of their messages are not
 *       recorded.
 * </ul>
 *
 * <p>Cost: the files are read once when the trace is opened (times and communicators), and once per run. Memory
 * contains a buffer of 4 to 64 KiB per open rank (40 KiB more for gzip), the communicators and the open requests.
 */
public final class AllprofTraceReader extends RecordedTraceReader {
    public AllprofTraceReader() {
        super(
                "liballprof",
                "text trace of liballprof (LogGOPSim tools): a folder of …rank-R.txt or .dat, plain or gzip, or any of"
                        + " its files");
    }

    @Override
    public boolean recognises(TraceSample sample) {
        return AllprofFiles.recognises(sample);
    }

    @Override
    public Trace open(Path path, TraceOptions options) {
        return new RecordedTrace(name(), path, new AllprofWorld(AllprofFiles.locate(path)));
    }
}
