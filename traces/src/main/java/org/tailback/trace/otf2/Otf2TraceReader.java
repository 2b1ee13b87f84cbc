package org.tailback.trace.otf2;

import java.nio.file.Path;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceSample;
import org.tailback.trace.Unmatched;
import org.tailback.trace.mpi.RecordedFiles;
import org.tailback.trace.mpi.RecordedTrace;
import org.tailback.trace.mpi.RecordedTraceReader;

/**
 * Reader of OTF2 archives (Score-P, TAU, EZTrace and others), versions 1.1 to 3.1, in either byte order. SIONlib
 * containers and the compression that OTF2 has abandoned are rejected.
 *
 * <p>Ranks are the locations of the archive's group of MPI locations; threads, accelerators and metrics are counted and
 * omitted. Times are converted to a common clock like in the OTF2 library. The conversion of events to operations is
 * described by {@link org.tailback.trace.mpi.CallTranslator}.
 *
 * <p>Memory: the definitions, and per open rank a buffer of 4 to 64 KiB, its mapping tables and the operations since
 * the start of the oldest receive in progress (at most 65 536). No file stays open.
 */
public final class Otf2TraceReader extends RecordedTraceReader {
    public Otf2TraceReader() {
        super("otf2", "Open Trace Format 2 (Score-P, TAU, EZTrace): an archive's .otf2 file, or its folder");
    }

    @Override
    public boolean recognises(TraceSample sample) {
        return RecordedFiles.recognises(sample, Otf2Archive::isAnchor, Otf2Archive.ANCHOR_SUFFIX);
    }

    @Override
    public Trace open(Path path, TraceOptions options) {
        Otf2Archive archive = Otf2Archive.open(path);
        boolean fewAreEnough = options.unmatched() == Unmatched.DROP;
        return new RecordedTrace(
                name(), archive.anchorFile(), new Otf2World(archive, options.hasRawClock(), fewAreEnough));
    }
}
