package org.tailback.trace.prv;

import org.tailback.trace.mpi.RecordedTrace;
import org.tailback.trace.mpi.TranslationCounts;

/** An opened Paraver trace. */
final class PrvTrace extends RecordedTrace<PrvRank> {
    private final PrvWorld world;

    PrvTrace(PrvFiles files) {
        this(files, PrvWorld.read(files));
    }

    private PrvTrace(PrvFiles files, PrvWorld world) {
        super(PrvTraceReader.NAME, files.records().toString(), world, world.ticksPerSecond());
        this.world = world;
    }

    @Override
    protected PrvRank records(int rank, TranslationCounts ofRank) {
        return new PrvRank(world, rank, ofRank);
    }

    @Override
    public void close() {
        world.close();
    }
}
