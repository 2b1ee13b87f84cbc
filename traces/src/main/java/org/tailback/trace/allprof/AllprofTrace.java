package org.tailback.trace.allprof;

import java.util.List;
import org.tailback.trace.mpi.RecordedTrace;
import org.tailback.trace.mpi.TranslationCounts;

/** An opened trace of liballprof. */
final class AllprofTrace extends RecordedTrace<AllprofRank> {
    private final AllprofFiles files;
    private final AllprofWorld world;

    AllprofTrace(AllprofFiles files) {
        super(files.origin().toString(), files.ranks(), CallLine.TICKS_PER_SECOND);
        this.files = files;
        this.world = AllprofWorld.read(files);
    }

    @Override
    public String format() {
        return AllprofTraceReader.NAME;
    }

    @Override
    public double span() {
        return world.span();
    }

    @Override
    public int communicators() {
        return world.sizeableCommunicators();
    }

    @Override
    protected AllprofRank records(int rank, TranslationCounts ofRank) {
        return new AllprofRank(world, files, rank, ofRank);
    }

    @Override
    protected void ended(int rank, AllprofRank records) {
        records.close();
    }

    @Override
    protected List<String> notes() {
        return world.notes();
    }
}
