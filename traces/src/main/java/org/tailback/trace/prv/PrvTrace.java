package org.tailback.trace.prv;

import java.util.List;
import org.tailback.trace.mpi.RecordedTrace;
import org.tailback.trace.mpi.TranslationCounts;

/** An opened Paraver trace. */
final class PrvTrace extends RecordedTrace<PrvRank> {
    private final PrvWorld world;

    PrvTrace(PrvFiles files) {
        this(files, PrvWorld.read(files));
    }

    private PrvTrace(PrvFiles files, PrvWorld world) {
        super(files.records().toString(), world.ranks(), world.ticksPerSecond());
        this.world = world;
    }

    @Override
    public String format() {
        return PrvTraceReader.NAME;
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
    protected PrvRank records(int rank, TranslationCounts ofRank) {
        return new PrvRank(world, rank, ofRank);
    }

    @Override
    protected List<String> notes() {
        return world.notes();
    }

    @Override
    public void close() {
        world.close();
    }
}
