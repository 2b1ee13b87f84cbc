package org.tailback.trace.allprof;

import org.tailback.trace.mpi.RecordedTrace;
import org.tailback.trace.mpi.TranslationCounts;

/** An opened trace of liballprof. */
final class AllprofTrace extends RecordedTrace<AllprofRank> {
    private final AllprofFiles files;
    private final AllprofWorld world;

    AllprofTrace(AllprofFiles files) {
        this(files, AllprofWorld.read(files));
    }

    private AllprofTrace(AllprofFiles files, AllprofWorld world) {
        super(AllprofTraceReader.NAME, files.origin().toString(), world, CallLine.TICKS_PER_SECOND);
        this.files = files;
        this.world = world;
    }

    @Override
    protected AllprofRank records(int rank, TranslationCounts ofRank) {
        return new AllprofRank(world, files, rank, ofRank);
    }

    @Override
    protected void ended(int rank, AllprofRank records) {
        records.close();
    }
}
