package org.tailback.trace.dumpi;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import org.tailback.trace.io.RankBuffers;
import org.tailback.trace.mpi.RecordedTrace;
import org.tailback.trace.mpi.TranslationCounts;

/** An opened DUMPI trace. */
final class DumpiTrace extends RecordedTrace<RankCalls> {
    private final DumpiWorld world;
    /** Messages and collectives of unknown datatypes, of the last ended run of each rank. */
    private final AtomicLongArray unknownSizes;

    DumpiTrace(Path path) {
        this(path, DumpiWorld.read(DumpiFiles.find(path)));
    }

    private DumpiTrace(Path path, DumpiWorld world) {
        super(DumpiTraceReader.NAME, path.toString(), world, DumpiCursor.TICKS_PER_SECOND);
        this.world = world;
        this.unknownSizes = new AtomicLongArray(world.ranks());
    }

    @Override
    protected RankCalls records(int rank, TranslationCounts ofRank) {
        return new RankCalls(world, rank, RankBuffers.forRecords(world.ranks()), ofRank);
    }

    @Override
    protected void ended(int rank, RankCalls records) {
        unknownSizes.set(rank, records.unknownSizes());
    }

    @Override
    protected List<String> notes() {
        List<String> sentences = new ArrayList<>(world.notes());
        long unknown = 0;
        for (int rank = 0; rank < world.ranks(); rank++) {
            unknown += unknownSizes.get(rank);
        }
        if (unknown > 0) {
            sentences.add(unknown + " x message or collective operation of a datatype whose size the trace does not"
                    + " tell: replayed with 0 bytes.");
        }
        return sentences;
    }
}
