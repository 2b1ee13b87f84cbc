package org.tailback.trace.allprof;

import java.nio.file.Path;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceSample;
import org.tailback.trace.mpi.RecordedTrace;
import org.tailback.trace.mpi.RecordedTraceReader;

/**
 * Reads the text traces of liballprof (version 0.9, C and Fortran programs): a file per rank, named {@code …rank-R.txt}
 * or {@code .dat}, plain or gzip; a line per call, {@code MPI_Name:start:arguments:end}, times in microseconds. The
 * path may be their folder or any of them.
 *
 * <ul>
 *   <li><b>Clocks</b> are corrected by the recorded differences to rank 0's clock ({@code clockdiff},
 *       microseconds, to be added), between that of MPI_Init and that of MPI_Finalize in proportion to time.
 *   <li><b>Communicators.</b> A line has a communicator's address, size and the rank in it. Their members follow
 *       from the calls of MPI_Comm_split, MPI_Comm_dup and MPI_Cart_create; where that fails, the trace is refused.
 *   <li><b>Requests</b> are identified by their addresses. Completions of MPI_Waitany and MPI_Waitsome are not
 *       recorded: they wait for the first message that arrives in the replay. Whether tests succeeded is not recorded
 *       either: requests that only tests name are waited for where their address is used again or the program ends.
 *   <li><b>Receives from any source</b> stay so, as the sources of their messages are not recorded.
 * </ul>
 *
 * <p>Cost: the files are read once when the trace is opened (times and communicators) and once per run. Memory: a
 * buffer of 4 to 64 KiB per open rank (40 KiB more for gzip), the communicators and the open requests.
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
