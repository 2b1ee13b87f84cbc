package org.tailback.trace.otf1;

import java.util.List;
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
        super(files.control().toString(), world.ranks(), world.ticksPerSecond());
        this.files = files;
        this.world = world;
    }

    @Override
    public String format() {
        return Otf1TraceReader.NAME;
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
    protected Otf1Rank records(int rank, TranslationCounts ofRank) {
        return new Otf1Rank(world, files, rank, ofRank);
    }

    @Override
    protected void ended(int rank, Otf1Rank records) {
        records.close();
    }

    @Override
    protected List<String> notes() {
        return world.notes();
    }
}
