package org.tailback.trace.ti;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tailback.program.Program;
import org.tailback.trace.Trace;
import org.tailback.trace.TraceOptions;

/** An opened TI trace. Programs of different ranks may be read by different threads. */
final class TiTrace implements Trace {
    private static final Logger LOG = LoggerFactory.getLogger(TiTrace.class);

    private final TiSource source;
    private final TraceOptions options;
    /** Counts of the last ended run of each rank; empty before. */
    private final AtomicReferenceArray<TiCounts> counts;

    TiTrace(TiSource source, TraceOptions options) {
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
        return TiTraceReader.NAME;
    }

    @Override
    public int ranks() {
        return source.ranks();
    }

    @Override
    public Program open(int rank) {
        return new TiProgram(rank, source.ranks(), source::open, options.computeSpeed(), counts::set);
    }

    @Override
    public List<String> approximations() {
        List<String> sentences = new ArrayList<>(source.notes());
        sentences.addAll(sum().sentences(options));
        return List.copyOf(sentences);
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

    @Override
    public void close() {
        source.close();
    }
}
