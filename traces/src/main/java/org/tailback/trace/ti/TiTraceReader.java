package org.tailback.trace.ti;

import com.google.common.collect.ImmutableList;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tailback.program.Program;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceContent;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.TraceReader;
import org.tailback.trace.TraceSample;

/**
 * Reader of the time-independent traces that SimGrid's SMPI records and replays: one line per MPI call with its
 * arguments, computation in flop, no times.
 *
 * <p>Keywords, arguments and datatypes are defined as in SimGrid 3.32 to 4; see {@link Keyword} for the words, {@link
 * TiLayout} for the files, and {@link WaitAudit} for conclusions from waits. Approximations that SimGrid makes silently
 * are also made here, but counted in {@link Trace#approximations}; values that SimGrid silently misreads (such as 1e6,
 * read as 1) are rejected. The reader differs deliberately from SimGrid in the following points:
 *
 * <ul>
 *   <li>Actions that SMPI records and SimGrid does not replay are replayed if their lines are sufficient: other modes
 *       of sending, non-blocking collectives, starts of persistent requests, waitAny. The last test of a request
 *       without a wait has succeeded and is a wait.
 *   <li>Actions with insufficient lines (one-sided calls, files, counts per rank of smaller communicators) are omitted,
 *       counted and named.
 *   <li>Receives from any source, recorded as -333 although SimGrid's own number is -555, match any source.
 *       MPI_PROC_NULL is also recorded as -333: sends to it are omitted.
 *   <li>A waitall ends the open requests of the rank except requests that later waits show to be still open; SimGrid
 *       ends all requests.
 *   <li>A wait without an open request is ignored, even if the rank has no request at all, a case in which SimGrid
 *       aborts.
 *   <li>The default datatype, chosen by {@code init}, is local to the rank; in SimGrid the last rank's choice applies
 *       to all ranks.
 * </ul>
 *
 * <p>Memory: a buffer of 1 to 16 KiB per open rank, and 40 KiB more for a gzip file, plus the open requests; no file
 * stays open.
 */
public final class TiTraceReader extends TraceReader {
    private static final Logger LOG = LoggerFactory.getLogger(TiTraceReader.class);

    public static final String NAME = "simgrid-ti";

    public TiTraceReader() {
        super(
                NAME,
                "time-independent trace of SimGrid SMPI: a folder of rank-R.txt files (or .gz), the recorder's folder "
                        + "or list of files, or one file with all ranks",
                TraceContent.MESSAGES,
                TraceContent.COLLECTIVES,
                TraceContent.COMPUTE_FLOPS);
    }

    @Override
    public boolean recognises(TraceSample sample) {
        return TiLayout.recognises(sample);
    }

    @Override
    public Optional<List<Path>> files(Path path) {
        return Optional.of(TiLayout.files(path));
    }

    @Override
    public Trace open(Path path, TraceOptions options) {
        return new Opened(TiLayout.locate(path), options);
    }

    /** An opened TI trace. Programs of different ranks may be read by different threads. */
    static final class Opened implements Trace {
        private final TiSource source;
        private final TraceOptions options;
        /** Counts of the last completed run of each rank; empty before the first run. */
        private final AtomicReferenceArray<TiCounts> counts;

        Opened(TiSource source, TraceOptions options) {
            this.source = source;
            this.options = options;
            this.counts = new AtomicReferenceArray<>(source.ranks());
            LOG.info(
                    "{} ranks in {}, compute speed {} flop/s {}",
                    source.ranks(),
                    source instanceof MergedFile ? "one file" : "a file each",
                    options.computeSpeed(),
                    options.hasComputeSpeed() ? "as given" : "assumed");
        }

        @Override
        public String format() {
            return NAME;
        }

        @Override
        public int ranks() {
            return source.ranks();
        }

        @Override
        public Program open(int rank) {
            TiCounts ofRank = new TiCounts();
            return TiProgram.open(rank, source, options.computeSpeed(), ofRank, () -> counts.set(rank, ofRank));
        }

        @Override
        public List<String> approximations() {
            return ImmutableList.<String>builder()
                    .addAll(source.notes())
                    .addAll(sum().sentences(options))
                    .build();
        }

        @Override
        public Map<String, Long> recordedBeyondPerformed() {
            return sum().recordedBeyondPerformed();
        }

        private TiCounts sum() {
            TiCounts sum = new TiCounts();
            for (int rank = 0; rank < source.ranks(); rank++) {
                TiCounts ofRank = counts.get(rank);
                if (ofRank != null) {
                    sum.add(ofRank);
                } else {
                    sum.partial = true;
                }
            }
            return sum;
        }
    }
}
