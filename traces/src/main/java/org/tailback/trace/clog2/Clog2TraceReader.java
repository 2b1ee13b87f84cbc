package org.tailback.trace.clog2;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceSample;
import org.tailback.trace.mpi.RecordedTrace;
import org.tailback.trace.mpi.RecordedTraceReader;

/**
 * Reader of CLOG-2 files (MPE 2 with its MPI wrappers), versions 02.40 to 02.49, in either byte order, plain or gzip.
 * SLOG-2 and CLOG-1 are other formats and are not supported.
 *
 * <p>A file records every message, but no requests: receives are assumed to complete in the order in which a rank
 * starts them, and no operation waits for non-blocking sends. Roots of collective operations are not recorded. Sizes
 * are recorded for MPI_Alltoall and MPI_Alltoallv only: other collective operations are replayed with empty messages,
 * and reported.
 *
 * <p>Cost: a file is read twice when it is opened, to sort its records by rank. The copy (48 bytes per record) is held
 * in memory up to 32 MiB, and in temporary files above that size. Other memory: the communicators, 6 KiB per open rank,
 * and the operations since the start of the oldest receive in progress (at most 65 536 per rank).
 */
public final class Clog2TraceReader extends RecordedTraceReader {
    public Clog2TraceReader() {
        super("clog2", "CLOG-2 of MPE 2 (.clog2), plain or gzip; sizes of collective operations are not in it");
    }

    @Override
    public boolean recognises(TraceSample sample) {
        return !sample.isFolder() && Clog2Header.begins(sample.leadingText());
    }

    @Override
    public Optional<List<Path>> files(Path path) {
        return Optional.of(List.of(path));
    }

    @Override
    public Trace open(Path path, TraceOptions options) {
        return new RecordedTrace(name(), path, new Clog2World(path));
    }
}
