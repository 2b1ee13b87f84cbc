package org.tailback.trace.otf1;

import org.tailback.trace.mpi.RecordedTrace;
import org.tailback.trace.mpi.TranslationCounts;

/** An opened OTF 1 archive. */
final class Otf1Trace extends RecordedTrace<Otf1Rank> {
    private final Otf1Files files;
    private final Otf1World world;

    Otf1Trace(Otf1Files files) {
        this(files, Otf1World.read(files));
    }

    private Otf1Trace(Otf1Files files, Otf1World world) {
        super(Otf1TraceReader.NAME, files.control().toString(), world, world.ticksPerSecond());
        this.files = files;
        this.world = world;
    }

    @Override
    protected Otf1Rank records(int rank, TranslationCounts ofRank) {
        return new Otf1Rank(world, files, rank, ofRank);
    }

    @Override
    protected void ended(int rank, Otf1Rank records) {
        records.close();
    }
}
